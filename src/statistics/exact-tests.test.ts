import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#lib';
import { probabilityGreater } from './beta-binomial.ts';
import { holmAdjust } from './holm.ts';
import { exactMcNemar } from './mcnemar.ts';
import { signFlipTest } from './sign-flip.ts';

const rng = () => createRng(7);

/** Two-sided binomial p by Pascal's triangle in whole numbers. */
function countedMcNemar(aOnly: number, bOnly: number): number {
  const n = aOnly + bOnly;
  let row = [1n];
  for (let i = 0; i < n; i++) row = [1n, ...row.slice(1).map((value, k) => value + row[k]!), 1n];
  const tail = row.slice(0, Math.min(aOnly, bOnly) + 1).reduce((sum, value) => sum + value, 0n);
  return Math.min(1, Number(2n * tail) / Number(2n ** BigInt(n)));
}

/** Two-sided sign-flip p by recursion over every pattern. */
function countedSignFlip(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  const walk = (index: number, sum: number): number =>
    index === differences.length
      ? Number(Math.abs(sum) >= observed - 1e-9)
      : walk(index + 1, sum + differences[index]!) + walk(index + 1, sum - differences[index]!);
  return walk(0, 0) / 2 ** differences.length;
}

describe('exact McNemar', () => {
  it('equals direct counting for every small pair of counts', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (aOnly, bOnly) => {
        expect(exactMcNemar(aOnly, bOnly)).toBeCloseTo(countedMcNemar(aOnly, bOnly), 11);
      }),
    );
  });

  it('stays accurate where the terms of the sum underflow', () => {
    expect(exactMcNemar(4000, 4200) / 0.027972423571324654).toBeCloseTo(1, 9);
    expect(exactMcNemar(36, 240) / 3.564479877099168e-38).toBeCloseTo(1, 9);
    expect(exactMcNemar(0, 500) / 2 ** -499).toBeCloseTo(1, 9);
  });

  it('is one without discordant tasks and with as many on each side', () => {
    expect(exactMcNemar(0, 0)).toBe(1);
    expect(exactMcNemar(9, 9)).toBe(1);
  });
});

describe('sign-flip permutation', () => {
  it('counts every pattern up to sixteen differences', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 12 }), (whole) => {
        const differences = whole.map((value) => value / 5);
        const result = signFlipTest(differences, 1000, rng());
        expect(result.exact).toBe(true);
        expect(result.p).toBeCloseTo(countedSignFlip(differences), 12);
      }),
      { numRuns: 60 },
    );
    const sixteen = Array.from({ length: 16 }, (_, index) => index - 6.5);
    expect(signFlipTest(sixteen, 1000, rng()).p).toBeCloseTo(countedSignFlip(sixteen), 12);
  });

  it('equals exact McNemar on binary differences, and draws close to it beyond sixteen', () => {
    const differences = (a: number, b: number) => [...new Array<number>(a).fill(1), ...new Array<number>(b).fill(-1), 0, 0];
    expect(signFlipTest(differences(11, 3), 1000, rng()).p).toBeCloseTo(exactMcNemar(11, 3), 12);
    const drawn = signFlipTest(differences(40, 25), 50_000, rng());
    expect(drawn.exact).toBe(false);
    expect(Math.abs(drawn.p - exactMcNemar(40, 25))).toBeLessThan(0.005);
  });

  it('never gives zero from drawn patterns and one without differences', () => {
    expect(signFlipTest(new Float64Array(100).fill(0.3), 999, rng()).p).toBe(1 / 1000);
    expect(signFlipTest([0, 0, 0], 999, rng())).toEqual({ p: 1, exact: true });
  });
});

describe('Holm', () => {
  it('gives the adjusted values of a worked example', () => {
    const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((expected, index) => {
      expect(adjusted[index]).toBeCloseTo(expected, 12);
    });
  });

  it('lies between p and Bonferroni and keeps the order of the family', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }), (family) => {
        const adjusted = holmAdjust(family);
        family.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * family.length) + 1e-15);
          family.forEach((q, j) => {
            if (p < q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
          });
        });
      }),
    );
  });
});

describe('probability that one rate is greater', () => {
  it('is one half for equal evidence and complements when swapped', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40), (s1, f1, s2, f2) => {
        const a = { successes: s1, trials: s1 + f1 };
        const b = { successes: s2, trials: s2 + f2 };
        expect(probabilityGreater(a, a)).toBeCloseTo(0.5, 9);
        expect(probabilityGreater(a, b) + probabilityGreater(b, a)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('equals the integral where it is easy by hand', () => {
    // a ~ Beta(2, 1) with density 2x, b uniform: ∫ 2x · x dx = 2/3.
    expect(probabilityGreater({ successes: 1, trials: 1 }, { successes: 0, trials: 0 })).toBeCloseTo(2 / 3, 12);
    expect(probabilityGreater({ successes: 1, trials: 1 }, { successes: 0, trials: 1 })).toBeCloseTo(5 / 6, 12);
  });
});
