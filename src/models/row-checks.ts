import { nearestName, type Problem, quoteFound } from '#lib';

/** Token counters above this are implausible for one turn (the longest contexts offered are near 10 million tokens). */
export const MAX_TOKENS = 100_000_000;
/** Dollars above this are implausible for one turn. */
export const MAX_COST_USD = 100_000;
/** Thirty days, in milliseconds: a longer latency of one turn is a unit mistake. */
export const MAX_LATENCY_MS = 2_592_000_000;
/** Rounds at or above this are implausible for one exchange. */
export const MAX_ROUNDS = 10_000;
const MAX_ID_LENGTH = 256;

/** Reads the members of one JSON object; each wrong one becomes a problem with its place, and null is returned in its stead. */
export class RowChecks {
  readonly #row: Readonly<Record<string, unknown>>;
  readonly #place: { readonly file: string; readonly line: number };
  readonly #problems: Problem[];
  constructor(row: Readonly<Record<string, unknown>>, place: { readonly file: string; readonly line: number }, problems: Problem[]) {
    this.#row = row;
    this.#place = place;
    this.#problems = problems;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#row, key);
  }

  /** Adds a problem at a member of this row. */
  problem(path: string, message: string, found?: unknown, allowed?: string): null {
    this.#problems.push({
      ...this.#place,
      path,
      message,
      ...(found === undefined ? {} : { found: quoteFound(found) }),
      ...(allowed === undefined ? {} : { allowed }),
    });
    return null;
  }

  /** Reports every key that the format does not have, with the nearest that it has. */
  knownKeys(known: readonly string[]): void {
    for (const key in this.#row) {
      if (known.includes(key)) continue;
      const nearest = nearestName(key, known);
      this.#problems.push({
        ...this.#place,
        message: 'unknown key',
        found: quoteFound(key),
        allowed: known.join(', '),
        ...(nearest === undefined ? {} : { nearest }),
      });
    }
  }

  /** A required name: a non-empty string without control characters. */
  id(key: string): string | null {
    const value = this.#row[key];
    if (value === undefined) return this.problem(key, 'the key is missing', undefined, 'a non-empty string');
    if (typeof value !== 'string') return this.problem(key, 'must be a string', value, 'a non-empty string');
    if (value === '' || value.length > MAX_ID_LENGTH || CONTROL.test(value)) {
      return this.problem(key, 'is not a usable name', value, `1 to ${MAX_ID_LENGTH} characters, no control characters`);
    }
    return value;
  }

  /** A whole number in [0, max]; null when absent (or null) or wrong. */
  count(key: string, max: number): number | null {
    const value = this.#row[key];
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    return this.problem(key, 'is not a plausible count', value, `a whole number from 0 to ${max}, or null for unknown`);
  }

  /** A number in [0, max], fractions included; null when absent (or null) or wrong. */
  amount(key: string, max: number): number | null {
    const value = this.#row[key];
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && value >= 0 && value <= max) return value;
    return this.problem(key, 'is not a plausible amount', value, `a number from 0 to ${max}, or null for unknown`);
  }

  /** One of a few words; a wrong one is a problem with the nearest allowed one. */
  oneOf<T extends string>(path: string, value: unknown, allowed: readonly T[]): T | null {
    const found = allowed.find((word) => word === value);
    if (found !== undefined) return found;
    const nearest = typeof value === 'string' ? nearestName(value, allowed) : undefined;
    const problem: Problem = { ...this.#place, path, message: 'is not one of the allowed words', found: quoteFound(value), allowed: allowed.join(', ') };
    this.#problems.push(nearest === undefined ? problem : { ...problem, nearest });
    return null;
  }

  value(key: string): unknown {
    return this.#row[key];
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
