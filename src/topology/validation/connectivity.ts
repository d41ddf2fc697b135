import { quoteFound } from '#lib';
import type { Place, ProblemList } from '../places.ts';
import { centreOf } from './centre.ts';
import { cycleLinks } from './cycles.ts';
import { flipped, type GraphView, type Link, outgoing } from './view.ts';

/** Nodes cut off from the rest: below no root in a hierarchy, or outside the part that holds the centre (else the largest part). */
export function checkConnected(view: GraphView, nodeAt: (index: number) => Place, problems: ProblemList): void {
  if (view.graph.nodes.length < 2 || mayBeApart(view)) return;
  const parts = weakParts(view);
  const main = mainPart(view, parts);
  const root = view.graph.kind === 'hierarchical' ? rootOf(view, parts, main) : undefined;
  const reached = root === undefined ? undefined : reachedFrom(root, outgoing(view.graph.nodes.length, downward(view)));
  view.graph.nodes.forEach((node, position) => {
    if (view.positions.get(node.id) !== position) return; // a second node of the same id is reported as such
    if (parts[position] !== main) {
      problems.add({
        ...nodeAt(position),
        message: 'the node is unreachable: no edges join it with the rest',
        found: quoteFound(node.id),
        allowed: 'a connected graph',
      });
    } else if (reached !== undefined && reached[position] !== true) {
      const name = view.graph.nodes[root ?? 0]?.id ?? '';
      problems.add({
        ...nodeAt(position),
        message: `the node is unreachable from the root ${quoteFound(name)}`,
        found: quoteFound(node.id),
        allowed: 'one root above all',
      });
    }
  });
}

/** Flat organisations are apart by nature; so is a swarm without aggregator, and an undeclared graph that only knows peers. */
function mayBeApart(view: GraphView): boolean {
  const { kind, edges } = view.graph;
  if (kind === 'flat') return true;
  if (kind === 'swarm') return edges.length === 0;
  return kind === null && edges.every((edge) => edge.kind === 'peers_with');
}

function weakParts(view: GraphView): readonly number[] {
  const size = view.graph.nodes.length;
  const lists = outgoing(size, [...view.links, ...view.links.map(flipped)]);
  const parts: number[] = Array.from({ length: size }, () => -1);
  for (let start = 0; start < size; start++) {
    if (parts[start] !== -1) continue;
    const reached = [start];
    parts[start] = start;
    for (let next = reached.pop(); next !== undefined; next = reached.pop()) {
      for (const link of lists[next] ?? []) {
        if (parts[link.to] !== -1) continue;
        parts[link.to] = start;
        reached.push(link.to);
      }
    }
  }
  return parts;
}

function mainPart(view: GraphView, parts: readonly number[]): number {
  const centre = centreOf(view.graph);
  const position = centre === undefined ? undefined : view.positions.get(centre);
  if (position !== undefined) return parts[position] ?? 0;
  const sizes = new Map<number, number>();
  for (const part of parts) sizes.set(part, (sizes.get(part) ?? 0) + 1);
  return [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

/** Edges as they run from manager to report; peers give no order. */
export function downward(view: GraphView): readonly Link[] {
  return view.links.filter((link) => link.edge.kind !== 'peers_with').map((link) => (link.edge.kind === 'reports_to' ? flipped(link) : link));
}

/** The first node of the main part that nobody manages; undefined when a cycle leaves none. */
function rootOf(view: GraphView, parts: readonly number[], main: number): number | undefined {
  const links = downward(view);
  if (cycleLinks(view.graph.nodes.length, links).length > 0) return undefined; // the cycle is the problem to report
  const managed = new Set(links.map((link) => link.to));
  const roots = view.graph.nodes.flatMap((_, position) => (parts[position] === main && !managed.has(position) ? [position] : []));
  return roots[0];
}

function reachedFrom(root: number, lists: readonly (readonly Link[])[]): readonly boolean[] {
  const reached: boolean[] = lists.map(() => false);
  const open = [root];
  reached[root] = true;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const link of lists[next] ?? []) {
      if (reached[link.to] === true) continue;
      reached[link.to] = true;
      open.push(link.to);
    }
  }
  return reached;
}
