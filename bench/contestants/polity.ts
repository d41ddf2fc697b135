// Polity: a pipeline of 20 nodes through the run service, run start and end included.
import { join } from 'node:path';
import { LocalEngine } from '#engine';
import { asId } from '#lib';
import { newId, systemClock } from '#lib/node';
import type { ModelPort } from '#models';
import { bindTopology, patternOf } from '#orchestrator';
import { type RunPlan, RunService } from '#runs';
import { scorerFor } from '#scoring';
import { openSqliteStore } from '#store';
import { resolveParameters, template } from '#topology';
import { folder, measure, OUTPUT, STEPS } from './chain.ts';

const model: ModelPort = {
  id: 'instant',
  provenance: 'scripted',
  stochastic: false,
  fingerprint: 'instant',
  price: null,
  complete: () => ({
    kind: 'reply',
    text: OUTPUT,
    usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 100, reasoningTokens: 0 },
    costUsd: 0.001,
    latencyMs: 0,
  }),
};
const graph = template('pipeline', STEPS);
const topology = bindTopology(graph, [{ id: 'a', skills: [], model: null }], {
  answering: graph.nodes.map((node) => node.id),
  parameters: resolveParameters(graph),
});
const pattern = patternOf('pipeline');

const store = openSqliteStore({ path: join(folder(), 'polity.db'), clock: systemClock });
const runs = new RunService({ store, host: new LocalEngine({ store, clock: systemClock }), clock: systemClock });
const plan = (): RunPlan => ({
  id: asId(newId('run', Date.now())),
  comparisonId: null,
  arm: 'pipeline',
  kind: 'pipeline',
  pattern,
  topology,
  topologyHash: null,
  spec: null,
  task: { id: 't', input: 'do it', class: null, target: null },
  scorer: scorerFor('exact'),
  seed: 0,
  model,
  modelFor: () => model,
  budget: {},
  definition: null,
});

await measure(300, async () => {
  const outcome = await runs.start(plan(), new AbortController().signal);
  if (outcome.kind !== 'finished' || outcome.result.turns !== STEPS) throw new Error('the chain did not run');
});
await store.close();
