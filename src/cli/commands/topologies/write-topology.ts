import { type Json, unreachable } from '#lib';
import { formatSpec, type TopologyGraph, toDot, toMermaid } from '#topology';
import type { CommandContext } from '../../context.ts';
import { writeText } from '../../text-file.ts';
import type { TopologyFormat } from '../../topology-formats.ts';

/**
 * Writes a topology as the result of a command: to a file, else to stdout. With --json stdout holds the spec itself as JSON, for another
 * format `{format, text}`, and for a file `{file, format, kind, nodes, edges}`.
 */
export function answerTopology(graph: TopologyGraph, asked: TopologyFormat | undefined, out: string | undefined, context: CommandContext): void {
  const format = asked ?? (context.json && out === undefined ? 'json' : 'yaml');
  const text = render(graph, format);
  if (out !== undefined) {
    writeText(out, text);
    const size = { nodes: graph.nodes.length, edges: graph.edges.length };
    context.result({ file: out, format, kind: graph.kind, ...size }, () => `wrote ${out}: ${size.nodes} nodes, ${size.edges} edges`);
    return;
  }
  context.result(format === 'json' && context.json ? specJson(text) : { format, text }, () => text.trimEnd());
}

function specJson(text: string): Json {
  const document: Json = JSON.parse(text);
  return document;
}

function render(graph: TopologyGraph, format: TopologyFormat): string {
  switch (format) {
    case 'yaml':
    case 'json':
      return formatSpec(graph, format);
    case 'mermaid':
      return toMermaid(graph);
    case 'dot':
      return toDot(graph);
    default:
      return unreachable(format, 'format');
  }
}
