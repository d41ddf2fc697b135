import type { TopologyEdge, TopologyNode } from '../graph.ts';
import { allPairs } from './peers.ts';

/** Largest circle of a template: small enough for everyone to know everyone (15 pairs). */
export const CIRCLE_SIZE = 6;
/** Name of the circle that integrates the results of the others. */
export const ANCHOR_CIRCLE = 'anchor';
/** Below this size the anchor is its lead alone, so that one full circle fits beside it. */
const LARGE_ANCHOR_FROM = 8;

/** A node's place in the circles: `link` says who leads and who carries results to the anchor. */
export interface CirclePlace {
  readonly circle: string;
  readonly link: 'lead' | 'rep' | 'none';
}

/** Places for a number of nodes (≥ 4): the anchor first, then circles of 3 to 6, each with a lead, a rep and members. */
export function circlePlaces(size: number): readonly CirclePlace[] {
  const anchor = size < LARGE_ANCHOR_FROM ? 1 : Math.min(CIRCLE_SIZE, Math.max(2, Math.round(size / LARGE_ANCHOR_FROM)));
  const rest = Math.max(0, size - anchor);
  const circles = Math.ceil(rest / CIRCLE_SIZE);
  const places: CirclePlace[] = Array.from({ length: Math.min(anchor, size) }, (_, index) => ({ circle: ANCHOR_CIRCLE, link: index === 0 ? 'lead' : 'none' }));
  for (let circle = 0; circle < circles; circle++) {
    const members = Math.floor(rest / circles) + (circle < rest % circles ? 1 : 0);
    for (let member = 0; member < members; member++) {
      places.push({ circle: `circle_${circle + 1}`, link: member === 0 ? 'lead' : member === 1 ? 'rep' : 'none' });
    }
  }
  return places;
}

/**
 * Circles over the nodes: `peers_with` inside each, the anchor's lead `delegates_to` each circle's lead, each rep `reports_to` the anchor's lead.
 * Nodes that carry no `attrs.circle` at all are placed in order; a circle without a lead or rep has its first and second member serve.
 */
export function connectCircles(given: readonly TopologyNode[]): { nodes: readonly TopologyNode[]; edges: readonly TopologyEdge[] } {
  const nodes = given.some((node) => node.attrs?.circle !== undefined) ? given : placed(given);
  const circles = new Map<string, TopologyNode[]>();
  for (const node of nodes) {
    const name = String(node.attrs?.circle ?? ANCHOR_CIRCLE);
    const members = circles.get(name);
    if (members === undefined) circles.set(name, [node]);
    else members.push(node);
  }
  const anchorName = circles.has(ANCHOR_CIRCLE) ? ANCHOR_CIRCLE : circles.keys().next().value;
  const anchorMembers = circles.get(anchorName ?? ANCHOR_CIRCLE) ?? [];
  const anchor = linkOf(anchorMembers, 'lead') ?? anchorMembers[0];
  const edges: TopologyEdge[] = [];
  for (const [name, members] of circles) {
    edges.push(...(members.length <= 2 * CIRCLE_SIZE ? allPairs(members) : chain(members)));
    if (name === anchorName || anchor === undefined) continue;
    const lead = linkOf(members, 'lead') ?? members[0];
    const rep = linkOf(members, 'rep') ?? members.find((member) => member !== lead) ?? lead;
    if (lead !== undefined) edges.push({ from: anchor.id, to: lead.id, kind: 'delegates_to' });
    if (rep !== undefined) edges.push({ from: rep.id, to: anchor.id, kind: 'reports_to' });
  }
  return { nodes, edges };
}

function placed(nodes: readonly TopologyNode[]): readonly TopologyNode[] {
  const places = circlePlaces(nodes.length);
  return nodes.map((node, index) => ({ ...node, attrs: { ...node.attrs, ...places[index] } }));
}

function linkOf(members: readonly TopologyNode[], link: string): TopologyNode | undefined {
  return members.find((member) => member.attrs?.link === link);
}

/** A circle too large for all pairs: everyone knows the next two, so edges stay linear. */
function chain(members: readonly TopologyNode[]): TopologyEdge[] {
  return members.flatMap((from, index) => members.slice(index + 1, index + 3).map((to) => ({ from: from.id, to: to.id, kind: 'peers_with' as const })));
}
