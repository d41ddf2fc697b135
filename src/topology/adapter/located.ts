/** A value of a parsed document with its 1-based place; `size` counts the values it stands for, aliases expanded. */
export type Located = LocatedScalar | LocatedList | LocatedMap;

interface Base {
  readonly line: number;
  readonly column: number;
  readonly size: number;
}

/** Text, number, boolean or null. */
export interface LocatedScalar extends Base {
  readonly type: 'scalar';
  readonly value: string | number | boolean | null;
}
export interface LocatedList extends Base {
  readonly type: 'list';
  readonly items: readonly Located[];
}
/** Entries in document order; keys are unique and text. */
export interface LocatedMap extends Base {
  readonly type: 'map';
  readonly entries: readonly LocatedEntry[];
}
export interface LocatedEntry {
  readonly key: string;
  readonly line: number;
  readonly column: number;
  readonly value: Located;
}

/** Deepest nesting that is read; real specs nest as deep as their tree, and deeper text is an attack on the stack. */
export const DEPTH_LIMIT = 500;
/** Most values after aliases are expanded: the largest honest spec (10,000 nodes, 50,000 edges, attributes) has some 300,000. */
export const VALUE_LIMIT = 2_000_000;

/** A scalar at a place. */
export function scalar(value: string | number | boolean | null, line: number, column: number): LocatedScalar {
  return { type: 'scalar', value, line, column, size: 1 };
}

/** A list at a place. */
export function list(items: readonly Located[], line: number, column: number): LocatedList {
  return { type: 'list', items, line, column, size: items.reduce((sum, item) => sum + item.size, 1) };
}

/** A map at a place. */
export function map(entries: readonly LocatedEntry[], line: number, column: number): LocatedMap {
  return { type: 'map', entries, line, column, size: entries.reduce((sum, entry) => sum + entry.value.size, 1) };
}

/** What the value is called in a message. */
export function typeName(value: Located): string {
  if (value.type !== 'scalar') return value.type === 'list' ? 'a list' : 'a map';
  if (value.value === null) return 'nothing';
  return JSON.stringify(value.value);
}
