import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { budgetFlag, choiceFlag, integerFlag, numberFlag, readPairs, repeatedFlag } from './flags.ts';

function refusal(call: () => unknown): PolityError {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof PolityError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
}

describe('--budget', () => {
  it('reads every limit', () => {
    expect(budgetFlag()('turns=10, tokens=2000,usd=0.5,seconds=1.5,concurrency=4')).toEqual({
      turns: 10,
      tokens: 2000,
      usd: 0.5,
      seconds: 1.5,
      concurrency: 4,
    });
  });

  it('may be repeated with other keys, and refuses a key given twice', () => {
    const first = budgetFlag()('turns=3');
    expect(budgetFlag()('usd=0', first)).toEqual({ turns: 3, usd: 0 });
    expect(refusal(() => budgetFlag()('turns=4', first)).message).toContain('given twice');
  });

  it('lists every problem at once, with the nearest name', () => {
    const error = refusal(() => budgetFlag()('turn=5,tokens=1.5,usd,seconds=0,concurrency=0,'));
    expect(error.code).toBe('usage.invalid');
    expect(error.details.problems).toHaveLength(6);
    expect(error.message).toContain('did you mean "turns"?');
    expect(error.message).toContain('found "1.5"; allowed: a whole number from 1');
  });

  it.each(['usd=NaN', 'usd=-1', 'usd=1e999', 'turns=0x10', 'turns=99999999999999999999', 'seconds=Infinity', '__proto__=1', 'toString=1'])(
    'refuses %s',
    (text) => {
      expect(refusal(() => budgetFlag()(text)).code).toBe('usage.invalid');
    },
  );
});

describe('numbers', () => {
  it('are read inside their range only', () => {
    const size = integerFlag('--size', { minimum: 2, maximum: 9 });
    expect([size('2'), size('9'), size('+3')]).toEqual([2, 9, 3]);
    for (const text of ['1', '10', '', ' ', '3.5', '3x', '٣']) expect(refusal(() => size(text)).message).toContain('a whole number from 2 to 9');
    const margin = numberFlag('--margin', { minimum: 0 });
    expect([margin('0'), margin('.5'), margin('2e-3')]).toEqual([0, 0.5, 0.002]);
    for (const text of ['-0.1', 'e', '.', '1,5']) expect(refusal(() => margin(text)).message).toContain('--margin');
  });
});

describe('words and lists', () => {
  it('name the nearest choice', () => {
    expect(choiceFlag('--to', ['yaml', 'json'])('json')).toBe('json');
    expect(refusal(() => choiceFlag('--to', ['yaml', 'json'])('jsn')).message).toContain('did you mean "json"?');
  });

  it('collect repeated values in order', () => {
    expect(repeatedFlag('b', repeatedFlag('a'))).toEqual(['a', 'b']);
  });

  it('keep a value with an equals sign for the rule to judge', () => {
    const seen: string[] = [];
    readPairs('--x', 'k=a=b', { k: { allowed: 'anything', read: (text) => seen.push(text) } });
    expect(seen).toEqual(['a=b']);
  });
});
