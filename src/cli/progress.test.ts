import { describe, expect, it } from 'vitest';
import { ProgressLine } from './progress.ts';

function harness(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const line = new ProgressLine({ isTTY, columns: 20, write: (text) => written.push(text) }, () => clock.now);
  return { written, clock, line };
}

describe('progress on a terminal', () => {
  it('rewrites one line, not more often than ten times a second, and ends with the last state', () => {
    const { written, clock, line } = harness(true);
    line.show('1/9');
    clock.now = 50;
    line.show('2/9');
    clock.now = 100;
    line.show('3/9');
    line.show('9/9');
    line.end();
    expect(written).toEqual(['\r\u001b[2K1/9', '\r\u001b[2K3/9', '\r\u001b[2K9/9', '\n']);
  });

  it('steps aside for a line of another kind and comes back', () => {
    const { written, line } = harness(true);
    line.show('1/9');
    line.interrupt(() => written.push('note\n'));
    expect(written.slice(1)).toEqual(['\r\u001b[2K', 'note\n', '1/9']);
  });

  it('is cut to the terminal and shows control characters', () => {
    const { written, line } = harness(true);
    line.show(`\u001b[2J${'x'.repeat(50)}`);
    expect(written[0]).toBe(`\r\u001b[2K\\u001b[2J${'x'.repeat(9)}…`);
  });
});

describe('progress elsewhere', () => {
  it('writes the first state, one line every ten seconds, and the last state once', () => {
    const { written, clock, line } = harness(false);
    for (const [at, text] of [
      [0, 'a'],
      [9_999, 'b'],
      [10_000, 'c'],
      [12_000, 'd'],
    ] as const) {
      clock.now = at;
      line.show(text);
    }
    line.end();
    line.end();
    expect(written).toEqual(['a\n', 'c\n', 'd\n']);
  });
});
