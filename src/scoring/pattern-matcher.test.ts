import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMatcher } from './pattern-matcher.ts';
import { readPattern } from './pattern-tree.ts';

function search(pattern: string, flags: string, text: string): boolean {
  const read = readPattern(pattern, flags);
  if (read.kind !== 'tree') throw new Error(`unsupported: ${read.construct}`);
  return compileMatcher(read.tree, flags)!(text);
}

/**
 * What ECMAScript says of a search with the u flag: attempts start at code points only. Engines differ from it: V8 also starts an
 * assertion such as \B between the two halves of a surrogate pair, so each attempt is made sticky.
 */
function specified(source: string, flags: string, sample: string): boolean {
  const expression = new RegExp(source, `${flags}y`);
  for (let at = 0; at <= sample.length; at += (sample.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    expression.lastIndex = at;
    if (expression.test(sample)) return true;
  }
  return false;
}

const atom = fc.constantFrom(
  'a',
  'b',
  'A',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\s',
  '\\n',
  '\\.',
  '\\u0061',
  '\\u{1F600}',
  '\\p{Lu}',
  '😀',
  '[😀-😂]',
  '\\b',
  '\\B',
  '^',
  '$',
  '[\\]]',
);
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '{1,2}?');
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(atom, quantifier).map(([a, q]) => (/^(?:\\[bB]|\^|\$)$/.test(a) ? a : a + q)),
    fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern'), quantifier).map(([open, inner, q]) => `${open}${inner})${q}`),
  ),
  pattern: fc
    .array(
      fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
}));
const text = fc.array(fc.constantFrom('a', 'b', 'A', '1', ' ', '\n', '.', ']', '😀', '😁', 'ſ'), { maxLength: 6 }).map((parts) => parts.join(''));

describe('linear-time search', () => {
  it('finds what JavaScript finds', () => {
    fc.assert(
      fc.property(pattern, fc.constantFrom('u', 'iu', 'mu', 'imu'), text, (source, flags, sample) => {
        expect(search(source, flags, sample)).toBe(specified(source, flags, sample));
      }),
      { numRuns: 1500 },
    );
  });

  it('reads the less common forms', () => {
    const cases: readonly (readonly [string, string, boolean])[] = [
      ['(?<year>\\d{4})-\\d\\d', 'on 2024-05', true],
      ['[^]x', '\nx', true],
      ['[]', 'x', false],
      ['a{3}', 'aa', false],
      ['\\x41\\cJ', 'A\n', true],
      ['\\ud83d\\ude00', '😀', true],
      ['\\/\\$\\(', '/$(', true],
      ['', '', true],
      ['\\B', 'a😁a', false],
    ];
    for (const [source, sample, found] of cases) {
      expect(search(source, 'u', sample)).toBe(found);
      expect(specified(source, 'u', sample)).toBe(found);
    }
  });
});
