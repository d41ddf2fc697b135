import { describe, expect, it } from 'vitest';
import { runRow, syntheticRuns } from '../testing/synthetic-runs.ts';
import { buildReport } from './build-report.ts';
import { headline } from './plain-words.ts';
import { reportToJson } from './report-json.ts';

const json = (...given: Parameters<typeof buildReport>) => JSON.parse(JSON.stringify(reportToJson(buildReport(...given))));

describe('buildReport', () => {
  it('averages seeds within a task before tasks', () => {
    const runs = [
      runRow({ taskId: 'a', seed: '1', score: 1 }),
      runRow({ taskId: 'a', seed: '2', score: 0 }),
      runRow({ taskId: 'a', seed: '3', score: 1 }),
      runRow({ taskId: 'b', score: 0 }),
    ];
    expect(buildReport(runs).arms[0]).toMatchObject({ n: 4, tasks: 2, mean: 1 / 3 });
  });

  it('counts failures as 0 and lists failures, unscored and missing runs with their ids', () => {
    const runs = [
      runRow({ taskId: 'a' }),
      runRow({ taskId: 'b', score: null, status: 'timeout', runId: 'r2' }),
      runRow({ taskId: 'c', score: null, status: 'unscored', reason: 'not recorded' }),
      runRow({ taskId: 'a', arm: 'vote' }),
      runRow({ taskId: 'd', arm: 'vote' }),
    ];
    const report = json(runs);
    expect(report.arms).toMatchObject([
      { arm: 'single', n: 2, mean: 0.5, failures: 1, unscored: 1, missing: 1, unscored_reason: 'not recorded' },
      { arm: 'vote', n: 2, mean: 1, failures: 0, unscored: 0, missing: 2 },
    ]);
    expect(report.failures).toEqual([{ arm: 'single', task_id: 'b', seed: '1', status: 'timeout', reason: null, run_id: 'r2' }]);
    expect(report.unscored).toEqual([{ arm: 'single', task_id: 'c', seed: '1', status: 'unscored', reason: 'not recorded' }]);
    expect(report.missing).toEqual([
      { arm: 'vote', task_id: 'b', seed: '1' },
      { arm: 'vote', task_id: 'c', seed: '1' },
      { arm: 'single', task_id: 'd', seed: '1' },
    ]);
    expect(report.unpaired).toEqual([{ a: 'vote', b: 'single', runs_of_a: 1, runs_of_b: 1 }]);
  });

  it('averages cost figures over the runs where they are known, and says unknown with null', () => {
    const runs = [
      runRow({ taskId: 'a', costUsd: 1, latencyMs: null }),
      runRow({ taskId: 'b', costUsd: null, latencyMs: null, blockedApprovals: 2 }),
      runRow({ taskId: 'c', costUsd: 3, latencyMs: null }),
    ];
    expect(buildReport(runs).arms[0]).toMatchObject({ costUsd: 2, tokens: 150, latencyMs: null, blockedApprovals: 2 });
  });

  it('counts only the tokens that every run knows, and says so', () => {
    const runs = [runRow({ taskId: 'a', inputTokens: null, costUsd: null }), runRow({ taskId: 'a', arm: 'vote', outputTokens: 90, costUsd: null })];
    const report = buildReport(runs);
    expect(report.arms.map((arm) => arm.tokens)).toEqual([50, 90]);
    expect(report.method.tokenBasis).toBe('output');
    expect(report.warnings).toContain('Input tokens are unknown: token figures count output tokens only.');
    const mixed = buildReport([...runs, runRow({ taskId: 'b', outputTokens: null })]);
    expect(mixed.arms.map((arm) => arm.tokens)).toEqual([null, null]);
  });

  it('has the keys that scripts read', () => {
    const report = json(syntheticRuns({ single: 0.4, vote: 0.8, flat: 0.4 }, 80), { id: 'cmp' });
    expect(Object.keys(report.arms[0])).toEqual(
      expect.arrayContaining(['arm', 'n', 'mean', 'interval', 'cost_usd', 'tokens', 'turns', 'latency_ms', 'blocked_approvals', 'failures', 'unscored']),
    );
    expect(report.pairs[0]).toMatchObject({
      a: 'vote',
      b: 'single',
      verdict: 'better',
      exploratory: false,
      discordant: { a_only: expect.any(Number), b_only: expect.any(Number) },
    });
    expect(report.pairs.at(-1)).toMatchObject({ exploratory: true, p_adjusted: null });
    expect(report.pareto).toMatchObject({ axis: 'cost_usd', nondominated: ['single', 'vote'], convex: ['single', 'vote'] });
    expect(report.pareto.membership.vote).toBeGreaterThan(0.9);
    expect(report).toMatchObject({ id: 'cmp', control: 'single', interval_over: 'tasks' });
  });

  it('leaves out p, and the front, where they cannot be known', () => {
    const report = json([runRow({ arm: 'a', costUsd: null, inputTokens: null, outputTokens: null, turns: null }), runRow({ arm: 'b' })], { control: null });
    expect(report.pareto).toBeNull();
    expect(report.pairs[0]).toMatchObject({ p: null, p_adjusted: null, interval: null, interval_over: 'runs' });
    expect(report.warnings[0]).toMatch(/^No control arm/);
  });

  it('takes a control of which nothing ran as no control, and refuses one that is no arm', () => {
    const runs = [runRow({ arm: 'vote' })];
    expect(buildReport(runs, { control: 'single', arms: ['single', 'vote'] })).toMatchObject({
      control: null,
      arms: [{ arm: 'single', missing: 1, mean: null }, { arm: 'vote' }],
    });
    expect(() => buildReport(runs, { control: 'single' })).toThrow(/names no arm/);
  });

  it('refuses more arms than can be compared with each other', () => {
    expect(() => buildReport(Array.from({ length: 201 }, (_, index) => runRow({ arm: `a${index}` })))).toThrow(/201 arms are too many/);
  });

  it('names the best arm and at most three others that are better', () => {
    const report = buildReport(syntheticRuns({ single: 0.1, a: 0.9, b: 0.9, c: 0.9, d: 0.9, e: 0.9 }, 60));
    expect(headline(report)).toMatch(/^[a-e] is better than single by .* [a-e] \(.*\), [a-e] \(.*\), [a-e] \(.*\) and 1 more are better too\.$/);
  });

  it('is a report also without any run', () => {
    const report = buildReport([], { control: 'single', arms: ['single', 'vote'] });
    expect(headline(report)).toBe('Nothing can be compared: no run has a score.');
  });

  it('says when one agent is enough', () => {
    const same = syntheticRuns({ single: 0.5, swarm: 0.5 }, 40);
    expect(headline(buildReport(same))).toMatch(/^No arm is shown to be better than single\. Not told apart by these tasks: swarm/);
    const equal = same.map((run) => ({ ...run, score: run.taskId < 't2' ? 1 : 0 }));
    expect(headline(buildReport(equal))).toMatch(/Equivalent: swarm\.$/);
    expect(headline(buildReport(syntheticRuns({ single: 0.9, swarm: 0.1 }, 40)))).toMatch(/Worse: swarm\.$/);
  });
});
