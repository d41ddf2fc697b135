import type { Arm, ComparisonDefinition, PlannedRun, RunExecutor, RunOutcome, Task } from '#experiment';
import { taskScorer } from '#experiment';
import { type Clock, PolityError, type RunId } from '#lib';
import type { AgentProfile, ModelPort, Scorer } from '#orchestrator';
import type { RunPlan, RunService } from '#runs';
import type { Store } from '#store';
import type { Attributes } from '#topology';
import { type BoundArm, bindArm } from './arms.ts';

/** Chooses the model that speaks for an agent: its own where its roster entry names one, else the run's. */
export function modelsFor(roster: readonly AgentProfile[], fallback: ModelPort, named: (model: string) => ModelPort): (agentId: string) => ModelPort {
  const own = new Map<string, ModelPort>();
  for (const agent of roster) if (agent.model !== null) own.set(agent.id, named(agent.model));
  return own.size === 0 ? () => fallback : (agentId) => own.get(agentId) ?? fallback;
}

export interface ExecutorParts {
  readonly store: Store;
  readonly runs: RunService;
  readonly clock: Clock;
  readonly definition: ComparisonDefinition;
  readonly roster: readonly AgentProfile[];
  readonly model: ModelPort;
  readonly modelFor: (agentId: string) => ModelPort;
}

/** Executes the runs of one comparison through the run service; arms are bound and their specs stored once. */
export async function createExecutor(parts: ExecutorParts): Promise<RunExecutor> {
  const { definition, store, clock, roster } = parts;
  const arms = new Map(definition.arms.map((arm) => [arm.name, bindArm(arm, roster)]));
  await store.commit({
    writes: [...arms.values()].map((arm) => ({
      kind: 'upsert',
      table: 'topology_versions',
      row: { hash: arm.hash, kind: arm.kind, spec: arm.spec, created_at: clock.now() },
    })),
  });
  // Runs that an earlier process began: they are resumed from their log, the others started.
  const begun = new Map<RunId, string>();
  for (const run of await store.listComparisonRuns(definition.id)) begun.set(run.id as RunId, run.status); // ids of this table
  const scorers = new Map<Task, Scorer>();
  const inFlight = new Map<RunId, Promise<RunOutcome>>();
  const run = async (planned: PlannedRun, signal: AbortSignal): Promise<RunOutcome> => {
    const arm = arms.get(planned.arm.name);
    if (arm === undefined) throw new PolityError('internal', `the comparison has no arm ${planned.arm.name}`);
    const matched = planned.matches === undefined ? null : await matchedTokens(planned.matches, inFlight, store);
    if (matched?.kind === 'later') return matched.outcome;
    const scorer = scorers.get(planned.task) ?? taskScorer(planned.task);
    scorers.set(planned.task, scorer);
    const plan = toPlan(planned, matched === null ? arm : { ...arm, topology: { ...arm.topology, parameters: matched.parameters } }, scorer, parts);
    const outcome = begun.has(planned.id) ? await parts.runs.resume(plan, signal) : await parts.runs.start(plan, signal);
    return toOutcome(outcome);
  };
  return {
    async execute(planned, signal) {
      const outcome = run(planned, signal);
      inFlight.set(planned.id, outcome);
      try {
        return await outcome;
      } finally {
        inFlight.delete(planned.id);
      }
    },
  };
}

/**
 * What a matched control may use: the tokens of the run that it matches, when that has ended. Runs that are matched stand before it in the plan,
 * so that one without a result is in flight, or was interrupted, suspended or taken by another process; then the control is left for later, too.
 */
async function matchedTokens(
  id: RunId,
  inFlight: ReadonlyMap<RunId, Promise<RunOutcome>>,
  store: Store,
): Promise<{ readonly kind: 'known'; readonly parameters: Attributes } | { readonly kind: 'later'; readonly outcome: RunOutcome }> {
  const outcome = await inFlight.get(id)?.catch(() => undefined);
  if (outcome !== undefined && outcome.kind !== 'finished') return { kind: 'later', outcome };
  const result = await store.getResult(id);
  if (result === null) return { kind: 'later', outcome: { kind: 'interrupted' } };
  const { inputTokens, outputTokens } = result;
  return { kind: 'known', parameters: inputTokens === null || outputTokens === null ? {} : { tokens: inputTokens + outputTokens } };
}

function toPlan(planned: PlannedRun, arm: BoundArm, scorer: Scorer, parts: ExecutorParts): RunPlan {
  const { task } = planned;
  return {
    id: planned.id,
    comparisonId: planned.comparisonId,
    arm: planned.arm.name,
    kind: arm.kind,
    pattern: arm.pattern,
    topology: arm.topology,
    topologyHash: arm.hash,
    spec: arm.spec,
    task: { id: task.id, input: task.input, class: task.class, target: task.target },
    scorer,
    seed: planned.seed,
    model: parts.model,
    modelFor: parts.modelFor,
    budget: parts.definition.budget,
    definition: null,
  };
}

function toOutcome(outcome: Awaited<ReturnType<RunService['start']>>): RunOutcome {
  if (outcome.kind === 'finished') return { kind: 'finished', result: outcome.result };
  return { kind: outcome.kind };
}

/** Names of arms that cannot be bound to the roster are found before anything is written; throws what bindArm throws. */
export function checkArms(arms: readonly Arm[], roster: readonly AgentProfile[]): void {
  for (const arm of arms) bindArm(arm, roster);
}
