import { type Problem, quoteFound } from '#lib';
import type { Attributes, AttributeValue } from '../graph.ts';
import { EDGE_KINDS, type EdgeKind, isEdgeKind } from '../kinds.ts';
import { createNearest } from '../nearest.ts';
import type { Place, ProblemList } from '../places.ts';
import { type Located, type LocatedEntry, type LocatedMap, typeName } from './located.ts';

/** Longest id, role or key: long names serve nobody, and YAML keys end at 1,024 characters. */
export const NAME_LIMIT = 200;

/** Names that every JavaScript object answers to; as ids they would be found in maps that do not hold them. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Reads typed values of a located document and adds a problem, with its place, for each that does not fit. */
export class Scope {
  readonly problems: ProblemList;
  readonly #nearestEdgeKind = createNearest(EDGE_KINDS);

  constructor(problems: ProblemList) {
    this.problems = problems;
  }

  /** Adds a problem at the value. */
  report(value: { readonly line: number; readonly column: number }, path: string, message: string, more: Omit<Problem, 'message' | 'path'> = {}): undefined {
    this.problems.add({ line: value.line, column: value.column, path, message, ...more });
  }

  /** The text, or undefined with a problem. */
  text(value: Located, path: string, what: string): string | undefined {
    if (value.type === 'scalar' && typeof value.value === 'string') return value.value;
    const hint = value.type === 'scalar' && value.value !== null ? '; put it in quotes' : '';
    return this.report(value, path, `${what} must be text${hint}`, { found: typeName(value), allowed: 'text' });
  }

  /** A text fit to be an id, role, key or name. */
  name(value: Located, path: string, what: string): string | undefined {
    const text = this.text(value, path, what);
    return text === undefined || !this.isName(text, value, path, what) ? undefined : text;
  }

  /** Whether the text may be an id, role or key; adds a problem when not. */
  isName(text: string, at: { readonly line: number; readonly column: number }, path: string, what: string): boolean {
    const reason = nameFault(text);
    if (reason === undefined) return true;
    this.report(at, path, `${what} ${reason}`, { found: quoteFound(text), allowed: `1 to ${NAME_LIMIT} visible characters` });
    return false;
  }

  /** A whole number from 0, or undefined with a problem. */
  count(value: Located, path: string, what: string, minimum = 0): number | undefined {
    if (value.type === 'scalar' && typeof value.value === 'number' && Number.isSafeInteger(value.value) && value.value >= minimum) return value.value + 0;
    return this.report(value, path, `${what} must be a whole number`, { found: typeName(value), allowed: `${minimum} or more` });
  }

  /** One of the seven edge kinds, or undefined with a problem. */
  edgeKind(value: Located, path: string): EdgeKind | undefined {
    const text = this.text(value, path, 'the edge kind');
    return text === undefined ? undefined : this.edgeKindOf(text, value, path);
  }

  /** The edge kind that the text names, or undefined with a problem. */
  edgeKindOf(text: string, at: { readonly line: number; readonly column: number }, path: string): EdgeKind | undefined {
    if (isEdgeKind(text)) return text;
    return this.report(at, path, 'unknown edge kind', { found: quoteFound(text), allowed: EDGE_KINDS.join(', '), nearest: this.#nearestEdgeKind(text) });
  }

  /** The entries of a map by key, each unknown key a problem with the nearest known one. */
  members(value: LocatedMap, path: string, known: readonly string[]): ReadonlyMap<string, LocatedEntry> {
    const nearest = createNearest(known);
    const found = new Map<string, LocatedEntry>();
    for (const entry of value.entries) {
      if (known.includes(entry.key)) found.set(entry.key, entry);
      else this.report(entry, join(path, entry.key), 'unknown key', { found: quoteFound(entry.key), allowed: known.join(', '), nearest: nearest(entry.key) });
    }
    return found;
  }

  /** A map of plain values (text, finite numbers, booleans), with the place of each. */
  attributes(value: Located, path: string): { readonly values: Attributes; readonly places: ReadonlyMap<string, Place> } | undefined {
    if (value.type !== 'map') return this.report(value, path, 'must be a map of plain values', { found: typeName(value), allowed: 'a map' });
    const values: [string, AttributeValue][] = [];
    const places = new Map<string, Place>();
    for (const entry of value.entries) {
      const at = join(path, entry.key);
      const plain = this.#plain(entry, at);
      if (plain === undefined || !this.isName(entry.key, entry, at, 'the key')) continue;
      values.push([entry.key, plain]);
      places.set(entry.key, { path: at, line: entry.line, column: entry.column });
    }
    return { values: Object.fromEntries(values), places };
  }

  #plain(entry: LocatedEntry, path: string): AttributeValue | undefined {
    const { value } = entry;
    const plain = value.type === 'scalar' ? value.value : null;
    if (typeof plain === 'boolean' || (typeof plain === 'string' && !LONE_SURROGATE.test(plain))) return plain;
    if (typeof plain === 'number' && Number.isFinite(plain)) return plain + 0; // −0 would be written as 0
    return this.report(value, path, 'not a plain value', { found: typeName(value), allowed: 'text, a finite number, true or false' });
  }
}

/** Half a character: no encoding can carry it, so it would not survive a file. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Extends a path by a key or index: `edges[3].kind`; long keys are cut. */
export function join(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const shown = /^\w{1,64}$/.test(step) ? step : quoteFound(step);
  return path === '' ? shown : `${path}.${shown}`;
}

/** Why a text cannot be a name, or undefined. */
export function nameFault(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > NAME_LIMIT) return 'is too long';
  if (LONE_SURROGATE.test(text)) return 'is not valid Unicode';
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'holds a control character or line break';
  if (text.trim() !== text) return 'begins or ends with a space';
  if (PROTOTYPE_NAMES.has(text)) return 'is a reserved name';
  return undefined;
}
