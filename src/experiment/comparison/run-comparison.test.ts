import { describe, expect, it } from 'vitest';
import { asId, type Clock, type ComparisonId } from '#lib';
import { type RunResult, resultToRow, runToRow } from '#runs';
import { MemoryStore } from '#testing';
import type { PlannedRun, RunExecutor, RunOutcome } from '../ports.ts';
import { reportToJson } from '../report/report-json.ts';
import { parseTasks } from '../tasks/parse-tasks.ts';
import { type ComparisonDefinition, defaultControl } from './definition.ts';
import { readDefinition } from './definition-json.ts';
import { plannedCount, planRuns } from './plan.ts';
import type { ComparisonProgress } from './progress.ts';
import { readComparison, runComparison } from './run-comparison.ts';

class StepClock implements Clock {
  #now = 1_700_000_000_000;
  now(): number {
    return this.#now++;
  }
  monotonic(): number {
    return this.#now++;
  }
  after(): () => void {
    return () => {};
  }
}

type Decide = (planned: PlannedRun, call: number) => Partial<RunResult> | 'suspended' | 'interrupted' | Error;

/** Stores what it is told to, as the run service would. */
class StoringExecutor implements RunExecutor {
  readonly started: string[] = [];
  inFlight = 0;
  most = 0;
  readonly #store: MemoryStore;
  readonly #decide: Decide;
  constructor(store: MemoryStore, decide: Decide) {
    this.#store = store;
    this.#decide = decide;
  }

  async execute(planned: PlannedRun, signal: AbortSignal): Promise<RunOutcome> {
    const call = this.started.push(planned.id);
    this.inFlight++;
    this.most = Math.max(this.most, this.inFlight);
    await Promise.resolve();
    const decided = this.#decide(planned, call);
    this.inFlight--;
    if (decided instanceof Error) throw decided;
    if (decided === 'suspended') return { kind: 'suspended' };
    if (decided === 'interrupted' || signal.aborted) return { kind: 'interrupted' };
    const result = resultOf(planned, decided);
    await this.#store.commit({
      writes: [
        { kind: 'upsert', table: 'topology_runs', row: runRow(planned, result) },
        { kind: 'upsert', table: 'run_results', row: resultToRow(result) },
      ],
    });
    return { kind: 'finished', result };
  }
}

function resultOf(planned: PlannedRun, changes: Partial<RunResult>): RunResult {
  return {
    runId: planned.id,
    status: 'completed',
    answer: '4',
    score: 1,
    unscoredReason: null,
    turns: 1,
    failedTurns: 0,
    inputTokens: 10,
    cachedInputTokens: null,
    outputTokens: 5,
    reasoningTokens: null,
    costUsd: 0.5,
    latencyMs: 3,
    blockedApprovals: 0,
    finishedAt: 1,
    ...changes,
  };
}

function runRow(planned: PlannedRun, result: RunResult) {
  return runToRow({
    id: planned.id,
    status: result.status,
    comparisonId: planned.comparisonId,
    arm: planned.arm.name,
    taskId: planned.task.id,
    seed: planned.seed,
    topologyHash: null,
    kind: 'control',
    pattern: 'single',
    patternVersion: 1,
    model: 'recorded',
    provenance: 'recorded',
    definition: null,
    owner: null,
    error: null,
    createdAt: 1,
    updatedAt: 1,
  });
}

function definitionOf(changes: Partial<ComparisonDefinition> = {}): ComparisonDefinition {
  const lines = Array.from({ length: 6 }, (_, index) => JSON.stringify({ id: `t${index}`, input: 'q', target: '4', class: index % 2 === 0 ? 'even' : 'odd' }));
  return {
    id: asId<ComparisonId>('cmp_1'),
    tasks: parseTasks(lines.join('\n'), { file: 't.jsonl' }),
    arms: [
      { name: 'single', kind: 'control', control: 'single' },
      { name: 'swarm', kind: 'topology', source: 'swarm', parameters: {} },
    ],
    seeds: [1, 2],
    control: 'single',
    model: { model: 'recorded', kind: 'recorded', fingerprint: 'f00d', notes: ['a note'] },
    budget: { usd: 2 },
    roster: [{ id: 'ada' }],
    settings: { size: 4 },
    margin: 0.02,
    concurrency: 3,
    codeVersion: '0.1.0',
    ...changes,
  };
}

const half: Decide = ({ arm, task }) => ({ score: arm.name === 'swarm' || task.id < 't3' ? 1 : 0, costUsd: arm.name === 'swarm' ? 1.5 : 0.5 });

function setUp(decide: Decide = half) {
  const clock = new StepClock();
  const store = new MemoryStore({ clock });
  const executor = new StoringExecutor(store, decide);
  return { clock, store, executor, deps: { clock, store, executor } };
}

describe('planRuns', () => {
  it('goes task by task, with all arms of a seed side by side and ids that sort in that order', () => {
    const planned = [...planRuns(definitionOf())];
    expect(planned).toHaveLength(plannedCount(definitionOf()));
    expect(planned.slice(0, 4).map(({ id, task, seed, arm }) => [id, task.id, seed, arm.name])).toEqual([
      ['cmp_1-00', 't0', 1, 'single'],
      ['cmp_1-01', 't0', 1, 'swarm'],
      ['cmp_1-02', 't0', 2, 'single'],
      ['cmp_1-03', 't0', 2, 'swarm'],
    ]);
    expect(planned.map(({ id }) => id)).toEqual(planned.map(({ id }) => id).sort());
  });
});

describe('runComparison', () => {
  it('registers first, runs every cell within the limit, and reports from what is stored', async () => {
    const { store, executor, deps } = setUp();
    const { status, report, runs } = await runComparison(definitionOf(), deps);
    expect(status).toBe('completed');
    expect(executor.started).toHaveLength(24);
    expect(executor.most).toBeLessThanOrEqual(3);
    expect(runs.map((run) => run.runId)).toEqual([...planRuns(definitionOf())].map(({ id }) => id));
    expect(report.arms.map(({ arm, mean, n, costUsd, tokens }) => [arm, mean, n, costUsd, tokens])).toEqual([
      ['single', 0.5, 12, 0.5, 15],
      ['swarm', 1, 12, 1.5, 15],
    ]);
    expect(report.pairs[0]).toMatchObject({ a: 'swarm', b: 'single', difference: 0.5, exploratory: false });
    expect(report.preregistration).toMatchObject({ tasks: 6, arms: ['single', 'swarm'], seeds: [1, 2], control: 'single', scorers: { exact: 6 } });
    const row = await store.getComparison(asId('cmp_1'));
    expect(row?.status).toBe('completed');
    expect(JSON.parse(row?.report ?? 'null')).toEqual(JSON.parse(JSON.stringify(reportToJson(report))));
    const events = await store.listEvents({ limit: 100 });
    expect(events.map((event) => event.type)).toEqual(['comparison.started', 'comparison.completed']);
  });

  it('keeps a definition from which the comparison can be read without its files', async () => {
    const { store, deps } = setUp();
    const definition = definitionOf();
    const { report } = await runComparison(definition, deps);
    const row = await store.getComparison(definition.id);
    expect(readDefinition(row?.definition ?? '').definition).toEqual(definition);
    expect((await readComparison(definition.id, store))?.report).toEqual(report);
    expect(await readComparison(asId('none'), store)).toBeNull();
    expect(() => readDefinition('{"version":2}')).toThrow(/cannot be read/);
  });

  it('stops at an abort, keeps what is finished and goes on where it was', async () => {
    const stop = new AbortController();
    const { store, executor, deps } = setUp((planned, call) => {
      if (call === 10) stop.abort();
      return half(planned, call);
    });
    const first = await runComparison(definitionOf(), deps, { signal: stop.signal });
    expect(first.status).toBe('interrupted');
    expect(first.runs.length).toBeGreaterThan(5);
    expect(first.report.warnings[0]).toBe(`Incomplete: ${first.runs.length} of 24 runs are finished. Figures are of those only.`);
    expect((await store.getComparison(asId('cmp_1')))?.status).toBe('interrupted');
    const before = new Set(executor.started);
    const second = await runComparison(definitionOf(), deps);
    expect(second.status).toBe('completed');
    const finishedFirst = new Set(first.runs.map((run) => run.runId));
    expect(executor.started.slice(before.size).some((id) => finishedFirst.has(id))).toBe(false);
    const whole = await runComparison(definitionOf({ id: asId('cmp_1') }), setUp().deps);
    expect(second.report.pairs).toEqual(whole.report.pairs);
    expect(second.report.preregistration?.hash).toBe(first.report.preregistration?.hash);
  });

  it('reports a completed comparison again without executing anything', async () => {
    const { executor, deps } = setUp();
    const first = await runComparison(definitionOf(), deps);
    const again = await runComparison(definitionOf({ concurrency: 1 }), deps);
    expect(executor.started).toHaveLength(24);
    expect(again.report).toEqual(first.report);
  });

  it('refuses to go on under the same id with another definition', async () => {
    const { deps } = setUp();
    await runComparison(definitionOf(), deps);
    await expect(runComparison(definitionOf({ seeds: [1, 3] }), deps)).rejects.toMatchObject({ code: 'store.conflict' });
  });

  it('is suspended while runs wait, and completes when they were answered', async () => {
    let answered = false;
    const { deps, executor } = setUp((planned, call) =>
      planned.arm.name === 'swarm' && planned.task.id === 't2' && !answered ? 'suspended' : half(planned, call),
    );
    const waiting = await runComparison(definitionOf(), deps);
    expect(waiting.status).toBe('suspended');
    expect(waiting.report.missing).toHaveLength(2);
    answered = true;
    expect((await runComparison(definitionOf(), deps)).status).toBe('completed');
    expect(executor.started).toHaveLength(26);
  });

  it('is interrupted, not suspended, when an executor gives runs up by itself', async () => {
    const { deps } = setUp((planned, call) => (planned.task.id === 't1' ? 'interrupted' : half(planned, call)));
    expect((await runComparison(definitionOf(), deps)).status).toBe('interrupted');
  });

  it('stops at a fault of the executor, is marked failed and can be taken up again', async () => {
    let broken = true;
    const { store, executor, deps } = setUp((planned, call) => (broken && call === 5 ? new Error('disk gone') : half(planned, call)));
    await expect(runComparison(definitionOf(), deps)).rejects.toThrow('disk gone');
    expect(executor.started.length).toBeLessThan(12);
    expect((await store.getComparison(asId('cmp_1')))?.status).toBe('failed');
    broken = false;
    expect((await runComparison(definitionOf(), deps)).status).toBe('completed');
  });

  it('counts failed runs as 0, lists unscored ones with their reason and keeps both apart', async () => {
    const { deps } = setUp(({ arm, seed }) =>
      arm.name === 'swarm'
        ? { status: 'failed', score: null, unscoredReason: 'not recorded' }
        : seed === 1
          ? { status: 'failed', score: null, answer: null }
          : {},
    );
    const { report } = await runComparison(definitionOf(), deps);
    expect(report.arms).toMatchObject([
      { arm: 'single', mean: 0.5, failures: 6, unscored: 0 },
      { arm: 'swarm', mean: null, failures: 0, unscored: 12, unscoredReason: 'not recorded' },
    ]);
    expect(report.warnings).toContain('swarm has no scored run (not recorded) and takes no part in the comparison.');
    expect(report.pairs).toEqual([]);
    expect(report.unscored).toHaveLength(12);
  });

  it('reports progress with costs, means and an estimate', async () => {
    const seen: ComparisonProgress[] = [];
    const { deps } = setUp();
    await runComparison(definitionOf(), deps, { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toMatchObject({ done: 0, total: 24, costUsd: null, etaMs: null });
    expect(seen.at(-1)).toMatchObject({
      done: 24,
      total: 24,
      costUsd: 24,
      etaMs: 0,
      arms: [
        { arm: 'single', mean: 0.5 },
        { arm: 'swarm', mean: 1 },
      ],
    });
  });

  it('lists everything that is wrong with a definition', async () => {
    const { deps } = setUp();
    const wrong = definitionOf({ seeds: [1, 1], control: 'singel', concurrency: 0, margin: 2 });
    await expect(runComparison(wrong, deps)).rejects.toThrow(/seeds[\s\S]*control: names no arm .*did you mean "single"[\s\S]*concurrency[\s\S]*margin/);
  });

  it('chooses the single agent as control where there is one', () => {
    const { arms } = definitionOf();
    expect(defaultControl(arms)).toBe('single');
    expect(defaultControl(arms.slice(1))).toBeNull();
    expect(defaultControl([{ name: 'single:ada', kind: 'control', control: 'single', agent: 'ada' }])).toBe('single:ada');
  });
});
