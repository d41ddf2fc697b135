import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { LocalEngine } from '#engine';
import { asId, hash32, PolityError, type RunId } from '#lib';
import { systemClock } from '#lib/node';
import type { ModelRequest, StructuredShape } from '#models';
import { canonicalRunLog, type ModelPort, type TurnRecord } from '#orchestrator';
import { type RunPlan, type RunResult, RunService } from '#runs';
import { type Boundary, openSqliteStore, type SqliteStore } from '#store';
import { type SampleArm, samplePlan, textReply } from '#testing';
import { replyText, structuredShape } from './kill-replies.ts';

/** The runs that are killed; small, so that every boundary is one process. */
export const ARMS: readonly SampleArm[] = [
  { arm: 'single', size: 1 },
  { arm: 'self_consistency', size: 3 },
  { arm: 'matched', size: 2000 },
  { arm: 'swarm', size: 4 },
  { arm: 'mesh', size: 3 },
  { arm: 'pipeline', size: 3 },
  { arm: 'debate', size: 3 },
  { arm: 'hierarchical', size: 4 },
  { arm: 'hub_spoke', size: 3 },
  { arm: 'star_moe', size: 3 },
  { arm: 'market', size: 3 },
  { arm: 'ring', size: 3 },
  { arm: 'flat', size: 3 },
  { arm: 'holacratic', size: 4 },
  { arm: 'blackboard', size: 3 },
];

/** More parts than a flat organisation has members, so that one of them has two. */
const PARTS = 'Work out:\n1. 6 × 7\n2. 6 × 8\n3. 6 × 9\n4. 6 × 10';

export const RUN = asId<RunId>('run_killed');
/** A signal that nobody raises; each engine listens to one of its own. */
const never = (): AbortSignal => new AbortController().signal;

/** Where a case keeps its database and the file of paid calls. */
export const databaseOf = (folder: string): string => `${folder}/polity.db`;
export const paidOf = (folder: string): string => `${folder}/paid.txt`;

/** The purposes whose replies are JSON, and the form of them. */
const FORMS: Partial<Record<TurnRecord['purpose'], StructuredShape>> = {
  ...{ plan: 'plan', claim: 'claim', route: 'route', bid: 'bid', review: 'review' },
  ...{ aggregate: 'aggregation', act: 'entry', refine: 'revision' },
};

/** What a call is known by in the file of paid calls: every node has an agent of its own, and no two texts or forms of a round are alike in ordinal. */
function callOf(agent: string, { round, ordinal }: Pick<TurnRecord, 'round' | 'ordinal'>, form: StructuredShape | undefined): string {
  return `${agent}/${round}/${form ?? 'text'}/${ordinal}`;
}

/** The call that a stored turn was paid by. */
export function callOfTurn(turn: TurnRecord): string {
  return callOf(turn.agent, turn, FORMS[turn.purpose]);
}

/** The calls that one process has paid for, in order. */
export function paidCalls(folder: string, pid: number): readonly string[] {
  const lines = readFileSync(paidOf(folder), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.filter((line) => line.startsWith(`${pid} `)).map((line) => line.slice(line.indexOf(' ') + 1));
}

/** A model whose every call is on disk before it replies. Replies are a function of the request and never agree, so that protocols go on to their caps. */
function payingModel(folder: string): ModelPort {
  const file = openSync(paidOf(folder), 'a');
  return {
    ...{ id: 'paying', provenance: 'scripted', stochastic: false, fingerprint: 'paying', price: null },
    complete: async (request: ModelRequest) => {
      const key = callOf(request.agent.id, request, structuredShape(request));
      writeSync(file, `${process.pid} ${key}\n`);
      fsyncSync(file);
      const seen = request.shown.map((message) => message.text).join('|');
      // Replies of one wave come apart, so that they are committed apart.
      for (let turns = hash32(key) % 16; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      const draw = hash32(`${key}:${seen}`) % 1000;
      return textReply(replyText(request, draw), { inputTokens: seen.length, outputTokens: draw, costUsd: draw / 1e5, latencyMs: draw / 7 });
    },
  };
}

function planOf(arm: SampleArm, folder: string): RunPlan {
  const plan = samplePlan(RUN, arm, payingModel(folder));
  return arm.arm === 'flat' ? { ...plan, task: { ...plan.task, input: PARTS } } : plan;
}

/** What must be the same with and without a kill. */
export interface Ending {
  readonly result: Omit<RunResult, 'finishedAt'> | null;
  readonly status: string | undefined;
  readonly log: string;
}

export async function endingOf(store: SqliteStore): Promise<Ending> {
  const stored = await store.getResult(RUN);
  const { finishedAt, ...result } = stored ?? { finishedAt: 0 };
  return {
    result: stored === null ? null : (result as Omit<RunResult, 'finishedAt'>),
    status: (await store.getRun(RUN))?.status,
    log: canonicalRunLog(await store.loadHistory(RUN)),
  };
}

/** Plays a run from its start. */
export async function start(arm: SampleArm, folder: string, onBoundary: (boundary: Boundary) => void): Promise<Ending> {
  const store = openSqliteStore({ path: databaseOf(folder), clock: systemClock, onBoundary });
  const service = new RunService({ store, host: new LocalEngine({ store, clock: systemClock }), clock: systemClock });
  await service.start(planOf(arm, folder), never());
  const ending = await endingOf(store);
  await store.close();
  return ending;
}

/** Takes up what a killed process left, as the product does: found among the orphans at once, resumed, or started when nothing of it was stored. */
export async function takeUp(arm: SampleArm, folder: string): Promise<Ending & { readonly orphans: readonly string[] }> {
  const store = openSqliteStore({ path: databaseOf(folder), clock: systemClock });
  const engine = new LocalEngine({ store, clock: systemClock });
  const service = new RunService({ store, host: engine, clock: systemClock });
  const plan = planOf(arm, folder);
  const orphans = (await engine.orphans()).map((run) => run.id);
  const ended = await store.getResult(RUN);
  if (ended === null) {
    await service.resume(plan, never()).catch((thrown: unknown) => {
      if (thrown instanceof PolityError && thrown.code === 'run.not_found') return service.start(plan, never());
      throw thrown;
    });
  }
  const ending = await endingOf(store);
  await store.close();
  return { ...ending, orphans };
}
