import type { TopologyEdge, TopologyGraph } from '../graph.ts';
import type { EdgeKind } from '../kinds.ts';

const ARROWS: Readonly<Record<EdgeKind, string>> = {
  delegates_to: '==>',
  reports_to: '-.->',
  pipes_to: '-->',
  peers_with: '---',
  routes_to: '-->',
  bids_to: '-.->',
  reads_writes: '<-->',
};

/** A Mermaid flowchart of the graph. Nodes get names of their own (`n0`), so no id can be taken for a keyword; all text is escaped. `note` adds to the label of an edge. */
export function toMermaid(graph: TopologyGraph, note: (edge: TopologyEdge) => string = () => ''): string {
  const names = new Map<string, string>();
  const lines = [`flowchart ${graph.kind === 'pipeline' || graph.kind === 'swarm' ? 'LR' : 'TD'}`];
  graph.nodes.forEach((node, index) => {
    if (!names.has(node.id)) names.set(node.id, `n${index}`);
    const label = node.role === node.id ? escapeMermaid(node.id) : `${escapeMermaid(node.id)}<br/>${escapeMermaid(node.role)}`;
    lines.push(`  n${index}["${label}"]`);
  });
  const mirrored = new Set<string>();
  for (const edge of graph.edges) {
    const from = names.get(edge.from);
    const to = names.get(edge.to);
    if (from === undefined || to === undefined || isMirror(edge, mirrored)) continue;
    const text = [edge.kind ?? '', escapeMermaid(note(edge))].filter(Boolean).join(' ');
    lines.push(`  ${from} ${edge.kind === undefined ? '-->' : ARROWS[edge.kind]}${text === '' ? '' : `|${text}|`} ${to}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Whether a `peers_with` edge was already drawn the other way about; drawn edges are remembered in the set. */
export function isMirror(edge: TopologyEdge, drawn: Set<string>): boolean {
  if (edge.kind !== 'peers_with') return false;
  if (drawn.has(JSON.stringify([edge.to, edge.from]))) return true;
  drawn.add(JSON.stringify([edge.from, edge.to]));
  return false;
}

/** Everything but letters, digits, space and a few harmless marks becomes a numeric entity, which Mermaid shows as the character. */
function escapeMermaid(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} _.,-]/gu, (c) => `#${c.codePointAt(0) ?? 0};`);
}
