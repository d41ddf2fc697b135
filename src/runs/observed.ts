import { freezeGraph, isEdgeKind, type TopologyEdge, type TopologyGraph } from '#topology';
import type { RunLedger } from './ledger.ts';

/** What a run made of its topology. Edges are named as they are declared. */
export interface ObservedTopology {
  /** The nodes that took a turn or carried a message, and the edges that carried one; without a declared kind, so that it can be classified by itself. */
  readonly graph: TopologyGraph;
  /** Declared nodes that took no turn and carried nothing. */
  readonly silentNodes: readonly string[];
  /** Declared edges over which nothing travelled. */
  readonly unusedEdges: readonly TopologyEdge[];
  /** Edges that carried something and are not declared: always empty, unless the log was made by other means. */
  readonly undeclaredEdges: readonly TopologyEdge[];
}

/** The observed topology of a run beside the declared one, in time linear in both. */
export function observedTopology(declared: TopologyGraph, ledger: RunLedger): ObservedTopology {
  const edges: TopologyEdge[] = [];
  const active = new Set(ledger.nodes.map(({ node }) => node));
  for (const { from, to, kind } of ledger.edges) {
    if (from === null || kind === 'task') continue;
    edges.push(isEdgeKind(kind) ? { from, to, kind } : { from, to });
    active.add(from).add(to);
  }
  const known = new Set(declared.edges.flatMap(namesOf));
  const used = new Set(edges.flatMap(namesOf));
  return {
    graph: freezeGraph({
      kind: null,
      nodes: declared.nodes.filter(({ id }) => active.has(id)).map((node) => ({ ...node })),
      edges: edges.map((edge) => ({ ...edge })),
    }),
    silentNodes: declared.nodes.filter(({ id }) => !active.has(id)).map(({ id }) => id),
    unusedEdges: declared.edges.filter((edge) => !namesOf(edge).some((name) => used.has(name))),
    undeclaredEdges: edges.filter((edge) => !namesOf(edge).some((name) => known.has(name))),
  };
}

/** What an edge is known by: `peers_with` and untyped edges are the same both ways about. */
function namesOf({ from, to, kind }: TopologyEdge): readonly string[] {
  const name = JSON.stringify([from, to, kind ?? null]);
  return kind === undefined || kind === 'peers_with' ? [name, JSON.stringify([to, from, kind ?? null])] : [name];
}
