import { MAXIMUM_SIZE } from '../kinds.ts';
import type { DraftNode } from './draft.ts';
import { type Located, type LocatedEntry, type LocatedMap, typeName } from './located.ts';
import { join, type Scope } from './scope.ts';

const NODE_KEYS = ['id', 'role', 'level', 'attrs'] as const;

/** Reads `nodes:` or `roles:`: a list of roles, role counts and full nodes, or one map of role → count. */
export function readNodes(scope: Scope, value: Located, path: string): readonly DraftNode[] {
  const nodes: DraftNode[] = [];
  if (value.type === 'map') readCounts(scope, value, path, nodes);
  else if (value.type === 'list') for (const [index, item] of value.items.entries()) readNode(scope, item, join(path, index), nodes);
  else scope.report(value, path, 'must be a list', { found: typeName(value), allowed: 'a list of nodes or roles, or a map of role to count' });
  return nodes;
}

function readNode(scope: Scope, value: Located, path: string, nodes: DraftNode[]): void {
  if (value.type === 'map') {
    const full = value.entries.some((entry) => NODE_KEYS.some((key) => key === entry.key));
    const counts = value.entries.length > 0 && value.entries.every(isCount);
    if (!full && counts) readCounts(scope, value, path, nodes);
    else readFull(scope, value, path, nodes);
    return;
  }
  if (value.type === 'list') {
    scope.report(value, path, 'not a node', { found: typeName(value), allowed: 'a role, a map of role to count, or a map with id and role' });
    return;
  }
  const role = scope.name(value, path, 'the role');
  if (role !== undefined) nodes.push({ role, place: { path, line: value.line, column: value.column } });
}

function isCount(entry: LocatedEntry): boolean {
  return entry.value.type === 'scalar' && typeof entry.value.value === 'number';
}

function readFull(scope: Scope, value: LocatedMap, path: string, nodes: DraftNode[]): void {
  const members = scope.members(value, path, NODE_KEYS);
  const id = members.get('id');
  const role = members.get('role');
  const level = members.get('level');
  const attrs = members.get('attrs');
  if (role === undefined) scope.report(value, join(path, 'role'), 'the role is missing', { allowed: 'the role of the node' });
  const idText = id === undefined ? undefined : scope.name(id.value, join(path, 'id'), 'the id');
  const roleText = role === undefined ? undefined : scope.name(role.value, join(path, 'role'), 'the role');
  const levelNumber = level === undefined ? undefined : scope.count(level.value, join(path, 'level'), 'the level');
  const values = attrs === undefined ? undefined : scope.attributes(attrs.value, join(path, 'attrs'))?.values;
  if (id !== undefined && idText === undefined) return;
  // A node whose role is wrong stays, so that the edges to it are not reported as dangling.
  if (roleText === undefined && idText === undefined) return;
  const place = { path, line: value.line, column: value.column };
  nodes.push({ id: idText, role: roleText ?? 'unknown', level: levelNumber, attrs: values, place });
}

function readCounts(scope: Scope, value: LocatedMap, path: string, nodes: DraftNode[]): void {
  for (const entry of value.entries) {
    const at = join(path, entry.key);
    const count = scope.count(entry.value, at, 'the number of nodes', 1);
    if (!scope.isName(entry.key, entry, at, 'the role') || count === undefined) continue;
    if (nodes.length + count > MAXIMUM_SIZE) {
      scope.report(entry.value, at, 'too many nodes', { found: String(count), allowed: `at most ${MAXIMUM_SIZE} nodes in all` });
      continue;
    }
    for (let copy = 0; copy < count; copy++) nodes.push({ role: entry.key, place: { path: at, line: entry.line, column: entry.column } });
  }
}
