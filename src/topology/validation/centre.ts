import { CENTRE_ROLE, hasRole } from '../connect.ts';
import type { TopologyEdge, TopologyGraph } from '../graph.ts';
import type { EdgeKind, TopologyKind } from '../kinds.ts';

/** Edge kinds that point at the centre or away from it. */
const TOWARDS: Readonly<Partial<Record<TopologyKind, { readonly to?: readonly EdgeKind[]; readonly from?: readonly EdgeKind[] }>>> = {
  hub_spoke: { from: ['routes_to', 'delegates_to'], to: ['reports_to'] },
  star_moe: { from: ['routes_to'] },
  market: { to: ['bids_to'] },
  blackboard: { to: ['reads_writes'] },
  debate: { to: ['pipes_to'] },
  swarm: { to: ['pipes_to'] },
};

/**
 * The id of the node that the kind's protocol gathers around (hub, router, auctioneer, board, judge, aggregator): the first with that role,
 * else the only end of the edges that mark it, else the only neighbour of all others; undefined when there is none or the kind has no centre.
 */
export function centreOf(graph: TopologyGraph): string | undefined {
  const role = graph.kind === null ? undefined : CENTRE_ROLE[graph.kind];
  const marks = graph.kind === null ? undefined : TOWARDS[graph.kind];
  if (role === undefined || marks === undefined) return undefined;
  return graph.nodes.find((node) => hasRole(node, role))?.id ?? onlyEnd(graph.edges, marks) ?? neighbourOfAll(graph);
}

function onlyEnd(edges: readonly TopologyEdge[], marks: { readonly to?: readonly EdgeKind[]; readonly from?: readonly EdgeKind[] }): string | undefined {
  const ends = new Set<string>();
  for (const { from, to, kind } of edges) {
    if (kind === undefined) continue;
    if (marks.from?.includes(kind) === true) ends.add(from);
    if (marks.to?.includes(kind) === true) ends.add(to);
  }
  return ends.size === 1 ? ends.values().next().value : undefined;
}

function neighbourOfAll(graph: TopologyGraph): string | undefined {
  const neighbours = new Map<string, Set<string>>(graph.nodes.map((node) => [node.id, new Set()]));
  for (const { from, to } of graph.edges) {
    if (from === to || !neighbours.has(from) || !neighbours.has(to)) continue;
    neighbours.get(from)?.add(to);
    neighbours.get(to)?.add(from);
  }
  const full = [...neighbours].filter(([, others]) => others.size === neighbours.size - 1);
  return full.length === 1 ? full[0]?.[0] : undefined;
}
