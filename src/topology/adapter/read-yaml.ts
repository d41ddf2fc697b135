import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type Problem, quoteFound } from '#lib';
import { DEPTH_LIMIT, type Located, type LocatedEntry, list, map, scalar, VALUE_LIMIT } from './located.ts';
import type { ReadResult } from './read-json.ts';

/** Reads YAML 1.2 with places; duplicate keys, foreign tags, aliases that never end or that multiply are problems. */
export function readYaml(text: string): ReadResult {
  const lines = new LineCounter();
  const parsed = parseSafely(text, lines);
  if ('problems' in parsed) return parsed;
  const faults = [...parsed.document.errors, ...parsed.document.warnings];
  if (faults.length > 0) {
    return {
      problems: faults.map((fault) => {
        const { line, col } = lines.linePos(fault.pos[0]);
        return { line: Math.max(1, line), column: Math.max(1, col), message: `not valid YAML: ${firstLine(fault.message)}` };
      }),
    };
  }
  const walker = new YamlWalker(lines);
  const value = walker.locate(parsed.document.contents, 0);
  if (walker.problems.length === 0 && value.size > VALUE_LIMIT) {
    walker.problems.push({ line: 1, message: 'the aliases stand for too many values', found: `${value.size} values`, allowed: `at most ${VALUE_LIMIT}` });
  }
  return walker.problems.length > 0 ? { problems: walker.problems } : { value };
}

function parseSafely(text: string, lineCounter: LineCounter): { document: ReturnType<typeof parseDocument> } | { problems: readonly Problem[] } {
  try {
    // Unique keys are checked below with a set: the library compares each key with each, which is quadratic.
    return {
      document: parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, stringKeys: false, logLevel: 'error', resolveKnownTags: false }),
    };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) {
      return { problems: [{ message: `not valid YAML: ${firstLine(thrown instanceof Error ? thrown.message : String(thrown))}` }] };
    }
    return { problems: [{ line: 1, message: 'nested too deeply', allowed: `at most ${DEPTH_LIMIT} levels` }] };
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

class YamlWalker {
  readonly problems: Problem[] = [];
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, Located>();

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  /** Aliases share the located value of their anchor, so expanding costs nothing; sizes tell what expansion would cost. */
  locate(node: unknown, depth: number): Located {
    if (isAlias(node)) return this.#alias(node.source, node.range);
    const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined;
    const [line, column] = this.#place(range);
    if (depth > DEPTH_LIMIT) {
      this.problems.push({ line, column, message: 'nested too deeply', allowed: `at most ${DEPTH_LIMIT} levels` });
      return scalar(null, line, column);
    }
    const value = this.#content(node, depth, line, column);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) this.#anchors.set(node.anchor, value);
    return value;
  }

  #content(node: unknown, depth: number, line: number, column: number): Located {
    if (isSeq(node))
      return list(
        node.items.map((item) => this.locate(item, depth + 1)),
        line,
        column,
      );
    if (isMap(node)) return map(this.#entries(node.items, depth, line, column), line, column);
    if (!isScalar(node)) return scalar(null, line, column);
    const { value } = node;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return scalar(value, line, column);
    return scalar(null, line, column);
  }

  #entries(pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number, line: number, column: number): LocatedEntry[] {
    const entries: LocatedEntry[] = [];
    const seen = new Set<string>();
    for (const pair of pairs) {
      const key = this.locate(pair.key, depth + 1);
      const at = pair.key === null ? { line, column } : { line: key.line, column: key.column };
      const located = this.locate(pair.value, depth + 1);
      const value = pair.value === null ? scalar(null, at.line, at.column) : located;
      if (key.type !== 'scalar' || typeof key.value !== 'string') {
        const found = key.type === 'scalar' ? quoteFound(key.value) : `a ${key.type}`;
        this.problems.push({ ...at, message: 'a key must be text; put it in quotes', found, allowed: 'text' });
      } else if (seen.has(key.value)) {
        this.problems.push({ ...at, message: 'the key stands twice in one map', found: quoteFound(key.value), allowed: 'each key once' });
      } else {
        seen.add(key.value);
        entries.push({ key: key.value, ...at, value });
      }
    }
    return entries;
  }

  #alias(name: string, range: readonly number[] | null | undefined): Located {
    const [line, column] = this.#place(range);
    const target = this.#anchors.get(name);
    if (target !== undefined) return { ...target, line, column };
    this.problems.push({ line, column, message: 'the alias names no anchor before it', found: quoteFound(`*${name}`), nearest: undefined });
    return scalar(null, line, column);
  }

  #place(range: readonly number[] | null | undefined): readonly [number, number] {
    const position = this.#lines.linePos(range?.[0] ?? 0);
    return [Math.max(1, position.line), Math.max(1, position.col)];
  }
}
