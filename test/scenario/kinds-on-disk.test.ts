import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalEngine } from '#engine';
import { asId, type RunId } from '#lib';
import { createSimulatedModel, type ModelPort } from '#models';
import { canonicalRunLog } from '#orchestrator';
import { ledgerOf, observedTopology, type RunPlan, RunService } from '#runs';
import { openSqliteStore } from '#store';
import { ManualClock, samplePlan } from '#testing';
import { TOPOLOGY_KINDS } from '#topology';

const folder = mkdtempSync(join(tmpdir(), 'polity-kinds-'));
const clock = new ManualClock();
const store = openSqliteStore({ path: join(folder, 'polity.db'), clock });
const service = new RunService({ store, host: new LocalEngine({ store, clock }), clock });
const never = new AbortController().signal;
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The simulated model, counting its calls. */
function counting(): { readonly model: ModelPort; readonly calls: () => number } {
  const model = createSimulatedModel();
  let calls = 0;
  return {
    model: {
      ...model,
      complete: (request, signal) => {
        calls += 1;
        return model.complete(request, signal);
      },
    },
    calls: () => calls,
  };
}

/** The ledger says what the result says, and nothing travelled where no edge is declared. */
async function expectAccounted(plan: RunPlan): Promise<void> {
  const { turns } = await store.loadHistory(plan.id);
  const ledger = ledgerOf(turns);
  expect(await store.getResult(plan.id)).toMatchObject(ledger.total);
  const observed = observedTopology(plan.topology.graph, ledger);
  expect(observed.undeclaredEdges).toEqual([]);
  expect(observed.graph.nodes.length + observed.silentNodes.length).toBe(plan.topology.graph.nodes.length);
  for (const { node } of ledger.nodes) expect(observed.silentNodes).not.toContain(node);
}

describe.each([...TOPOLOGY_KINDS])('a run of kind %s on disk', (kind) => {
  it('comes to the same log whether it was stopped by its budget in between or not, and pays for no turn twice', async () => {
    const arm = { arm: kind, size: 6 } as const;
    const whole = counting();
    const wholeId = asId<RunId>(`${kind}_whole`);
    const outcome = await service.start(samplePlan(wholeId, arm, whole.model), never);
    expect(outcome).toMatchObject({ result: { status: 'completed' } });
    const log = canonicalRunLog(await store.loadHistory(wholeId));
    const halfId = asId<RunId>(`${kind}_half`);
    const half = counting();
    const turns = Math.floor(whole.calls() / 2);
    await service.start(samplePlan(halfId, arm, half.model, { budget: { turns } }), never);
    expect(half.calls()).toBe(turns);
    await service.resume(samplePlan(halfId, arm, half.model, { budget: { turns: whole.calls() } }), never);
    expect(half.calls()).toBe(whole.calls());
    expect(canonicalRunLog(await store.loadHistory(halfId))).toBe(log);
    await expectAccounted(samplePlan(wholeId, arm, whole.model));
    if (kind === 'blackboard') expect(log).toContain('"via":"board"');
  });

  it('completes with 1,000 agents, in turns that grow no faster than its members and edges', async () => {
    const id = asId<RunId>(`${kind}_large`);
    const plan = samplePlan(id, { arm: kind, size: 1_000 }, createSimulatedModel());
    const outcome = await service.start(plan, never);
    expect(outcome).toMatchObject({ result: { status: 'completed', failedTurns: 0 } });
    const { turns } = await store.loadHistory(id);
    expect(turns.length).toBeLessThanOrEqual(3 * 1_000);
    const heard = turns.reduce((sum, turn) => sum + turn.inputs.length, 0);
    expect(heard).toBeLessThanOrEqual(4 * (plan.topology.graph.edges.length + plan.topology.graph.nodes.length));
    expect(observedTopology(plan.topology.graph, ledgerOf(turns)).undeclaredEdges).toEqual([]);
  });
});
