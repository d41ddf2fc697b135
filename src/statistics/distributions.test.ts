import { describe, expect, it } from 'vitest';
import { incompleteBeta, logChoose, logGamma, normalQuantile, studentCdf, studentQuantile } from './distributions.ts';
import { studentInterval, wilsonInterval } from './intervals.ts';

describe('distributions', () => {
  it('gives the Student-t values of the printed tables', () => {
    const table: readonly (readonly [number, number, number])[] = [
      [1, 12.7062047, 63.6567412],
      [2, 4.3026527, 9.9248432],
      [4, 2.7764451, 4.6040949],
      [10, 2.2281389, 3.1692727],
      [30, 2.0422725, 2.7499957],
      [1000, 1.9623391, 2.5807547],
    ];
    for (const [df, at975, at995] of table) {
      expect(studentQuantile(0.975, df)).toBeCloseTo(at975, 6);
      expect(studentQuantile(0.995, df)).toBeCloseTo(at995, 6);
    }
  });

  it('gives the standard normal values in centre, flank and far tail', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.3)).toBeCloseTo(-0.5244005127080407, 12);
    expect(normalQuantile(1e-5)).toBeCloseTo(-4.264890793922825, 10);
    expect(normalQuantile(1e-12)).toBeCloseTo(-7.034483825301132, 9);
  });

  it('inverts the t distribution', () => {
    for (const df of [1, 3, 7.5, 40]) for (const p of [0.001, 0.2, 0.5, 0.9]) expect(studentCdf(studentQuantile(p, df), df)).toBeCloseTo(p, 12);
  });

  it('agrees with closed forms of the gamma and beta functions', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
    expect(logChoose(10, 3)).toBeCloseTo(Math.log(120), 12);
    expect(incompleteBeta(0.3, 1, 4)).toBeCloseTo(1 - 0.7 ** 4, 12);
    expect(incompleteBeta(0.8, 2, 2)).toBeCloseTo(3 * 0.64 - 2 * 0.512, 12);
  });
});

describe('intervals', () => {
  it('computes the Wilson interval of a published example', () => {
    // Newcombe 1998, Statistics in Medicine 17:857, table I: 81/263, 15/148, 0/20, 1/29.
    const published: readonly (readonly [number, number, number, number])[] = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ];
    for (const [successes, trials, low, high] of published) {
      const interval = wilsonInterval(successes, trials);
      expect(interval[0]).toBeCloseTo(low, 4);
      expect(interval[1]).toBeCloseTo(high, 4);
    }
  });

  it('computes a t-interval by hand and none of one value', () => {
    const [low, high] = studentInterval([1, 2, 3], 0.95) ?? [0, 0];
    expect((low + high) / 2).toBeCloseTo(2, 12);
    expect(high - 2).toBeCloseTo(4.3026527 / Math.sqrt(3), 6);
    expect(studentInterval([1], 0.95)).toBeNull();
  });
});
