import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { minimumDetectableEffect } from './detectable.ts';
import type { Observation } from './observation.ts';
import { type CostQuality, paretoFront } from './pareto.ts';

const dominates = (p: CostQuality, q: CostQuality): boolean => p.cost <= q.cost && p.quality >= q.quality && (p.cost < q.cost || p.quality > q.quality);

/** Points on a coarse grid, so that ties and lines happen. */
const pointsArbitrary = fc
  .array(fc.tuple(fc.nat(8), fc.nat(8)), { minLength: 1, maxLength: 25 })
  .map((pairs) => pairs.map(([cost, quality], index) => ({ id: `p${index}`, cost, quality })));

describe('Pareto front', () => {
  it('holds exactly the points that no other dominates, equal points together', () => {
    fc.assert(
      fc.property(pointsArbitrary, (points) => {
        const expected = points.filter((q) => !points.some((p) => dominates(p, q))).map((p) => p.id);
        expect([...paretoFront(points).nondominated].sort()).toEqual(expected.sort());
      }),
    );
  });

  it('keeps on the convex part exactly the front points that no mixture of two beats', () => {
    fc.assert(
      fc.property(pointsArbitrary, (points) => {
        const { nondominated, convex } = paretoFront(points);
        const front = points.filter((p) => nondominated.includes(p.id));
        const belowMixture = (q: CostQuality): boolean =>
          front.some((l) =>
            front.some((r) => l.cost < q.cost && q.cost < r.cost && (q.quality - l.quality) * (r.cost - l.cost) < (r.quality - l.quality) * (q.cost - l.cost)),
          );
        expect([...convex].sort()).toEqual(
          front
            .filter((q) => !belowMixture(q))
            .map((q) => q.id)
            .sort(),
        );
      }),
    );
  });
});

describe('recorded HumanEval agents', () => {
  const rows = readFileSync(new URL('../../test/fixtures/recorded/agent-evals-0409.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.split(','));
  const observations: Observation[] = rows.map(([strategy, model, seed, , accuracy, cost]) => ({
    task: 'humaneval',
    arm: `${strategy} ${model}`,
    seed: seed!,
    score: Number(accuracy),
    costUsd: Number(cost),
  }));
  const analysis = analyse(observations, { resamples: 500 });

  it('gives the published front and its convex part', () => {
    expect(analysis.pareto).toMatchObject({
      axis: 'costUsd',
      membershipOver: 'runs',
      nondominated: [
        'simple gpt-3.5-turbo-0125',
        'simple_boosting l3_8b-gpt35-l3_70b-gpt4-0409',
        'simple gpt-4-turbo-2024-04-09',
        'ldb gpt-3.5-turbo-0125+gpt-4-turbo-2024-04-09',
        'simple_incr_temp gpt-4-turbo-0409-5step',
        'ldb gpt-4-turbo-2024-04-09+gpt-4-turbo-2024-04-09',
      ],
      convex: [
        'simple gpt-3.5-turbo-0125',
        'simple_boosting l3_8b-gpt35-l3_70b-gpt4-0409',
        'simple_incr_temp gpt-4-turbo-0409-5step',
        'ldb gpt-4-turbo-2024-04-09+gpt-4-turbo-2024-04-09',
      ],
    });
  });

  it('says which places are certain: the cheapest always, the dearest never, the close call between', () => {
    const membership = analysis.pareto?.membership ?? {};
    expect(membership['simple gpt-3.5-turbo-0125']).toBe(1);
    expect(membership['lats gpt-4-turbo-2024-04-09']).toBe(0);
    const close = membership['ldb gpt-4-turbo-2024-04-09+gpt-4-turbo-2024-04-09']!;
    expect(close).toBeGreaterThan(0.3);
    expect(close).toBeLessThan(1);
  });

  it('gives t-intervals over the five runs, p null', () => {
    const boosting = analysis.arms.find((arm) => arm.arm.startsWith('simple_boosting'))!;
    expect(boosting.intervalOver).toBe('runs');
    expect(boosting.mean).toBeCloseTo(0.85, 3);
    expect((boosting.interval![1] - boosting.interval![0]) / 2).toBeCloseTo(0.007, 3);
    expect(analysis.pairs).toHaveLength((13 * 12) / 2);
    for (const pair of analysis.pairs) expect([pair.p, pair.pAdjusted, pair.intervalOver]).toEqual([null, null, 'runs']);
  });
});

describe('minimum detectable effect', () => {
  it('has the stated power when simulated from the formula it solves', () => {
    const effect = minimumDetectableEffect({ tasks: 1319, arms: 2 });
    // Connor 1987: n = (z_α √d + z_β √(d − δ²))² / δ².
    const n = (1.959964 * Math.sqrt(0.3) + 0.841621 * Math.sqrt(0.3 - effect.difference ** 2)) ** 2 / effect.difference ** 2;
    expect(n).toBeCloseTo(1319, 1);
    expect(effect).toMatchObject({ discordance: 0.3, discordanceFrom: 'default', alpha: 0.05, power: 0.8, capped: false });
  });

  it('shrinks with more tasks, grows with more arms, and is capped at the discordance', () => {
    const at = (tasks: number, arms: number, pilotDiscordance?: number) => minimumDetectableEffect({ tasks, arms, pilotDiscordance });
    expect(at(400, 3).difference).toBeLessThan(at(100, 3).difference);
    expect(at(400, 13).difference).toBeGreaterThan(at(400, 2).difference);
    expect(at(5, 2)).toMatchObject({ difference: 0.3, capped: true });
    expect(at(400, 2, 0.1)).toMatchObject({ discordance: 0.1, discordanceFrom: 'pilot' });
  });
});
