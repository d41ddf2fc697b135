import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, PolityError } from '#lib';
import { analyse } from './analyse.ts';
import type { Observation } from './observation.ts';

const FAST = { resamples: 300, flips: 500 } as const;

interface Design {
  readonly tasks: number;
  readonly seeds: number;
  readonly rates: Readonly<Record<string, number>>;
}

/** Binary runs with a difficulty per task, so that arms are correlated as real ones are. */
function simulate(design: Design, seed: number): Observation[] {
  const rng = createRng(seed);
  return Array.from({ length: design.tasks }, (_, t) => {
    const difficulty = rng.next() - 0.5;
    return Object.entries(design.rates).flatMap(([arm, rate]) =>
      Array.from({ length: design.seeds }, (_, s) => ({ task: `t${t}`, arm, seed: s, score: rng.next() < rate + 0.5 * difficulty ? 1 : 0 })),
    );
  }).flat();
}

const run = (task: string, arm: string, seed: number, score: number | null, extra: Partial<Observation> = {}): Observation => ({
  task,
  arm,
  seed,
  score,
  ...extra,
});

function problemsOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof PolityError) return error.message;
  }
  return 'no PolityError';
}

describe('paired difference', () => {
  it('takes the mean over shared seeds per task, then the unweighted mean over tasks', () => {
    const analysis = analyse([
      // Task x: shared seeds 0 and 1, difference (1 + 0) / 2; seed 2 of team has no partner.
      ...[run('x', 'single', 0, 0), run('x', 'single', 1, 1), run('x', 'team', 0, 1), run('x', 'team', 1, 1), run('x', 'team', 2, 0)],
      // Task y: one shared seed, difference −1; task z: no shared seed.
      ...[run('y', 'single', 5, 1), run('y', 'team', 5, 0), run('z', 'single', 0, 1), run('z', 'team', 1, 1)],
    ]);
    expect(analysis.pairs).toHaveLength(1);
    expect(analysis.pairs[0]).toMatchObject({
      a: 'team',
      b: 'single',
      tasks: 2,
      pairedRuns: 3,
      unpairedRuns: { a: 2, b: 1 },
      exploratory: false,
      discordant: null,
    });
    expect(analysis.pairs[0]!.difference).toBeCloseTo((0.5 - 1) / 2, 12);
    expect(analysis.gaps).toEqual([
      { arm: 'single', task: 'x', seed: 2, reason: 'missing' },
      { arm: 'single', task: 'z', seed: 1, reason: 'missing' },
      { arm: 'team', task: 'z', seed: 0, reason: 'missing' },
    ]);
  });

  it('counts discordant tasks and tests them exactly when scores are binary with one seed', () => {
    const outcomes = [...new Array(9).fill([1, 0]), ...new Array(2).fill([0, 1]), ...new Array(20).fill([1, 1])];
    const observations = outcomes.flatMap(([team, single], t) => [run(`t${t}`, 'single', 0, single), run(`t${t}`, 'team', 0, team)]);
    const [pair] = analyse(observations).pairs;
    expect(pair).toMatchObject({ test: 'mcnemar', discordant: { aOnly: 9, bOnly: 2 } });
    expect(pair!.p).toBeCloseTo((2 * (1 + 11 + 55)) / 2 ** 11, 12);
    const graded = observations.map((o, index) => (index === 0 ? { ...o, score: 0.5 } : o));
    expect(analyse(graded).pairs[0]).toMatchObject({ test: 'sign_flip_exact', discordant: null });
  });

  it('adjusts only the pairs with the control and leaves the others exploratory', () => {
    const observations = simulate({ tasks: 60, seeds: 2, rates: { alpha: 0.9, single: 0.4, beta: 0.5 } }, 3);
    const analysis = analyse(observations, FAST);
    expect(analysis.pairs.map(({ a, b, exploratory }) => [a, b, exploratory])).toEqual([
      ['alpha', 'single', false],
      ['alpha', 'beta', true],
      ['beta', 'single', false],
    ]);
    for (const pair of analysis.pairs) {
      if (pair.exploratory) expect(pair.pAdjusted).toBeNull();
      else expect(pair.pAdjusted).toBeGreaterThanOrEqual(pair.p!);
    }
    expect(analysis.pairs[0]!.verdict).toBe('better');
    expect(analyse(observations, { ...FAST, control: 'alpha' }).pairs.find((p) => p.a === 'single')!.verdict).toBe('worse');
    expect(analyse(observations, { ...FAST, control: null }).pairs.every((p) => p.exploratory)).toBe(true);
  });

  it('calls arms equivalent only when the whole interval lies inside the margin', () => {
    const observations = Array.from({ length: 400 }, (_, t) => [run(`t${t}`, 'single', 0, t % 2), run(`t${t}`, 'team', 0, t < 3 ? 1 : t % 2)]).flat();
    expect(analyse(observations).pairs[0]!.verdict).toBe('equivalent');
    expect(analyse(observations, { margin: 0.001 }).pairs[0]!.verdict).toBe('tie');
  });
});

describe('unscored runs and arms', () => {
  it('keep out of means, pairs and front but are listed', () => {
    const analysis = analyse([
      ...[run('x', 'single', 0, 1, { turns: 1 }), run('y', 'single', 0, null, { turns: 1 })],
      ...[run('x', 'team', 0, 0, { turns: 3 }), run('y', 'team', 0, 1, { turns: 4 }), run('x', 'matched:team', 0, null)],
    ]);
    expect(analysis.arms.map(({ arm, n, unscored, mean }) => ({ arm, n, unscored, mean }))).toEqual([
      { arm: 'single', n: 1, unscored: 1, mean: 1 },
      { arm: 'team', n: 2, unscored: 0, mean: 0.5 },
      { arm: 'matched:team', n: 0, unscored: 1, mean: null },
    ]);
    expect(analysis.arms[2]!.interval).toBeNull();
    expect(analysis.pairs.map(({ a, b }) => [a, b])).toEqual([['team', 'single']]);
    expect(analysis.pairs[0]).toMatchObject({ p: null, intervalOver: 'runs', interval: null, verdict: 'tie' });
    expect(analysis.pareto?.points.map(({ arm }) => arm)).toEqual(['single', 'team']);
    expect(analysis.gaps.filter(({ reason }) => reason === 'unscored').map(({ arm, task }) => [arm, task])).toEqual([
      ['single', 'y'],
      ['matched:team', 'x'],
    ]);
  });

  it('leave an empty analysis when nothing is scored', () => {
    expect(analyse([run('x', 'a', 0, null)])).toMatchObject({ pairs: [], pareto: null, tasks: 0, arms: [{ arm: 'a', mean: null }] });
    expect(analyse([])).toMatchObject({ arms: [], pairs: [], pareto: null });
  });
});

describe('cost axis', () => {
  const pair = (left: Partial<Observation>, right: Partial<Observation>) => analyse([run('x', 'a', 0, 1, left), run('x', 'b', 0, 0, right)]).pareto;
  it('is dollars when all arms know them, else tokens, else turns, else no front', () => {
    expect(pair({ costUsd: 2, tokens: 1, turns: 1 }, { costUsd: 1, tokens: 5, turns: 1 })).toMatchObject({ axis: 'costUsd', nondominated: ['b', 'a'] });
    expect(pair({ costUsd: 2, tokens: 1, turns: 1 }, { tokens: 5, turns: 1 })).toMatchObject({ axis: 'tokens', nondominated: ['a'] });
    expect(pair({ turns: 3 }, { tokens: 5, turns: 1 })).toMatchObject({ axis: 'turns' });
    expect(pair({ turns: 3 }, { tokens: 5 })).toBeNull();
  });
});

describe('bootstrap interval', () => {
  it('covers the true difference about as often as it says', () => {
    const trials = 200;
    let covered = 0;
    for (let trial = 0; trial < trials; trial++) {
      const [pair] = analyse(simulate({ tasks: 60, seeds: 2, rates: { single: 0.4, team: 0.55 } }, trial), { ...FAST, flips: 100 }).pairs;
      if (pair!.interval![0] <= 0.15 && pair!.interval![1] >= 0.15) covered++;
    }
    // 95 % of 200 is 190 with a standard error of 3; percentile intervals of 60 tasks fall a little short.
    expect(covered).toBeGreaterThan(176);
    expect(covered).toBeLessThan(200);
  });
});

describe('invariance', () => {
  it('under the names of arms, the order of the log and the swap of a pair', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (seed, dropped) => {
        const observations = simulate({ tasks: 12, seeds: 2, rates: { single: 0.4, left: 0.5, right: 0.6 } }, seed).filter((_, i) => i % 7 !== dropped);
        const base = analyse(observations, FAST);
        const names: Record<string, string> = { single: 'S', left: 'zeta', right: 'B' };
        const renamed = analyse(
          observations.map((o) => ({ ...o, arm: names[o.arm]! })),
          { ...FAST, control: 'S' },
        );
        const figures = (analysis: typeof base) => analysis.pairs.map(({ a: _a, b: _b, ...rest }) => rest);
        expect(figures(renamed)).toEqual(figures(base));
        const reversed = analyse([...observations].reverse(), FAST);
        for (const pair of base.pairs) {
          const same = reversed.pairs.find((p) => p.a === pair.a && p.b === pair.b);
          const swapped = reversed.pairs.find((p) => p.a === pair.b && p.b === pair.a);
          if (same !== undefined) expect(same).toEqual(pair);
          else expect([swapped!.difference, swapped!.p]).toEqual([0 - pair.difference, pair.p]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same interval to a complete pair whether or not another arm has gaps', () => {
    const observations = simulate({ tasks: 30, seeds: 2, rates: { single: 0.4, team: 0.5, other: 0.6 } }, 11);
    const alone = analyse(
      observations.filter((o) => o.arm !== 'other'),
      FAST,
    ).pairs[0]!;
    const beside = analyse(
      observations.filter((o, i) => o.arm !== 'other' || i % 3 > 0),
      FAST,
    ).pairs.find((p) => p.a === 'team' && p.b === 'single')!;
    expect(beside.interval).toEqual(alone.interval);
  });
});

describe('wrong input', () => {
  it('is refused with every problem at once', () => {
    const message = problemsOf(() =>
      analyse([
        run('x', 'a', 0, Number.NaN),
        run('x', 'a', 0, 1),
        run('y', 'a', 0, 1, { costUsd: -1 }),
        run('y', 'a', 1, 1, { tokens: Number.POSITIVE_INFINITY }),
      ]),
    );
    for (const part of ['observations[0].score', 'observations[1]', 'second run', 'observations[2].costUsd', 'observations[3].tokens'])
      expect(message).toContain(part);
  });

  it('names the nearest arm and each bad option', () => {
    const message = problemsOf(() => analyse([run('x', 'single', 0, 1)], { control: 'singel', resamples: 3, margin: -1, confidence: 95 }));
    for (const part of ['did you mean "single"', 'resamples', 'margin', 'confidence']) expect(message).toContain(part);
  });
});
