import { type Located, type LocatedEntry, list, map, scalar } from './located.ts';

/**
 * Reads the YAML that formatSpec writes, line by line; undefined when the text is anything else, which then goes to the YAML library.
 * It accepts a strict subset of YAML with the same meaning, and exists because the library needs seconds for 10,000 nodes with their edges.
 */
export function readCanonical(text: string): Located | undefined {
  if (!text.startsWith('version: 1\n') || !text.endsWith('\n')) return undefined;
  const lines = text.slice(0, -1).split('\n');
  const entries: LocatedEntry[] = [];
  let section: { key: string; line: number; items: Located[] } | undefined;
  const close = () => {
    if (section !== undefined) entries.push({ key: section.key, line: section.line, column: 1, value: list(section.items, section.line + 1, 3) });
    section = undefined;
  };
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (section !== undefined && text.startsWith('  - ')) {
      const item = readItem(text, line);
      if (item === undefined) return undefined;
      section.items.push(item);
      continue;
    }
    close();
    if (text === 'nodes:' || text === 'edges:') {
      section = { key: text.slice(0, -1), line, items: [] };
      continue;
    }
    const entry = readHeader(text, line);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  close();
  const unique = new Set(entries.map((entry) => entry.key)).size === entries.length;
  return unique && entries.every((entry) => entry.value.type !== 'list' || entry.value.items.length > 0 || entry.key === 'edges')
    ? map(entries, 1, 1)
    : undefined;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\\p{Cc}]|\\["\\bfnrt]|\\u[0-9a-f]{4})*"/uy;
const NUMBER = /-?(?:0|[1-9]\d{0,14})(?![\w.+-])/y;

function readHeader(text: string, line: number): LocatedEntry | undefined {
  const colon = text.indexOf(': ');
  const key = text.slice(0, Math.max(0, colon));
  if (key === 'edges' && text === 'edges: []') return { key, line, column: 1, value: list([], line, 8) };
  if (!['version', 'name', 'kind', 'parameters'].includes(key)) return undefined;
  const cursor = new Cursor(text, line, colon + 2);
  const value = key === 'parameters' ? cursor.flowMap(false) : cursor.scalar();
  return value === undefined || !cursor.atEnd() ? undefined : { key, line, column: 1, value };
}

function readItem(text: string, line: number): Located | undefined {
  const cursor = new Cursor(text, line, 4);
  const value = cursor.flowMap(true);
  return value === undefined || !cursor.atEnd() ? undefined : value;
}

class Cursor {
  readonly #text: string;
  readonly #line: number;
  #offset: number;

  constructor(text: string, line: number, offset: number) {
    this.#text = text;
    this.#line = line;
    this.#offset = offset;
  }

  atEnd(): boolean {
    return this.#offset === this.#text.length;
  }

  flowMap(nested: boolean): Located | undefined {
    const column = this.#offset + 1;
    const entries: LocatedEntry[] = [];
    const seen = new Set<string>();
    if (!this.#accept('{')) return undefined;
    do {
      const at = this.#offset + 1;
      const key = this.#word();
      if (key === undefined || seen.has(key) || !this.#accept(': ')) return undefined;
      seen.add(key);
      const value = nested && this.#text[this.#offset] === '{' ? this.flowMap(false) : this.scalar();
      if (value === undefined) return undefined;
      entries.push({ key, line: this.#line, column: at, value });
    } while (this.#accept(', '));
    return this.#accept('}') ? map(entries, this.#line, column) : undefined;
  }

  scalar(): Located | undefined {
    const column = this.#offset + 1;
    const number = this.#match(NUMBER);
    if (number !== undefined) return scalar(Number(number), this.#line, column);
    if (this.#acceptWord('true')) return scalar(true, this.#line, column);
    if (this.#acceptWord('false')) return scalar(false, this.#line, column);
    const word = this.#word();
    return word === undefined ? undefined : scalar(word, this.#line, column);
  }

  #word(): string | undefined {
    const word = this.#match(WORD);
    if (word === undefined) return undefined;
    if (!word.startsWith('"')) return isPlainWord(word) ? word : undefined;
    const value: unknown = JSON.parse(word);
    return typeof value === 'string' ? value : undefined;
  }

  #acceptWord(word: string): boolean {
    return /^[,}]?$/.test(this.#text[this.#offset + word.length] ?? '') && this.#accept(word);
  }

  #accept(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#offset)) return false;
    this.#offset += mark.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#offset += found.length;
    return found;
  }
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words that YAML 1.1 or 1.2 readers take for something else than text. */
const RESERVED = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n', 'nan', 'inf']);

/** Whether the text can stand in YAML without quotes and still be text for every reader. */
export function isPlainWord(text: string): boolean {
  return PLAIN.test(text) && !RESERVED.has(text.toLowerCase());
}
