import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LocalEngine } from '#engine';
import { asId, PolityError, type RunId } from '#lib';
import type { ModelReply, ModelRequest } from '#models';
import { canonicalRunLog, type ModelPort } from '#orchestrator';
import { type RunPlan, RunService } from '#runs';
import { openSqliteStore, type Store } from '#store';
import { ManualClock, MemoryStore, type SampleArm, ScriptedModel, samplePlan, textReply } from '#testing';

const RUN = asId<RunId>('run_1');
const never = new AbortController().signal;
setMaxListeners(0, never); // every engine of these tests listens to it
const folders: string[] = [];
const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const STORES: readonly (readonly [string, (clock: ManualClock) => Store])[] = [
  ['memory', (clock) => new MemoryStore({ clock })],
  [
    'SQLite',
    (clock) => {
      const folder = mkdtempSync(join(tmpdir(), 'polity-runs-'));
      folders.push(folder);
      return openSqliteStore({ path: join(folder, 'polity.db'), clock });
    },
  ],
];

const MESH: SampleArm = { arm: 'mesh', size: 3 };
const PIPE: SampleArm = { arm: 'pipeline', size: 3 };
const says = (text: (request: ModelRequest, call: number) => ModelReply | string | null | Error): ScriptedModel => new ScriptedModel(text);
const answers = (): ScriptedModel => says(() => textReply('42', { inputTokens: 4, outputTokens: 2, costUsd: 0.5, latencyMs: 8 }));
const waits = (): ScriptedModel => says((request) => ({ kind: 'wait', token: `w-${request.agent.id}`, question: `${request.agent.id}?` }));

describe.each(STORES)('runs on the %s store', (_, create) => {
  const clock = new ManualClock();
  const setUp = () => {
    const store = create(clock);
    stores.push(store);
    const engine = new LocalEngine({ store, clock });
    return { store, engine, service: new RunService({ store, host: engine, clock }) };
  };
  const events = async (store: Store) => (await store.listEvents({ runId: RUN, limit: 99 })).map((event) => event.type);
  const status = async (store: Store) => (await store.getRun(RUN))?.status;
  const failure = (code: string) => expect.objectContaining({ code });

  it('are started, logged, scored and completed, with their events in order', async () => {
    const { store, service } = setUp();
    const outcome = await service.start(samplePlan(RUN, PIPE, answers(), { topologyHash: 'h', spec: 'kind: pipeline\n' }), never);
    const result = {
      runId: RUN,
      status: 'completed',
      answer: '42',
      score: 1,
      unscoredReason: null,
      ...{ turns: 3, failedTurns: 0, inputTokens: 12, cachedInputTokens: null, outputTokens: 6, reasoningTokens: null, costUsd: 1.5, latencyMs: 24 },
      blockedApprovals: 0,
      finishedAt: clock.now(),
    };
    expect(outcome).toEqual({ kind: 'finished', result, error: null });
    expect(await store.getResult(RUN)).toEqual(result);
    expect(await store.getRun(RUN)).toMatchObject({ status: 'completed', owner: null, error: null, pattern: 'pipeline', seed: 3 });
    expect(await events(store)).toEqual(['run.started', ...Array(3).fill('turn.completed'), 'run.completed']);
    expect(await store.getTopologyVersion('h')).toBe('kind: pipeline\n');
  });

  it('are running, owned by this process, while they run', async () => {
    const { store, engine, service } = setUp();
    const seen: unknown[] = [];
    const watching: ModelPort = {
      ...{ id: 'm', provenance: 'scripted', stochastic: false, fingerprint: 'f', price: null },
      complete: async () => {
        const run = await store.getRun(RUN);
        seen.push(run?.status, run?.owner?.id === engine.owner(0).id);
        await expect(service.resume(samplePlan(RUN, PIPE, watching), never)).rejects.toEqual(failure('store.conflict'));
        await expect(service.cancel(RUN)).rejects.toEqual(failure('store.conflict'));
        return textReply('1');
      },
    };
    expect(await service.start(samplePlan(RUN, PIPE, watching), never)).toMatchObject({ result: { score: 0, inputTokens: null } });
    expect(seen).toEqual(Array(3).fill(['running', true]).flat());
  });

  it('fail with what their agents failed of, score nought, and fail again from their log when they are resumed', async () => {
    const { store, service } = setUp();
    const model = says(() => ({ ...textReply(null), kind: 'failed' as const, reason: 'timeout' as const, message: 'slow' }) as ModelReply);
    const outcome = await service.start(samplePlan(RUN, PIPE, model), never);
    expect(outcome).toMatchObject({ kind: 'finished', result: { status: 'failed', score: 0, failedTurns: 1 }, error: { code: 'run.failed' } });
    expect(await store.getRun(RUN)).toMatchObject({ status: 'failed', error: { code: 'run.failed', message: expect.stringContaining('slow') } });
    expect(await service.resume(samplePlan(RUN, PIPE, answers()), never).catch((thrown) => thrown.code)).toMatchObject({ result: { status: 'failed' } });
    expect(model.calls).toHaveLength(1);
    expect(await events(store)).toEqual(['run.started', 'turn.failed', 'run.failed', 'run.resumed', 'run.failed']);
  });

  it('that a recording cannot answer are completed and unscored; without a target they are unscored too', async () => {
    const { service } = setUp();
    const gap = says((request) => (request.agent.id === 'a2' ? { kind: 'not_recorded', message: 'no row' } : '42'));
    expect(await service.start(samplePlan(RUN, PIPE, gap), never)).toMatchObject({
      result: { status: 'completed', answer: null, score: null, unscoredReason: 'not recorded: no row', turns: 1 },
    });
    const free = samplePlan('run_2', PIPE, answers());
    expect(await service.start({ ...free, task: { ...free.task, target: null } }, never)).toMatchObject({
      result: { answer: '42', score: null, unscoredReason: 'the task has no target' },
    });
  });

  it('are refused by their budget as failed and go on with a larger one: finished turns are kept, refusals give way', async () => {
    const { store, service } = setUp();
    const model = answers();
    const small = await service.start(samplePlan(RUN, PIPE, model, { budget: { turns: 2 } }), never);
    expect(small).toMatchObject({ result: { status: 'failed', turns: 2 }, error: { code: 'budget.exceeded' } });
    expect((await store.loadHistory(RUN)).turns.map((turn) => turn.status).sort()).toEqual(['done', 'done', 'refused']);
    // The same budget again refuses again, and adds nothing.
    expect(await service.resume(samplePlan(RUN, PIPE, model, { budget: { turns: 2 } }), never)).toMatchObject({ error: { code: 'budget.exceeded' } });
    expect(await service.resume(samplePlan(RUN, PIPE, model, { budget: { turns: 3 } }), never)).toMatchObject({ result: { status: 'completed', turns: 3 } });
    expect(model.calls).toHaveLength(3);
    expect((await store.loadHistory(RUN)).turns).toHaveLength(3);
  });

  it('warn when most of a budget is used', async () => {
    const { store, engine } = setUp();
    const warnings: string[] = [];
    const service = new RunService({ store, host: engine, clock, onWarning: (run, message) => warnings.push(`${run}: ${message}`) });
    await service.start(samplePlan(RUN, { arm: 'pipeline', size: 4 }, answers(), { budget: { turns: 5, seconds: 60 } }), never);
    expect(clock.pending).toBe(0);
    expect(warnings).toEqual([expect.stringMatching(/^run_1: 80 % of the turns/)]);
  });

  it('stop when their time is up, even inside a turn', async () => {
    const { service } = setUp();
    const hanging: ModelPort = {
      ...{ id: 'm', provenance: 'scripted', stochastic: false, fingerprint: 'f', price: null },
      complete: (_request, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          clock.advance(5000);
        }),
    };
    expect(await service.start(samplePlan(RUN, PIPE, hanging, { budget: { seconds: 5 } }), never)).toMatchObject({
      result: { status: 'failed', turns: 0 },
      error: { code: 'budget.exceeded', message: expect.stringContaining('5 s') },
    });
    expect(clock.pending).toBe(0);
  });

  it('are queued when they are interrupted, and come to the same log and result when they are resumed', async () => {
    const { store, service } = setUp();
    const undisturbed = setUp();
    await undisturbed.service.start(samplePlan(RUN, MESH, quarrel()), never);
    for (let at = 1; at <= 9; at++) {
      const id = asId<RunId>(`run_${at}0`);
      const stop = new AbortController();
      const model = says((request, call) => {
        if (call === at - 1) stop.abort();
        return quarrelling(request);
      });
      const first = await service.start(samplePlan(id, MESH, model), stop.signal);
      // A reply that came in spite of the stop is kept; after the last one there is nothing left to interrupt.
      expect(first.kind).toBe(at === 9 ? 'finished' : 'interrupted');
      if (at < 9) expect(await store.getRun(id)).toMatchObject({ status: 'queued', owner: null });
      if (at < 9) await service.resume(samplePlan(id, MESH, model), never);
      expect(model.calls).toHaveLength(9);
      expect(canonicalRunLog(await store.loadHistory(id))).toBe(canonicalRunLog(await undisturbed.store.loadHistory(RUN)));
      expect({ ...(await store.getResult(id)), runId: RUN }).toEqual(await undisturbed.store.getResult(RUN));
    }
  });

  it('that begin after the stop call no model', async () => {
    const { store, service } = setUp();
    const model = answers();
    expect(await service.start(samplePlan(RUN, PIPE, model), AbortSignal.abort())).toEqual({ kind: 'interrupted' });
    expect([await status(store), model.calls.length]).toEqual(['queued', 0]);
  });

  it('are cancelled where they run: turns in flight are aborted, and what was paid stays counted', async () => {
    const { store, engine, service } = setUp();
    const model = says((_request, call) => {
      if (call === 1) expect(engine.cancel(RUN)).toBe(true);
      return textReply('1', { outputTokens: 5 });
    });
    expect(await service.start(samplePlan(RUN, PIPE, model), never)).toMatchObject({
      result: { status: 'cancelled', score: null, turns: 2, outputTokens: 10 },
      error: { code: 'run.cancelled' },
    });
    expect([await status(store), engine.cancel(RUN)]).toEqual(['cancelled', false]);
    await expect(service.resume(samplePlan(RUN, PIPE, model), never)).rejects.toEqual(failure('store.conflict'));
  });

  it('are cancelled at rest, once', async () => {
    const { store, service } = setUp();
    await service.start(samplePlan(RUN, PIPE, waits()), never);
    await service.cancel(RUN);
    expect([await status(store), (await events(store)).at(-1)]).toEqual(['cancelled', 'run.cancelled']);
    await expect(service.cancel(RUN)).rejects.toEqual(failure('store.conflict'));
    await expect(service.answer(RUN, 'planner/0/stage/0', '1')).rejects.toEqual(failure('store.conflict'));
  });

  it('wait for each answer, tell what they wait for from storage alone, and take each answer once', async () => {
    const { store, service } = setUp();
    const half = says((request) => (request.agent.id === 'a3' ? '42' : { kind: 'wait', token: `w-${request.agent.id}`, question: `${request.agent.id}?` }));
    const plan = samplePlan(RUN, { arm: 'swarm', size: 4 }, half);
    const outcome = await service.start(plan, never);
    const open = [
      { key: 'solver_1/0/answer/0', agent: 'a1', token: 'w-a1', question: 'a1?' },
      { key: 'solver_2/0/answer/0', agent: 'a2', token: 'w-a2', question: 'a2?' },
    ];
    expect(outcome).toEqual({ kind: 'suspended', waits: open });
    expect(await status(store)).toBe('suspended');
    const restarted = new RunService({ store, host: new LocalEngine({ store, clock }), clock });
    expect(await restarted.waits(RUN)).toEqual(open);
    await restarted.answer(RUN, open[1]!.key, '42');
    await expect(service.answer(RUN, open[1]!.key, '43')).rejects.toEqual(failure('store.conflict'));
    await expect(service.answer(RUN, 'solver_3/0/answer/0', '43')).rejects.toEqual(failure('store.conflict'));
    expect(await restarted.resume(plan, never)).toEqual({ kind: 'suspended', waits: [open[0]] });
    await service.answer(RUN, open[0]!.key, '7');
    expect(await restarted.resume(plan, never)).toMatchObject({ result: { answer: '42', score: 1, turns: 3 } });
    expect(half.calls).toHaveLength(3);
    expect((await events(store)).filter((type) => !type.startsWith('turn.completed'))).toEqual(
      'run.started turn.waiting turn.waiting run.suspended turn.answered run.resumed run.suspended turn.answered run.resumed run.completed'.split(' '),
    );
  });

  it('go on by themselves when the answer comes while other branches still run', async () => {
    const { store, service } = setUp();
    const model: ModelPort = {
      ...{ id: 'm', provenance: 'scripted', stochastic: false, fingerprint: 'f', price: null },
      complete: async (request) => {
        if (request.agent.id === 'a1') return { kind: 'wait', token: 'w', question: '?' };
        while ((await service.waits(RUN)).length === 0) await new Promise((resolve) => setImmediate(resolve));
        await service.answer(RUN, 'solver_1/0/answer/0', '42');
        return textReply('42');
      },
    };
    const outcome = await service.start(samplePlan(RUN, { arm: 'swarm', size: 3 }, model), never);
    expect(outcome).toMatchObject({ kind: 'finished', result: { answer: '42', turns: 2 } });
    expect(await status(store)).toBe('completed');
  });

  it('are executed by exactly one of two that resume them at once', async () => {
    const { store, service } = setUp();
    const stop = new AbortController();
    const first = says(() => {
      stop.abort();
      return '1';
    });
    await service.start(samplePlan(RUN, PIPE, first), stop.signal);
    const models = [answers(), answers(), answers()];
    const results = await Promise.allSettled(
      models.map((model) => {
        const rival = new RunService({ store, host: new LocalEngine({ store, clock }), clock });
        return rival.resume(samplePlan(RUN, PIPE, model), never);
      }),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of results) if (each.status === 'rejected') expect(['store.conflict', 'run.fenced']).toContain(each.reason.code);
    expect(models.map((model) => model.calls.length).sort()).toEqual([0, 0, 2]);
    expect((await events(store)).filter((type) => type === 'run.resumed')).toHaveLength(1);
  });

  it('are refused a second start, a resume after their end, an unknown id and another version of their protocol', async () => {
    const { service } = setUp();
    const plan = samplePlan(RUN, PIPE, answers());
    await service.start(plan, never);
    await expect(service.start(plan, never)).rejects.toEqual(failure('store.conflict'));
    await expect(service.resume(plan, never)).rejects.toEqual(failure('store.conflict'));
    const unknown: RunPlan = { ...plan, id: asId<RunId>('run_x') };
    for (const call of [() => service.resume(unknown, never), () => service.cancel(unknown.id), () => service.answer(unknown.id, 'k', 'x')]) {
      await expect(call()).rejects.toEqual(failure('run.not_found'));
    }
    const waiting = samplePlan('run_w', PIPE, waits());
    await service.start(waiting, never);
    const raised = { ...waiting, pattern: { ...waiting.pattern, version: 99 } };
    await expect(service.resume(raised, never)).rejects.toEqual(failure('run.diverged'));
  });

  it('whose log could not be written are nobody’s result and can be taken up again by the same process', async () => {
    const { store, engine } = setUp();
    let broken = true;
    const faulty = new Proxy(store, {
      get(target, name) {
        if (name === 'appendTurn' && broken) return () => Promise.reject(new PolityError('store.failed', 'disk full'));
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const service = new RunService({ store: faulty, host: engine, clock });
    const plan = samplePlan(RUN, PIPE, answers());
    await expect(service.start(plan, never)).rejects.toEqual(failure('store.failed'));
    expect([await status(store), await store.getResult(RUN)]).toEqual(['running', null]);
    expect((await engine.orphans()).map((run) => run.id)).toEqual([RUN]);
    broken = false;
    expect(await service.resume(plan, never)).toMatchObject({ kind: 'finished', result: { status: 'completed' } });
  });

  it('that were taken over meanwhile end as fenced and leave the new owner’s rows alone', async () => {
    const { store, service } = setUp();
    const model: ModelPort = {
      ...{ id: 'm', provenance: 'scripted', stochastic: false, fingerprint: 'f', price: null },
      complete: async (request) => {
        if (request.agent.id === 'a3') {
          const set = { owner: 'elsewhere|1|1|e', lease_until: clock.now() + 9 };
          await store.commit({ writes: [{ kind: 'update', table: 'topology_runs', key: { id: RUN }, set }] });
        }
        return textReply('42');
      },
    };
    await expect(service.start(samplePlan(RUN, PIPE, model), never)).rejects.toEqual(failure('run.fenced'));
    expect(await store.getRun(RUN)).toMatchObject({ status: 'running', owner: { id: 'elsewhere|1|1|e' } });
    expect(await store.getResult(RUN)).toBeNull();
  });
});

/** Answers that never agree and never settle: a mesh plays all its rounds. */
function quarrelling(request: ModelRequest): ModelReply {
  return textReply(`${request.agent.id.slice(1)}${request.round}`, { inputTokens: 2, outputTokens: 1, costUsd: 0.1, latencyMs: 3 });
}
function quarrel(): ScriptedModel {
  return says(quarrelling);
}
