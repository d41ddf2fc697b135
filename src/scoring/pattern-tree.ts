import { PolityError } from '#lib';

/** A pattern as a tree. An atom reads one code point; an assertion reads none. */
export type PatternNode =
  | { readonly kind: 'atom'; readonly reads: (codePoint: string) => boolean }
  | { readonly kind: 'assertion'; readonly at: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

export type Assertion = 'start' | 'end' | 'word_edge' | 'no_word_edge';

/** A tree, or the construct that cannot be matched in linear time. */
export type ReadPattern = { readonly kind: 'tree'; readonly tree: PatternNode } | { readonly kind: 'unsupported'; readonly construct: string };

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u;
const UNSUPPORTED = /^(?:\(\?<?[=!]|\\[1-9k])/u;
const GROUP_OPENING = /^\((?:\?(?::|<[^>]*>))?/u;
const ATOM =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)|.)/su;
const ASSERTIONS: Readonly<Record<string, Assertion>> = { '^': 'start', $: 'end', '\\b': 'word_edge', '\\B': 'no_word_edge' };

/** What is left of the pattern while it is read. */
interface Cursor {
  rest: string;
  unsupported: string | undefined;
}

function take(cursor: Cursor, length: number): void {
  cursor.rest = cursor.rest.slice(length);
}

/** The reader of a single character, class or escape: JavaScript's own, asked about one code point, so that classes mean what they mean there. */
function readerOf(source: string, flags: string): (codePoint: string) => boolean {
  if (!flags.includes('i') && !/^[.[\\]/u.test(source)) return (codePoint) => codePoint === source;
  const single = new RegExp(`^(?:${source})$`, flags.replace('m', ''));
  return (codePoint) => single.test(codePoint);
}

function readQuantified(cursor: Cursor, part: PatternNode): PatternNode {
  const found = QUANTIFIER.exec(cursor.rest);
  if (found === null) return part;
  take(cursor, found[0].length);
  const [, sign, low, comma, high] = found;
  if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const least = Number(low);
  const most = comma === undefined ? least : high === undefined || high === '' ? Number.POSITIVE_INFINITY : Number(high);
  return { kind: 'repeat', part, least, most };
}

function readTerm(cursor: Cursor, flags: string): PatternNode {
  const opening = GROUP_OPENING.exec(cursor.rest);
  if (opening !== null) {
    take(cursor, opening[0].length);
    const inside = readEither(cursor, flags);
    take(cursor, 1); // the closing parenthesis: the pattern is known to be valid
    return readQuantified(cursor, inside);
  }
  const source = ATOM.exec(cursor.rest)?.[0] ?? cursor.rest;
  take(cursor, source.length);
  const at = ASSERTIONS[source];
  return at === undefined ? readQuantified(cursor, { kind: 'atom', reads: readerOf(source, flags) }) : { kind: 'assertion', at };
}

function readEither(cursor: Cursor, flags: string): PatternNode {
  const options: PatternNode[] = [];
  let parts: PatternNode[] = [];
  while (cursor.rest !== '' && !cursor.rest.startsWith(')')) {
    cursor.unsupported = UNSUPPORTED.exec(cursor.rest)?.[0];
    if (cursor.unsupported !== undefined) cursor.rest = '';
    else if (cursor.rest.startsWith('|')) {
      options.push({ kind: 'sequence', parts });
      parts = [];
      take(cursor, 1);
    } else parts.push(readTerm(cursor, flags));
    if (cursor.unsupported !== undefined) break;
  }
  const last: PatternNode = { kind: 'sequence', parts };
  return options.length === 0 ? last : { kind: 'either', options: [...options, last] };
}

/** Reads a pattern that JavaScript accepts with the `u` flag. Lookaround and backreferences are not regular and are refused. */
export function readPattern(pattern: string, flags: string): ReadPattern {
  const cursor: Cursor = { rest: pattern, unsupported: undefined };
  const tree = readEither(cursor, flags);
  if (cursor.unsupported !== undefined) return { kind: 'unsupported', construct: cursor.unsupported.startsWith('(') ? 'lookaround' : 'backreference' };
  if (cursor.rest !== '') throw new PolityError('internal', `pattern not read to its end: ${JSON.stringify(cursor.rest)}`);
  return { kind: 'tree', tree };
}
