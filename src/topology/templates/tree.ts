import type { TopologyEdge, TopologyNode } from '../graph.ts';

/** Reports of one manager; spans of control of 5 to 7 are usual, and 10,000 nodes then have 6 levels below the root. */
export const BRANCHING = 5;

/** Managers of a balanced tree of the size: the nodes that have at least one report. */
export function managersOf(size: number): number {
  return Math.ceil((size - 1) / BRANCHING);
}

/**
 * A `delegates_to` tree over the nodes. Where every node has a level, each one reports to a node of the level above, spread evenly;
 * otherwise the tree is balanced in node order and the levels are written into the nodes.
 */
export function connectTree(nodes: readonly TopologyNode[]): { nodes: readonly TopologyNode[]; edges: readonly TopologyEdge[] } {
  return nodes.length > 0 && nodes.every((node) => node.level !== undefined) ? byLevel(nodes) : balanced(nodes);
}

function balanced(nodes: readonly TopologyNode[]): { nodes: readonly TopologyNode[]; edges: readonly TopologyEdge[] } {
  const levels: number[] = [];
  const edges: TopologyEdge[] = [];
  nodes.forEach((node, index) => {
    const above = Math.floor((index - 1) / BRANCHING);
    const manager = nodes[above];
    levels.push(index === 0 ? 0 : (levels[above] ?? 0) + 1);
    if (index > 0 && manager !== undefined) edges.push({ from: manager.id, to: node.id, kind: 'delegates_to' });
  });
  return { nodes: nodes.map((node, index) => ({ ...node, level: levels[index] ?? 0 })), edges };
}

function byLevel(nodes: readonly TopologyNode[]): { nodes: readonly TopologyNode[]; edges: readonly TopologyEdge[] } {
  const rows = new Map<number, TopologyNode[]>();
  for (const node of nodes) {
    const row = rows.get(node.level ?? 0);
    if (row === undefined) rows.set(node.level ?? 0, [node]);
    else row.push(node);
  }
  const ordered = [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
  const edges = ordered.slice(1).flatMap((row, index) => {
    const above = ordered[index] ?? [];
    return row.map((node, place) => {
      const manager = above[Math.floor((place * above.length) / row.length)];
      return { from: manager?.id ?? '', to: node.id, kind: 'delegates_to' as const };
    });
  });
  return { nodes, edges };
}
