import { quoteFound } from '#lib';
import { CENTRE_ROLE } from '../connect.ts';
import type { EdgeKind } from '../kinds.ts';
import type { Place, ProblemList } from '../places.ts';
import { centreOf } from './centre.ts';
import { downward } from './connectivity.ts';
import { cycleLinks } from './cycles.ts';
import { flipped, type GraphView, type Link } from './view.ts';

/** Where nodes, edges and the kind stand. */
export interface PlacesOf {
  readonly node: (index: number) => Place;
  readonly edge: (index: number) => Place;
  readonly kind: Place;
}

/** What the declared kind's shape forbids: a missing centre, cycles, a ring that is not one cycle, unknown circle links. */
export function checkShape(view: GraphView, places: PlacesOf, problems: ProblemList): void {
  const { kind } = view.graph;
  checkCentre(view, places, problems);
  if (kind === 'hierarchical') checkAcyclic(view, downward(view), 'a hierarchy has no cycle of delegation', places, problems, ['delegates_to', 'reports_to']);
  if (kind === 'pipeline') checkAcyclic(view, view.links, 'a pipeline has no cycle', places, problems, ['pipes_to', 'delegates_to', 'routes_to']);
  if (kind === 'ring') checkRing(view, places, problems);
  if (kind === 'holacratic') checkLinks(view, places, problems);
}

function checkCentre(view: GraphView, places: PlacesOf, problems: ProblemList): void {
  const { kind, nodes, parameters } = view.graph;
  const role = kind === null ? undefined : CENTRE_ROLE[kind];
  if (role === undefined || nodes.length === 0 || centreOf(view.graph) !== undefined) return;
  if (kind === 'swarm' && view.graph.edges.length === 0 && parameters?.combine !== 'aggregate') return; // attempts that only vote
  problems.add({ ...places.kind, message: `the kind ${kind} needs the role ${role}, and no node has it`, allowed: `one node with the role ${role}` });
}

function checkAcyclic(view: GraphView, links: readonly Link[], rule: string, places: PlacesOf, problems: ProblemList, kinds: readonly EdgeKind[]): void {
  const ordered = links.filter((link) => link.edge.kind === undefined || kinds.includes(link.edge.kind));
  for (const cycle of cycleLinks(view.graph.nodes.length, ordered)) {
    const ids = cycle.map((link) => view.graph.nodes[link.from]?.id ?? '');
    const last = cycle.at(-1);
    if (last !== undefined)
      problems.add({ ...places.edge(last.index), message: rule, found: quoteFound([...ids, ids[0] ?? ''].join(' -> ')), allowed: 'no way back' });
  }
}

/** Directed: one edge in and one out everywhere. Written with `peers_with` only: two neighbours everywhere. And all in one cycle. */
function checkRing(view: GraphView, places: PlacesOf, problems: ProblemList): void {
  const size = view.positions.size;
  if (size < 2) return;
  const undirected = view.links.length > 0 && view.links.every((link) => link.edge.kind === 'peers_with');
  const out = ends(view, undirected ? [...view.links, ...view.links.map(flipped)] : view.links);
  const into = undirected ? out : ends(view, view.links.map(flipped));
  const wanted = undirected ? Math.min(2, size - 1) : 1;
  let sound = true;
  for (const [id, position] of view.positions) {
    const given = out[position]?.size ?? 0;
    const taken = into[position]?.size ?? 0;
    if (given === wanted && taken === wanted) continue;
    sound = false;
    const found = undirected ? `${given} neighbours of ${quoteFound(id)}` : `${taken} in and ${given} out at ${quoteFound(id)}`;
    problems.add({
      ...places.node(position),
      message: 'a ring joins each member with one before and one after it',
      found,
      allowed: undirected ? '2 neighbours' : '1 in and 1 out',
    });
  }
  if (sound) checkOneCycle(view, out, places, problems);
}

function ends(view: GraphView, links: readonly Link[]): readonly Set<number>[] {
  const sets: Set<number>[] = view.graph.nodes.map(() => new Set());
  for (const link of links) sets[link.from]?.add(link.to);
  return sets;
}

function checkOneCycle(view: GraphView, out: readonly Set<number>[], places: PlacesOf, problems: ProblemList): void {
  const first = view.positions.values().next().value ?? 0;
  const reached = new Set([first]);
  for (const position of reached) for (const next of out[position] ?? []) reached.add(next);
  if (reached.size === view.positions.size) return;
  const found = `a cycle of ${reached.size} of ${view.positions.size} members`;
  problems.add({ ...places.kind, message: 'the ring is more than one cycle', found, allowed: 'one cycle through all members' });
}

const LINKS = ['lead', 'rep', 'none'];

function checkLinks(view: GraphView, places: PlacesOf, problems: ProblemList): void {
  view.graph.nodes.forEach((node, index) => {
    const link = node.attrs?.link;
    if (link === undefined || (typeof link === 'string' && LINKS.includes(link))) return;
    problems.add({ ...places.node(index), message: `attrs.link of ${quoteFound(node.id)} is unknown`, found: quoteFound(link), allowed: LINKS.join(', ') });
  });
}
