import { isAlias, isMap, isScalar, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { nearestName, type Problem, quoteFound } from '#lib';

/** A range of allowed numbers. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

/** A value of a document with the place it stands at, e.g. `agents.ada.skill`. */
export interface Located {
  readonly node: Node | null;
  readonly path: string;
}

/** Reads a YAML or JSON document member by member; whatever is wrong becomes a problem with line, column and path. */
export class LocatedYaml {
  readonly root: Located;
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #problems: Problem[];

  constructor(text: string, file: string, problems: Problem[]) {
    this.#file = file;
    this.#problems = problems;
    const document = parseDocument<ParsedNode>(text, { lineCounter: this.#lines, uniqueKeys: true, prettyErrors: false });
    for (const error of [...document.errors, ...document.warnings]) problems.push({ file, ...this.#at(error.pos[0]), message: error.message });
    this.root = { node: document.contents, path: '' };
  }

  /** The members of a map with known keys; others are reported with the nearest known one. An empty document is an empty map. */
  members<K extends string>(value: Located, known: readonly K[]): Partial<Record<K, Located>> {
    const found: Partial<Record<K, Located>> = {};
    for (const [key, member] of this.entries(value)) {
      const name = known.find((candidate) => candidate === key);
      if (name !== undefined) found[name] = member;
      else this.problem(member, 'unknown key', { found: quoteFound(key), allowed: known.join(', '), nearest: nearestName(key, known) });
    }
    return found;
  }

  /** All members of a map with free keys. */
  entries(value: Located): [string, Located][] {
    if (value.node === null || (isScalar(value.node) && value.node.value === null)) return [];
    if (!isMap(value.node)) {
      this.problem(value, 'must be a map', { found: quoteFound(this.#plain(value.node)) });
      return [];
    }
    return value.node.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
      const node = isNode(pair.value) ? pair.value : isNode(pair.key) ? pair.key : null;
      return [key, { node, path: value.path === '' ? key : `${value.path}.${key}` }];
    });
  }

  isNull(value: Located): boolean {
    return isScalar(value.node) && value.node.value === null;
  }

  isMap(value: Located): boolean {
    return isMap(value.node);
  }

  /** A number in range, or the fallback when absent or wrong. */
  number(value: Located | undefined, range: NumberRange, fallback: number): number {
    if (value === undefined) return fallback;
    const found = isScalar(value.node) ? value.node.value : undefined;
    if (typeof found === 'number' && found >= range.min && found <= range.max && (range.integer !== true || Number.isInteger(found))) return found;
    this.problem(value, range.integer === true ? 'must be a whole number' : 'must be a number', {
      found: quoteFound(this.#plain(value.node)),
      allowed: `${range.min} to ${range.max}`,
    });
    return fallback;
  }

  problem(value: Located, message: string, notes: Pick<Problem, 'found' | 'allowed' | 'nearest'> = {}): void {
    const offset = value.node?.range?.[0];
    const { nearest, ...rest } = notes;
    const place = offset === undefined ? {} : this.#at(offset);
    this.#problems.push({
      file: this.#file,
      ...place,
      ...(value.path === '' ? {} : { path: value.path }),
      message,
      ...rest,
      ...(nearest === undefined ? {} : { nearest }),
    });
  }

  #at(offset: number): { line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }

  #plain(node: Node | null): unknown {
    if (isScalar(node)) return node.value;
    return isAlias(node) ? `*${node.source}` : isMap(node) ? 'a map' : node === null ? null : 'a list';
  }
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isAlias(value) || (typeof value === 'object' && value !== null && 'items' in value && 'range' in value);
}
