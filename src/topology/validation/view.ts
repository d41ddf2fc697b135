import type { TopologyEdge, TopologyGraph } from '../graph.ts';

/** A graph with ids resolved to positions; only edges between two different known nodes are in it. */
export interface GraphView {
  readonly graph: TopologyGraph;
  /** Position of the first node with the id. */
  readonly positions: ReadonlyMap<string, number>;
  readonly links: readonly Link[];
}

/** One usable edge: end positions and the index of the edge in the graph. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly index: number;
  readonly edge: TopologyEdge;
}

/** Resolves the graph; dangling edges and self-loops are left out (they are reported elsewhere). */
export function viewOf(graph: TopologyGraph): GraphView {
  const positions = new Map<string, number>();
  graph.nodes.forEach((node, position) => {
    if (!positions.has(node.id)) positions.set(node.id, position);
  });
  const links: Link[] = [];
  graph.edges.forEach((edge, index) => {
    const from = positions.get(edge.from);
    const to = positions.get(edge.to);
    if (from !== undefined && to !== undefined && from !== to) links.push({ from, to, index, edge });
  });
  return { graph, positions, links };
}

/** Neighbour lists by position, one entry per link. */
export function outgoing(size: number, links: readonly Link[]): readonly (readonly Link[])[] {
  const lists: Link[][] = Array.from({ length: size }, () => []);
  for (const link of links) lists[link.from]?.push(link);
  return lists;
}

/** The link the other way about, still naming the same edge. */
export function flipped(link: Link): Link {
  return { ...link, from: link.to, to: link.from };
}
