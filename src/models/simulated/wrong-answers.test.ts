import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';
import { wrongAnswers } from './wrong-answers.ts';

describe('wrongAnswers', () => {
  it('keeps the form of the target', () => {
    const forms: readonly (readonly [string, RegExp])[] = [
      ['42', /^\d+$/],
      ['0', /^[1-9]\d*$/],
      ['-7', /^-?\d+$/],
      ['70,000', /^[\d,]+$/],
      ['1,234.50', /^[\d,]+\.\d\d$/],
      ['.5', /^\d\.\d$/],
      ['123456789012345678901234567890', /^\d{29,}$/],
      ['B', /^[ACD]$/],
      ['(e)', /^\([a-d]\)$/],
      ['Yes', /^No$/],
      ['TRUE', /^FALSE$/],
      ['Paris', /^[A-Z][a-z]{4}$/],
      ['3/4', /^\d\/\d$/],
      ['東京', /^other \d+$/],
    ];
    for (const [target, form] of forms) {
      const wrong = wrongAnswers(target, 4, 7);
      expect(wrong.length, target).toBeGreaterThan(0);
      for (const answer of wrong) expect(answer, target).toMatch(form);
    }
  });

  it('gives as many as asked, all different, none of which is or contains the target', () => {
    const target = fc.oneof(
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((n) => n.toFixed(2)),
      fc.stringMatching(/^[a-z]{2,12}( [a-z0-9]{1,5})?$/),
    );
    fc.assert(
      fc.property(target, fc.integer({ min: 1, max: 8 }), fc.nat(), (text, count, seed) => {
        fc.pre(!['no', 'yes', 'true', 'false'].includes(text));
        const wrong = wrongAnswers(text, count, seed);
        expect(wrong).toHaveLength(count);
        expect(new Set(wrong).size).toBe(count);
        expect(wrong.some((answer) => answer.includes(text))).toBe(false);
        if (Number.isFinite(Number(text))) expect(wrong.some((answer) => Number(answer) === Number(text))).toBe(false);
      }),
    );
  });
});

describe('normalQuantile', () => {
  it('gives the known quantiles and is odd around one half', () => {
    for (const [p, z] of [
      [0.5, 0],
      [0.975, 1.959963985],
      [0.8413447461, 1],
      [0.001, -3.090232306],
    ] as const)
      expect(normalQuantile(p)).toBeCloseTo(z, 7);
    expect(normalQuantile(0.013)).toBeCloseTo(-normalQuantile(0.987), 8);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});
