import type { Arm, ComparisonDefinition, PlannedRun, RunExecutor, RunOutcome, Task } from '#experiment';
import { taskScorer } from '#experiment';
import { type Clock, PolityError, type RunId } from '#lib';
import type { AgentProfile, ModelPort, Scorer } from '#orchestrator';
import type { RunPlan, RunService } from '#runs';
import type { Store } from '#store';
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
  return {
    async execute(planned, signal) {
      const arm = arms.get(planned.arm.name);
      if (arm === undefined) throw new PolityError('internal', `the comparison has no arm ${planned.arm.name}`);
      const scorer = scorers.get(planned.task) ?? taskScorer(planned.task);
      scorers.set(planned.task, scorer);
      const plan = toPlan(planned, arm, scorer, parts);
      const outcome = begun.has(planned.id) ? await parts.runs.resume(plan, signal) : await parts.runs.start(plan, signal);
      return toOutcome(outcome);
    },
  };
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
