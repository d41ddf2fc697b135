import type { TopologyGraph } from '../graph.ts';
import type { EdgeKind } from '../kinds.ts';
import { isMirror } from './mermaid.ts';

const STYLES: Readonly<Record<EdgeKind, string>> = {
  delegates_to: 'style=bold',
  reports_to: 'style=dashed',
  pipes_to: 'style=solid',
  peers_with: 'style=solid, dir=none',
  routes_to: 'style=solid, arrowhead=vee',
  bids_to: 'style=dotted',
  reads_writes: 'style=solid, dir=both',
};

/** A Graphviz digraph of the graph; ids and labels are quoted and escaped. */
export function toDot(graph: TopologyGraph): string {
  const lines = [`digraph ${quote(graph.name ?? graph.kind ?? 'topology')} {`, '  node [shape=box];'];
  const known = new Set(graph.nodes.map((node) => node.id));
  for (const node of graph.nodes) {
    lines.push(`  ${quote(node.id)} [label=${node.role === node.id ? quote(node.id) : `"${escapeDot(node.id)}\\n${escapeDot(node.role)}"`}];`);
  }
  const drawn = new Set<string>();
  for (const edge of graph.edges) {
    if (!known.has(edge.from) || !known.has(edge.to) || isMirror(edge, drawn)) continue;
    const look = edge.kind === undefined ? '' : ` [label="${edge.kind}", ${STYLES[edge.kind]}]`;
    lines.push(`  ${quote(edge.from)} -> ${quote(edge.to)}${look};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function quote(text: string): string {
  return `"${escapeDot(text)}"`;
}

/** A backslash would begin an escape such as \N (the node's name), a quote would end the text; `&` would begin an entity. */
function escapeDot(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/"/g, '\\"')
    .replace(/&/g, '&amp;')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}
