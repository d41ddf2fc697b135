import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { formatDecimal, parseDecimal, withinTolerance } from './decimal.ts';
import { scorerFor } from './scorer-for.ts';

const numeric = scorerFor('numeric');
const read = (answer: string): string | null => numeric.normalise(answer)?.text ?? null;

describe('numeric scorer', () => {
  it.each([
    ['20.50', '20.5'],
    ['0020', '20'],
    ['1,234,567.0', '1234567'],
    ['1\u202f234', '1234'],
    ['$1,200', '1200'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['\\$18', '18'],
    ['€ 3.10', '3.1'],
    ['3.10 €', '3.1'],
    ['50%', '50'],
    ['50\\%', '50'],
    ['−7', '-7'],
    ['+7', '7'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['18.0.', '18'],
    ['1.5e3', '1500'],
    ['2E-3', '0.002'],
    ['１２', '12'],
    ['**18**', '18'],
    ['$18$', '18'],
    ['99999999999999999999', '99999999999999999999'],
  ])('reads %s as %s', (answer, expected) => {
    expect(read(answer)).toBe(expected);
  });

  it.each([
    '1/5',
    '-1.8 billion',
    "10+John's age",
    '7/14',
    '1,23',
    '12,34,567',
    '1 234',
    'eighteen',
    '18 apples',
    '1.2.3',
    'e5',
    '$',
    '.',
    '-',
    'NaN',
    'Infinity',
    '1e99999999',
  ])('finds no number in %s', (answer) => {
    expect(read(answer)).toBeNull();
    expect(numeric.equivalenceKey(answer)).toBeNull();
    expect(numeric.score(answer, 1)).toBe(0);
  });

  it.each([
    ['She has 3 + 15 = 18 eggs.\n#### 18', '18'],
    ['Reasoning.\nAnswer: 18', '18'],
    ['**Final Answer:** $18.', '18'],
    ['The final answer: 18', '18'],
    ['Answer: 17\nNo, wait.\nAnswer: 18', '18'],
    ['Answer:\n\n18', '18'],
    ['thus \\boxed{1,800}', '1800'],
    ['\\boxed{17} is wrong, so\nAnswer: \\boxed{\\text{18}}', '18'],
    ['#### 17\n\\boxed{18}', '18'],
  ])('takes the last marked answer of %j', (answer, expected) => {
    expect(read(answer)).toBe(expected);
  });

  it('never guesses at the last number of an unmarked text', () => {
    expect(read('She sells 16 eggs and earns 18')).toBeNull();
    expect(read('Answer: about 18')).toBeNull();
    expect(read('My answer is 18')).toBeNull();
  });

  it('compares exactly where binary fractions do not', () => {
    expect(numeric.score('0.3', '0.30000000000000004')).toBe(0);
    expect(numeric.score('100000000000000000001', '100000000000000000000')).toBe(0);
    expect(scorerFor('numeric', { tolerance: 0.1 }).score('0.3', 0.2)).toBe(1);
    expect(scorerFor('numeric', { tolerance: 0.1 }).score('0.30000000000000000001', 0.2)).toBe(0);
    expect(scorerFor('numeric', { tolerance: 0.5 }).score('1e500', '-1e-500')).toBe(0);
  });

  it('widens the score by the tolerance but not the vote', () => {
    const tolerant = scorerFor('numeric', { tolerance: 1 });
    expect(tolerant.score('19', 18)).toBe(1);
    expect(tolerant.equivalenceKey('19')).not.toBe(tolerant.equivalenceKey('18'));
  });

  it('refuses a target that is no number, when read and when scored', () => {
    expect(numeric.targetProblems('#### 18')).toEqual([]);
    expect(numeric.targetProblems(18.5)).toEqual([]);
    for (const target of ['many', null, Number.NaN, true, { value: 18 }]) {
      expect(numeric.targetProblems(target)).toMatchObject([{ path: 'target', message: 'is not a number' }]);
      expect(() => numeric.score('18', target)).toThrow(PolityError);
    }
  });
});

describe('exact decimals', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

  it('read back as the value that they write, and once read stay as they are', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const text = formatDecimal(parseDecimal(String(value))!);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
        expect(formatDecimal(parseDecimal(text)!)).toBe(text);
      }),
    );
  });

  it('measure differences like whole numbers do', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: -1000n, max: 1000n }),
        fc.nat(1000),
        fc.nat(12),
        (a, step, tolerance, places) => {
          const at = (value: bigint) => parseDecimal(`${value}e-${places}`)!;
          const distance = step < 0n ? -step : step;
          expect(withinTolerance(at(a), at(a + step), at(BigInt(tolerance)))).toBe(distance <= BigInt(tolerance));
        },
      ),
    );
  });
});
