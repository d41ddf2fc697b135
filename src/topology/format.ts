import { isPlainWord } from './adapter/read-canonical.ts';
import type { Attributes, AttributeValue, TopologyGraph } from './graph.ts';

/** The version of the spec format that is written and read. */
export const SPEC_VERSION = 1;

/** Characters that are invisible, change direction or break lines: written as escapes so that a file shows what it holds. */
const HIDDEN = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/g;

/** The canonical spec of a graph: one node or edge per line, attributes and parameters sorted, read back to the same bytes. */
export function formatSpec(graph: TopologyGraph, format: 'yaml' | 'json'): string {
  return format === 'yaml' ? formatYaml(graph) : formatJson(graph);
}

type Member = readonly [key: string, value: AttributeValue | Attributes | undefined];

function formatYaml(graph: TopologyGraph): string {
  const lines = [`version: ${SPEC_VERSION}`];
  if (graph.name !== undefined) lines.push(`name: ${yamlScalar(graph.name)}`);
  if (graph.kind !== null) lines.push(`kind: ${graph.kind}`);
  if (hasMembers(graph.parameters)) lines.push(`parameters: ${flow(members(graph.parameters), yamlScalar)}`);
  lines.push(yamlRows('nodes', nodeRows(graph)), yamlRows('edges', edgeRows(graph)));
  return `${lines.join('\n')}\n`;
}

function yamlRows(key: string, rows: readonly (readonly Member[])[]): string {
  return rows.length === 0 ? `${key}: []` : `${key}:\n${rows.map((row) => `  - ${flow(row, yamlScalar)}`).join('\n')}`;
}

function formatJson(graph: TopologyGraph): string {
  const parts = [`"version": ${SPEC_VERSION}`];
  if (graph.name !== undefined) parts.push(`"name": ${quoted(graph.name)}`);
  if (graph.kind !== null) parts.push(`"kind": ${quoted(graph.kind)}`);
  if (hasMembers(graph.parameters)) parts.push(`"parameters": ${flow(members(graph.parameters), jsonScalar)}`);
  parts.push(`"nodes": ${jsonRows(nodeRows(graph))}`, `"edges": ${jsonRows(edgeRows(graph))}`);
  return `{\n  ${parts.join(',\n  ')}\n}\n`;
}

function jsonRows(rows: readonly (readonly Member[])[]): string {
  return rows.length === 0 ? '[]' : `[\n    ${rows.map((row) => flow(row, jsonScalar)).join(',\n    ')}\n  ]`;
}

function nodeRows(graph: TopologyGraph): readonly (readonly Member[])[] {
  return graph.nodes.map((node) => [
    ['id', node.id],
    ['role', node.role],
    ['level', node.level],
    ['attrs', hasMembers(node.attrs) ? node.attrs : undefined],
  ]);
}

function edgeRows(graph: TopologyGraph): readonly (readonly Member[])[] {
  return graph.edges.map((edge) => [
    ['from', edge.from],
    ['to', edge.to],
    ['kind', edge.kind],
  ]);
}

function flow(row: readonly Member[], show: (value: AttributeValue) => string): string {
  const shown: string[] = [];
  for (const [key, value] of row) {
    if (value !== undefined) shown.push(`${show(key)}: ${typeof value === 'object' ? flow(members(value), show) : show(value)}`);
  }
  return `{${shown.join(', ')}}`;
}

/** Sorted by code unit, so that equal maps give equal bytes. */
function members(map: Attributes): readonly Member[] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function hasMembers(map: Attributes | undefined): map is Attributes {
  return map !== undefined && Object.keys(map).length > 0;
}

function yamlScalar(value: AttributeValue): string {
  return typeof value === 'string' && isPlainWord(value) ? value : jsonScalar(value);
}

function jsonScalar(value: AttributeValue): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
