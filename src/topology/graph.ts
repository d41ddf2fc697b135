import type { EdgeKind, TopologyKind } from './kinds.ts';

/** A value an attribute or parameter can hold. */
export type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A role slot; agents are bound to it at run time. */
export interface TopologyNode {
  readonly id: string;
  readonly role: string;
  readonly level?: number;
  readonly attrs?: Attributes;
}

/** A relationship from one node to another; `kind` is absent when the source did not say it. */
export interface TopologyEdge {
  readonly from: string;
  readonly to: string;
  readonly kind?: EdgeKind;
}

/** A topology: role slots and typed edges with a declared kind (null when the source declares none). Frozen; a change is a new value. */
export interface TopologyGraph {
  readonly name?: string;
  readonly kind: TopologyKind | null;
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly TopologyEdge[];
  /** Caps and choices of the kind's protocol, e.g. `{ max_rounds: 3, stop: 'agreement' }`; only values that differ from the defaults need stand here. */
  readonly parameters?: Attributes;
}

/** Deep-freezes a graph; every function that returns a graph returns a frozen one. */
export function freezeGraph(graph: TopologyGraph): TopologyGraph {
  for (const node of graph.nodes) {
    if (node.attrs !== undefined) Object.freeze(node.attrs);
    Object.freeze(node);
  }
  for (const edge of graph.edges) Object.freeze(edge);
  if (graph.parameters !== undefined) Object.freeze(graph.parameters);
  Object.freeze(graph.nodes);
  Object.freeze(graph.edges);
  return Object.freeze(graph);
}
