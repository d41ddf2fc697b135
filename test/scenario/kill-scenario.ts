import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { LocalEngine } from '#engine';
import { asId, hash32, PolityError, type RunId } from '#lib';
import { systemClock } from '#lib/node';
import type { ModelRequest } from '#models';
import { canonicalRunLog, type ModelPort, type TurnRecord } from '#orchestrator';
import { type RunResult, RunService } from '#runs';
import { type Boundary, openSqliteStore, type SqliteStore } from '#store';
import { type SampleArm, samplePlan, textReply } from '#testing';

/** The runs that are killed; small, so that every boundary is one process. */
export const ARMS: readonly SampleArm[] = [
  { arm: 'single', size: 1 },
  { arm: 'self_consistency', size: 3 },
  { arm: 'swarm', size: 4 },
  { arm: 'mesh', size: 3 },
  { arm: 'pipeline', size: 3 },
  { arm: 'debate', size: 3 },
];

export const RUN = asId<RunId>('run_killed');
const never = new AbortController().signal;

/** Where a case keeps its database and the file of paid calls. */
export const databaseOf = (folder: string): string => `${folder}/polity.db`;
export const paidOf = (folder: string): string => `${folder}/paid.txt`;

/** What a call is known by in the file of paid calls: every node has an agent of its own. */
export function callOf(turn: Pick<TurnRecord, 'round' | 'ordinal'> & { readonly agent: string }): string {
  return `${turn.agent}/${turn.round}/${turn.ordinal}`;
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
      const key = callOf({ agent: request.agent.id, round: request.round, ordinal: request.ordinal });
      writeSync(file, `${process.pid} ${key}\n`);
      fsyncSync(file);
      const seen = request.shown.map((message) => message.text).join('|');
      // Replies of one wave come apart, so that they are committed apart.
      for (let turns = hash32(key) % 4; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      const draw = hash32(`${key}:${seen}`) % 1000;
      return textReply(`Answer: ${draw}`, { inputTokens: seen.length, outputTokens: draw, costUsd: draw / 1e5, latencyMs: draw / 7 });
    },
  };
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
  await service.start(samplePlan(RUN, arm, payingModel(folder)), never);
  const ending = await endingOf(store);
  await store.close();
  return ending;
}

/** Takes up what a killed process left, as the product does: found among the orphans at once, resumed, or started when nothing of it was stored. */
export async function takeUp(arm: SampleArm, folder: string): Promise<Ending & { readonly orphans: readonly string[] }> {
  const store = openSqliteStore({ path: databaseOf(folder), clock: systemClock });
  const engine = new LocalEngine({ store, clock: systemClock });
  const service = new RunService({ store, host: engine, clock: systemClock });
  const plan = samplePlan(RUN, arm, payingModel(folder));
  const orphans = (await engine.orphans()).map((run) => run.id);
  const ended = await store.getResult(RUN);
  if (ended === null) {
    await service.resume(plan, never).catch((thrown: unknown) => {
      if (thrown instanceof PolityError && thrown.code === 'run.not_found') return service.start(plan, never);
      throw thrown;
    });
  }
  const ending = await endingOf(store);
  await store.close();
  return { ...ending, orphans };
}
