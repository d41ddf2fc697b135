import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { print, printJson, styles, table, toJson, wantsColor, wrap } from './output.ts';
import { visible, visibleLines } from './visible.ts';
import { displayWidth, truncate } from './width.ts';

function sink(isTTY = false) {
  const written: string[] = [];
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) };
}

describe('display width', () => {
  it.each([
    ['abc', 3],
    ['漢字', 4],
    ['ｶﾅ', 2],
    ['한국어', 6],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['🙂', 2],
    ['é–…→', 4],
    ['ＡＢ', 4],
    ['\u001b[1mbold\u001b[22m', 4],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  it('never cuts wider than asked and keeps a text that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, columns) => {
        const plain = visible(text);
        const cut = truncate(plain, columns);
        expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
        if (displayWidth(plain) <= columns) expect(cut).toBe(plain);
      }),
    );
  });
});

describe('tables', () => {
  it('keeps columns straight with wide characters', () => {
    const lines = table(
      ['name', 'n'],
      [
        ['漢字', '1'],
        ['abcde', '22'],
      ],
      { align: ['left', 'right'] },
    ).split('\n');
    expect(lines).toEqual(['name    n', '─────  ──', '漢字    1', 'abcde  22']);
  });

  it('shows line breaks and terminal sequences of cells instead of obeying them', () => {
    const text = table(['a'], [['x\ny\u001b[2J\u202e']]);
    expect(text).toContain('x\\ny\\u001b[2J\\u202e');
    expect(text.split('\n')).toHaveLength(3);
  });

  it('wraps only the last column, inside the width', () => {
    const text = table(['key', 'text'], [['k', 'one two three four five six seven eight nine ten']], { width: 30 });
    const lines = text.split('\n');
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(30);
    expect(
      lines
        .slice(2)
        .map((line) => line.trim())
        .join(' '),
    ).toBe('k    one two three four five six seven eight nine ten');
  });

  it('takes short rows and no rows', () => {
    expect(table(['a', 'b'], [['1']])).toBe('a  b\n─  ─\n1');
    expect(table(['a'], [])).toBe('a\n─');
  });

  it('wraps without losing a character that is not a space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('untrusted text', () => {
  it('reaches the terminal without a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/\p{Cc}/u);
        expect(visibleLines(text, false).replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('may carry our own colours only where colours are on', () => {
    const text = styles(true).red('stop');
    expect(visibleLines(text, true)).toBe(text);
    expect(visibleLines(text, false)).toBe('\\u001b[31mstop\\u001b[39m');
    expect(visibleLines('\u001b[2J\u001b]0;title\u0007\u009b1m', true)).toBe('\\u001b[2J\\u001b]0;title\\u0007\\u009b1m');
  });

  it('survives in JSON unchanged and hidden nowhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const out = sink();
        printJson({ text }, out);
        const [written = ''] = out.written;
        expect(JSON.parse(written)).toEqual({ text });
        expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
      }),
    );
  });

  it('is printed as one write with one line break', () => {
    const out = sink();
    print('a\nb\r', out);
    expect(out.written).toEqual(['a\nb\\r\n']);
  });
});

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
  ])('on a terminal: %s, with %j: %s', (isTTY, env, expected) => {
    expect(wantsColor({ isTTY }, env)).toBe(expected);
  });

  it('leave text alone when they are off', () => {
    expect(styles(false).bold('x')).toBe('x');
  });
});

describe('results', () => {
  it('become JSON without their undefined members', () => {
    expect(toJson({ a: 1, b: undefined, c: [{ d: null }] })).toEqual({ a: 1, c: [{ d: null }] });
    expect(() => toJson(undefined)).toThrowError(/not data/);
  });
});
