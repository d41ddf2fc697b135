// Many runs at once: each a chain of 10 durable turns with a model of 50 ms. Wall time against the ideal (10 × 50 ms), and heap per run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LocalEngine } from '#engine';
import { asId } from '#lib';
import { systemClock } from '#lib/node';
import type { ModelPort, ModelReply } from '#models';
import { bindTopology, patternOf } from '#orchestrator';
import { RunService } from '#runs';
import { scorerFor } from '#scoring';
import { openSqliteStore } from '#store';
import { resolveParameters, template } from '#topology';
import { figure, finish } from './lib/figures.ts';

// The collector can be called only behind a flag, which a bench may set for itself.
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const gc = (): void => {
  if (typeof collect === 'function') collect();
};

const TURNS = 10;
const LATENCY_MS = 50;
const IDEAL_MS = TURNS * LATENCY_MS;
const reply: ModelReply = {
  kind: 'reply',
  text: 'x'.repeat(400),
  usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 100, reasoningTokens: 0 },
  costUsd: 0,
  latencyMs: LATENCY_MS,
};
const model: ModelPort = {
  id: 'slow',
  provenance: 'scripted',
  stochastic: false,
  fingerprint: 'slow',
  price: null,
  complete: () => new Promise((resolve) => setTimeout(resolve, LATENCY_MS, reply)),
};
const graph = template('pipeline', TURNS);
const topology = bindTopology(graph, [{ id: 'a', skills: [], model: null }], {
  answering: graph.nodes.map((node) => node.id),
  parameters: resolveParameters(graph),
});
const chosen = patternOf('pipeline');

/** `weigh` collects garbage and reads the heap while the runs are in flight; its time is not comparable. */
async function many(count: number, weigh: boolean): Promise<{ ms: number; bytesPerRun: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'polity-bench-'));
  const store = openSqliteStore({ path: join(folder, 'polity.db'), clock: systemClock });
  const runs = new RunService({ store, host: new LocalEngine({ store, clock: systemClock }), clock: systemClock });
  const { signal } = new AbortController();
  const scorer = scorerFor('exact');
  if (weigh) gc();
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  const all = Array.from({ length: count }, (_, index) =>
    runs.start(
      {
        id: asId(`run-${String(index).padStart(6, '0')}`),
        comparisonId: null,
        arm: 'pipeline',
        kind: 'pipeline',
        pattern: chosen,
        topology,
        topologyHash: null,
        spec: null,
        task: { id: 't', input: 'do it', class: null, target: null },
        scorer,
        seed: 0,
        model,
        modelFor: () => model,
        budget: {},
        definition: null,
      },
      signal,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, IDEAL_MS * 0.8));
  if (weigh) gc();
  const during = process.memoryUsage().heapUsed;
  const outcomes = await Promise.all(all);
  const ms = performance.now() - began;
  if (!outcomes.every((outcome) => outcome.kind === 'finished' && outcome.result.turns === TURNS)) throw new Error('a run did not finish');
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  return { ms, bytesPerRun: (during - before) / count };
}

await many(200, false);
for (const [count, ratio] of [
  [2_000, 3],
  [10_000, 10],
] as const) {
  const { ms } = await many(count, false);
  const { bytesPerRun } = await many(count, true);
  figure(`${count} runs × ${TURNS} turns of ${LATENCY_MS} ms, wall time`, ms, 'ms');
  figure('  of the ideal', ms / IDEAL_MS, '×', ratio);
  figure('  heap per run in flight', bytesPerRun / 1024, 'KB', 30);
}
finish();
