import { describe, expect, it } from 'vitest';
import { parseRuns } from '../run-log/parse-runs.ts';
import { writeRunsCsv } from '../run-log/write-runs.ts';
import { humanEvalRunsCsv, mathRunsCsv } from '../testing/recorded-runs.ts';
import { buildReport } from './build-report.ts';
import { headline } from './plain-words.ts';
import { reportToJson } from './report-json.ts';

const mathCsv = mathRunsCsv();
const math = parseRuns(mathCsv, { file: 'runs.csv' });

describe('reports on recorded MATH debates', () => {
  const report = buildReport(math, { control: 'single' });
  const meanOf = (arm: string) => report.arms.find((candidate) => candidate.arm === arm)?.mean;
  const pairOf = (a: string, b: string) => report.pairs.find((pair) => pair.a === a && pair.b === b)!;

  it('finds the known means', () => {
    expect(meanOf('single')).toBeCloseTo(0.311667, 5);
    expect(meanOf('vote')).toBeCloseTo(0.354167, 5);
    expect(meanOf('final')).toBeCloseTo(0.365417, 5);
  });

  it.each([
    ['vote', 'single', 0.0425, 0.0358, 0.0492, 240, 36],
    ['final', 'single', 0.0538, 0.0425, 0.0658, 521, 263],
    ['vote', 'final', -0.0113, -0.0215, -0.0015, 280, 334],
  ])('finds the known difference of %s and %s', (a, b, difference, low, high, aOnly, bOnly) => {
    const pair = pairOf(a, b);
    expect(pair.difference).toBeCloseTo(difference, 3);
    expect(Math.abs((pair.interval?.[0] ?? 9) - low)).toBeLessThan(0.003);
    expect(Math.abs((pair.interval?.[1] ?? 9) - high)).toBeLessThan(0.003);
    expect(pair.discordant).toEqual({ aOnly, bOnly });
  });

  it('says it in words, with the cost that is known', () => {
    expect(headline(report)).toMatch(
      /^final is better than single by 5\.4 points \[4\.\d, 6\.\d\], at 5\.4× the turns\. vote \(\+4\.3, at 3\.0× the turns\) is better too\.$/,
    );
    expect(report.pareto?.axis).toBe('turns');
  });

  it('follows the runs: ten flipped rows move mean and difference by ten tasks', () => {
    let left = 10;
    const flipped = math.map((run) => (run.arm === 'vote' && run.score === 1 && left-- > 0 ? { ...run, score: 0 } : run));
    const changed = buildReport(flipped, { control: 'single' });
    expect(changed.arms.find((arm) => arm.arm === 'vote')?.mean).toBeCloseTo((1700 - 10) / 4800, 10);
    expect(changed.pairs.find((pair) => pair.a === 'vote')?.difference).toBeCloseTo(0.0425 - 10 / 4800, 10);
    expect(changed.pairs.find((pair) => pair.a === 'vote')?.discordant).not.toEqual({ aOnly: 240, bOnly: 36 });
  });

  it('reads back what it wrote with the same numbers', () => {
    const again = buildReport(parseRuns(writeRunsCsv(math), { file: 'runs.csv' }), { control: 'single' });
    expect(reportToJson(again)).toEqual(reportToJson(report));
  });

  it('gives the same differences whatever the order of the rows', () => {
    const reversed = buildReport([...math].reverse(), { control: 'single', arms: ['single', 'vote', 'final'] });
    expect(reversed.pairs).toEqual(report.pairs);
  });
});

describe('reports on recorded HumanEval runs', () => {
  const report = buildReport(parseRuns(humanEvalRunsCsv(), { file: 'runs.csv' }));
  const short = (names: readonly string[]) => names.map((name) => name.split('|')[0]);

  it('finds the known front of dollars and accuracy', () => {
    expect(report.pareto?.axis).toBe('costUsd');
    expect(short(report.pareto?.nondominated ?? [])).toEqual(['simple', 'simple_boosting', 'simple', 'ldb', 'simple_incr_temp', 'ldb']);
    expect(short(report.pareto?.convex ?? [])).toEqual(['simple', 'simple_boosting', 'simple_incr_temp', 'ldb']);
  });

  it('finds the known means with t-intervals over runs, and says so', () => {
    const warming = report.arms.find((arm) => arm.arm.startsWith('simple_incr_temp'));
    expect(warming?.mean).toBeCloseTo(0.932, 3);
    expect(((warming?.interval?.[1] ?? 0) - (warming?.interval?.[0] ?? 0)) / 2).toBeCloseTo(0.008, 3);
    expect(report.intervalOver).toBe('runs');
    expect(report.warnings.join('\n')).toMatch(/Fewer than two tasks/);
    expect(report.pairs.every((pair) => pair.p === null && pair.exploratory)).toBe(true);
  });
});
