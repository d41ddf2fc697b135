// Large organisations: every kind with 1,000 and 10,000 agents on the simulated model, on disk. Time per turn and memory per agent must not grow
// with the organisation: the ratios compare the two sizes in the same run. `npx tsx --conditions=polity-src bench/organisations.bench.ts ring mesh` runs two.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LocalEngine } from '#engine';
import { systemClock } from '#lib/node';
import { createSimulatedModel, type ModelPort } from '#models';
import { RunService } from '#runs';
import { openSqliteStore } from '#store';
import { samplePlan } from '#testing';
import { isTopologyKind, TOPOLOGY_KINDS, type TopologyKind } from '#topology';
import { figure, finish, median } from './lib/figures.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const gc = (): void => {
  if (typeof collect === 'function') collect();
};

const SIZES = [1_000, 10_000] as const;
/** Kinds whose number of turns depends on the task and not on the agents: what is measured is the time of the whole run per agent. */
const BY_AGENT: ReadonlySet<TopologyKind> = new Set(['star_moe', 'blackboard']);

/** As many questions as agents, so that a division of the task has something to divide. */
function task(size: number): { id: string; input: string; class: string | null; target: unknown } {
  const input = `Answer each:\n${Array.from({ length: size }, (_, index) => `${index + 1}. What is ${index} + 1?`).join('\n')}`;
  return { id: 'list', input, class: null, target: null };
}

/** The simulated model; at call number `at` the garbage is collected and the heap is read. */
function weighing(at: number, weighed: (bytes: number) => void): ModelPort {
  const model = createSimulatedModel();
  let calls = 0;
  return {
    ...model,
    complete: (request, signal) => {
      calls += 1;
      if (calls === at) {
        gc();
        weighed(process.memoryUsage().heapUsed);
      }
      return model.complete(request, signal);
    },
  };
}

/** One run; `weighAt` is the call at which the heap is read, 0 = never (a run that is weighed is not timed). */
async function play(kind: TopologyKind, size: number, weighAt = 0): Promise<{ ms: number; turns: number; bytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'polity-bench-'));
  const store = openSqliteStore({ path: join(folder, 'polity.db'), clock: systemClock });
  const runs = new RunService({ store, host: new LocalEngine({ store, clock: systemClock }), clock: systemClock });
  gc();
  const before = process.memoryUsage().heapUsed;
  let bytes = 0;
  const model = weighing(weighAt, (heap) => {
    bytes = heap - before;
  });
  const began = performance.now();
  const plan = samplePlan(`run-${kind}-${size}`, { arm: kind, size }, model, kind === 'flat' ? { task: task(size) } : {});
  const outcome = await runs.start(plan, new AbortController().signal);
  const ms = performance.now() - began;
  await store.close();
  rmSync(folder, { recursive: true });
  if (!('result' in outcome) || outcome.result.status !== 'completed') throw new Error(`${kind} with ${size} agents did not complete`);
  return { ms, turns: outcome.result.turns, bytes };
}

const chosen = process.argv.slice(2).filter(isTopologyKind);
await play('swarm', 100);
for (const kind of chosen.length > 0 ? chosen : TOPOLOGY_KINDS) {
  const rows: { readonly perStep: number; readonly perAgent: number }[] = [];
  for (const size of SIZES) {
    const timed = [await play(kind, size), await play(kind, size), await play(kind, size)];
    const turns = timed[0]?.turns ?? 0;
    const ms = median(timed.map((run) => run.ms));
    const { bytes } = await play(kind, size, Math.ceil(turns / 2));
    const steps = BY_AGENT.has(kind) ? size : turns;
    rows.push({ perStep: ms / steps, perAgent: bytes / size });
    figure(`${kind}, ${size} agents: ${turns} turns, whole run`, ms, 'ms');
    figure(`${kind}, ${size} agents: heap in the middle of the run, per agent`, bytes / size / 1024, 'KB');
  }
  const [small, large] = rows;
  if (small === undefined || large === undefined) continue;
  figure(
    `${kind}: time per ${BY_AGENT.has(kind) ? 'agent' : 'turn'}, 10,000 agents over 1,000`,
    large.perStep / small.perStep,
    'x',
    BY_AGENT.has(kind) ? 2 : 1.5,
  );
  figure(`${kind}: heap per agent, 10,000 agents over 1,000`, large.perAgent / small.perAgent, 'x', 1.5);
}
finish();
