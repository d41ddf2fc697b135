import type { TopologyEdge, TopologyNode } from '../graph.ts';

/** Up to this many members everyone knows everyone; 64 members are 2,016 edges, and a turn that reads 63 answers still fits a prompt. */
export const FULL_MESH_LIMIT = 64;
/** Edges per node of a sparse mesh, so that 10,000 nodes stay within 50,000 edges. */
const SPARSE_EDGES_PER_NODE = 5;

/** `peers_with` edges of a mesh, or between the sides of a debate: every unordered pair once, above the limit a circulant graph (connected, every node alike, so without a hub). */
export function meshEdges(nodes: readonly TopologyNode[]): TopologyEdge[] {
  return nodes.length <= FULL_MESH_LIMIT ? allPairs(nodes) : circulant(nodes, strides(nodes.length));
}

/** Every unordered pair once. */
export function allPairs(nodes: readonly TopologyNode[]): TopologyEdge[] {
  return nodes.flatMap((from, index) => nodes.slice(index + 1).map((to) => ({ from: from.id, to: to.id, kind: 'peers_with' as const })));
}

/** Powers of the integer fifth root: geometric strides keep the diameter near 5 × root; whole numbers, so equal on every machine. */
function strides(size: number): number[] {
  let root = 2;
  while ((root + 1) ** SPARSE_EDGES_PER_NODE <= size) root++;
  return Array.from({ length: SPARSE_EDGES_PER_NODE }, (_, power) => root ** power);
}

function circulant(nodes: readonly TopologyNode[], steps: readonly number[]): TopologyEdge[] {
  const edges: TopologyEdge[] = [];
  nodes.forEach((from, index) => {
    for (const step of steps) {
      const to = nodes[(index + step) % nodes.length];
      if (to !== undefined) edges.push({ from: from.id, to: to.id, kind: 'peers_with' });
    }
  });
  return edges;
}
