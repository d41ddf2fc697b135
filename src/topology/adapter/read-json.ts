import { type Problem, quoteFound } from '#lib';
import { DEPTH_LIMIT, type Located, type LocatedEntry, list, map, scalar } from './located.ts';

/** A located document, or the problems that keep it from being read. */
export type ReadResult = { readonly value: Located } | { readonly problems: readonly Problem[] };

const SPACE = /[ \t\n\r]*/y;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** Reads strict JSON with places and without losing duplicate keys, which JSON.parse does. */
export function readJson(text: string): ReadResult {
  const reader = new JsonReader(text);
  try {
    const value = reader.document();
    return reader.problems.length > 0 ? { problems: reader.problems } : { value };
  } catch (thrown) {
    if (thrown instanceof Stop) return { problems: [...reader.problems, thrown.problem] };
    throw thrown;
  }
}

/** Ends the reading at the first error of syntax: what follows cannot be trusted. */
class Stop extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

class JsonReader {
  readonly problems: Problem[] = [];
  readonly #text: string;
  #offset = 0;
  #line = 1;
  #lineStart = 0;
  #nextBreak: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextBreak = text.indexOf('\n');
  }

  document(): Located {
    const value = this.#value(0);
    this.#space();
    if (this.#offset < this.#text.length) this.#stop('text after the end of the document', 'one JSON value');
    return value;
  }

  #value(depth: number): Located {
    if (depth > DEPTH_LIMIT) this.#stop('nested too deeply', `at most ${DEPTH_LIMIT} levels`);
    this.#space();
    const [line, column] = this.#place();
    const next = this.#text[this.#offset];
    if (next === '[') return list(this.#items(depth), line, column);
    if (next === '{') return map(this.#entries(depth), line, column);
    return scalar(this.#token(), line, column);
  }

  #items(depth: number): Located[] {
    const items: Located[] = [];
    this.#offset++;
    if (this.#accept(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#accept(','));
    this.#expect(']');
    return items;
  }

  #entries(depth: number): LocatedEntry[] {
    const entries: LocatedEntry[] = [];
    const seen = new Set<string>();
    this.#offset++;
    if (this.#accept('}')) return entries;
    do {
      this.#space();
      const [line, column] = this.#place();
      if (this.#text[this.#offset] !== '"') this.#stop('a key is missing', 'text in double quotes');
      const key = String(this.#token());
      this.#expect(':');
      const value = this.#value(depth + 1);
      if (seen.has(key)) this.problems.push({ line, column, message: 'the key stands twice in one map', found: quoteFound(key), allowed: 'each key once' });
      else entries.push({ key, line, column, value });
      seen.add(key);
    } while (this.#accept(','));
    this.#expect('}');
    return entries;
  }

  #token(): string | number | boolean | null {
    TOKEN.lastIndex = this.#offset;
    const token = TOKEN.exec(this.#text)?.[0];
    if (token === undefined) this.#stop('not JSON', 'a JSON value');
    try {
      const value: unknown = JSON.parse(token);
      this.#offset += token.length;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
      return null;
    } catch {
      return this.#stop('not JSON', 'a JSON value without raw control characters');
    }
  }

  #accept(mark: string): boolean {
    this.#space();
    if (this.#text[this.#offset] !== mark) return false;
    this.#offset++;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#accept(mark)) this.#stop('not JSON', JSON.stringify(mark));
  }

  #space(): void {
    SPACE.lastIndex = this.#offset;
    this.#offset += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #place(): readonly [number, number] {
    // The next break is kept, because a search from each value would read a one-line text to its end each time.
    while (this.#nextBreak !== -1 && this.#nextBreak < this.#offset) {
      this.#line++;
      this.#lineStart = this.#nextBreak + 1;
      this.#nextBreak = this.#text.indexOf('\n', this.#lineStart);
    }
    return [this.#line, this.#offset - this.#lineStart + 1];
  }

  #stop(message: string, allowed: string): never {
    const [line, column] = this.#place();
    const rest = this.#text.slice(this.#offset, this.#offset + 20);
    throw new Stop({ line, column, message, found: rest === '' ? 'the end of the text' : quoteFound(rest), allowed });
  }
}
