import type { DraftEdge, DraftGraph, DraftNode } from './draft.ts';
import { type Located, type LocatedMap, typeName } from './located.ts';
import { join, type Scope } from './scope.ts';

/** Reads `tree:`, nested maps and lists of ids; each one manages what stands below it. */
export function readTree(scope: Scope, value: Located, path: string): DraftGraph {
  const mentioned: DraftNode[] = [];
  const edges: DraftEdge[] = [];

  const add = (id: string, at: { readonly line: number; readonly column: number }, where: string, manager: string | undefined, level: number): boolean => {
    if (!scope.isName(id, at, where, 'the id')) return false;
    if (scope.problems.full()) return false;
    const place = { path: where, line: at.line, column: at.column };
    mentioned.push({ id, role: id, level, place });
    if (manager !== undefined) edges.push({ from: manager, to: id, kind: 'delegates_to', place });
    return true;
  };
  const branch = (map: LocatedMap, where: string, manager: string | undefined, level: number) => {
    for (const entry of map.entries) {
      const at = join(where, entry.key);
      const known = add(entry.key, entry, at, manager, level);
      below(entry.value, at, known ? entry.key : undefined, level + 1);
    }
  };
  const below = (part: Located, where: string, manager: string | undefined, level: number) => {
    if (part.type === 'map') branch(part, where, manager, level);
    else if (part.type === 'list') for (const [index, item] of part.items.entries()) member(item, join(where, index), manager, level);
    else if (part.value !== null) member(part, where, manager, level);
  };
  const member = (part: Located, where: string, manager: string | undefined, level: number) => {
    if (part.type === 'map') branch(part, where, manager, level);
    else if (part.type === 'list')
      scope.report(part, where, 'a list directly in a list has no manager', { found: typeName(part), allowed: 'an id, or a map of id to reports' });
    else {
      const id = scope.text(part, where, 'the id');
      if (id !== undefined) add(id, part, where, manager, level);
    }
  };

  if (value.type === 'scalar') scope.report(value, path, 'must be a tree', { found: typeName(value), allowed: 'nested maps and lists of ids' });
  else below(value, path, undefined, 0);
  return { mentioned, edges };
}
