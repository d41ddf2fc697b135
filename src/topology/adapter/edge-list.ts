import { quoteFound } from '#lib';
import type { DraftEdge, DraftGraph, DraftNode } from './draft.ts';
import { type Located, type LocatedList, type LocatedMap, typeName } from './located.ts';
import { join, NAME_LIMIT, type Scope } from './scope.ts';

const EDGE_KEYS = ['from', 'to', 'kind'] as const;
const SPELLINGS = '{from, to, kind}, "a -> b", "a -[pipes_to]-> b" or [a, b]';

/** Reads `edges:`, a list whose items are maps, arrows or pairs. */
export function readEdges(scope: Scope, value: Located, path: string): readonly DraftEdge[] {
  if (value.type !== 'list') {
    scope.report(value, path, 'must be a list', { found: typeName(value), allowed: `a list of ${SPELLINGS}` });
    return [];
  }
  return value.items.flatMap((item, index) => {
    const edge = readEdge(scope, item, join(path, index));
    return edge === undefined ? [] : [edge];
  });
}

function readEdge(scope: Scope, value: Located, path: string): DraftEdge | undefined {
  if (value.type === 'map') return readMap(scope, value, path);
  if (value.type === 'list') return readPair(scope, value, path);
  if (typeof value.value === 'string') return readArrow(scope, value.value, value, path);
  return scope.report(value, path, 'not an edge', { found: typeName(value), allowed: SPELLINGS });
}

function readMap(scope: Scope, value: LocatedMap, path: string): DraftEdge | undefined {
  const members = scope.members(value, path, EDGE_KEYS);
  const ends = (['from', 'to'] as const).map((end) => {
    const entry = members.get(end);
    if (entry !== undefined) return scope.name(entry.value, join(path, end), `the edge's ${end}`);
    return scope.report(value, join(path, end), `the edge's ${end} is missing`, { allowed: 'the id of a node' });
  });
  const kind = members.get('kind');
  const kindText = kind === undefined ? undefined : scope.edgeKind(kind.value, join(path, 'kind'));
  const [from, to] = ends;
  if (from === undefined || to === undefined) return undefined;
  return { from, to, kind: kindText, place: { path, line: value.line, column: value.column } };
}

function readPair(scope: Scope, value: LocatedList, path: string): DraftEdge | undefined {
  const [first, second, third] = value.items;
  if (first === undefined || second === undefined || value.items.length > 3) {
    return scope.report(value, path, 'not an edge', { found: `a list of ${value.items.length}`, allowed: SPELLINGS });
  }
  const from = scope.name(first, join(path, 0), "the edge's from");
  const to = scope.name(second, join(path, 1), "the edge's to");
  const kind = third === undefined ? undefined : scope.edgeKind(third, join(path, 2));
  return from === undefined || to === undefined ? undefined : { from, to, kind, place: { path, line: value.line, column: value.column } };
}

/** Longer than two names and an arrow can be. */
const ARROW_LIMIT = 3 * NAME_LIMIT;

function readArrow(scope: Scope, text: string, at: Located, path: string): DraftEdge | undefined {
  const arrows = text.length > ARROW_LIMIT ? [] : [...text.matchAll(/-\[([^\][]*)\]->|->/g)];
  const arrow = arrows[0];
  if (arrow === undefined || arrows.length > 1) {
    return scope.report(at, path, 'not an edge: exactly one arrow is needed', { found: quoteFound(text), allowed: SPELLINGS });
  }
  const from = text.slice(0, arrow.index).trim();
  const to = text.slice(arrow.index + arrow[0].length).trim();
  const named = [scope.isName(from, at, path, "the edge's from"), scope.isName(to, at, path, "the edge's to")];
  const kind = arrow[1] === undefined ? undefined : scope.edgeKindOf(arrow[1].trim(), at, path);
  return named.includes(false) ? undefined : { from, to, kind, place: { path, line: at.line, column: at.column } };
}

/** Reads `adjacency:`, a map of id → the ids it points to (a list, one id, or nothing). */
export function readAdjacency(scope: Scope, value: Located, path: string): DraftGraph {
  const mentioned = new Map<string, DraftNode>();
  const edges: DraftEdge[] = [];
  const mention = (id: string, at: { readonly line: number; readonly column: number }, where: string) => {
    if (!mentioned.has(id)) mentioned.set(id, { id, role: id, place: { path: where, line: at.line, column: at.column } });
  };
  if (value.type !== 'map') {
    scope.report(value, path, 'must be a map', { found: typeName(value), allowed: 'a map of id to a list of ids' });
    return { mentioned: [], edges };
  }
  for (const entry of value.entries) {
    if (scope.isName(entry.key, entry, join(path, entry.key), 'the id')) mention(entry.key, entry, join(path, entry.key));
  }
  for (const entry of value.entries) {
    const at = join(path, entry.key);
    for (const [target, where] of targetsOf(scope, entry.value, at)) {
      const to = scope.name(target, where, 'the id');
      if (to === undefined || !mentioned.has(entry.key)) continue;
      mention(to, target, where);
      edges.push({ from: entry.key, to, place: { path: where, line: target.line, column: target.column } });
    }
  }
  return { mentioned: [...mentioned.values()], edges };
}

function targetsOf(scope: Scope, value: Located, path: string): readonly (readonly [Located, string])[] {
  if (value.type === 'list') return value.items.map((item, index) => [item, join(path, index)] as const);
  if (value.type === 'scalar') return value.value === null ? [] : [[value, path]];
  scope.report(value, path, 'must be a list of ids', { found: typeName(value), allowed: 'a list of ids, one id, or nothing' });
  return [];
}
