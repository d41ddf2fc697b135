import { resolve } from 'node:path';
import { z } from 'zod';
import { type Arm, armFromJson, armToJson, type Task, taskScorer } from '#experiment';
import { asId, canonicalJson, PolityError, type RunId } from '#lib';
import { newId } from '#lib/node';
import type { Recording } from '#models';
import type { AgentProfile, BudgetLimits } from '#orchestrator';
import type { Run, RunOutcome, RunPlan } from '#runs';
import { bindArm } from './arms.ts';
import { modelsFor } from './executor.ts';
import { createModel, loadRecording } from './models.ts';
import type { AppParts } from './parts.ts';
import { chooseRoster } from './rosters.ts';

/** A single run as asked for. */
export interface RunRequest {
  readonly task: Task;
  readonly arm: Arm;
  readonly model: string;
  readonly recordingFile?: string;
  readonly roster?: readonly AgentProfile[];
  readonly agents?: number;
  readonly seed?: number;
  readonly budget?: BudgetLimits;
}

const AGENT = z.strictObject({ id: z.string(), skills: z.array(z.string()), model: z.string().nullable() });
const BUDGET = z.strictObject({
  turns: z.number().optional(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  seconds: z.number().optional(),
  concurrency: z.number().optional(),
});
const DEFINITION = z.strictObject({
  version: z.literal(1),
  task: z.strictObject({
    id: z.string(),
    input: z.string(),
    target: z.string().nullable(),
    class: z.string().nullable(),
    scorer: z.record(z.string(), z.unknown()),
  }),
  arm: z.unknown(),
  roster: z.array(AGENT),
  model: z.string(),
  recording: z.string().nullable(),
  folder: z.string().optional(),
  fingerprint: z.string(),
  seed: z.number(),
  budget: BUDGET,
});
type Definition = z.infer<typeof DEFINITION>;

/** Plans a new run. Throws for everything that can be found wrong before the first turn. */
export function planRun(request: RunRequest, parts: AppParts): RunPlan {
  const recording = request.recordingFile === undefined ? null : loadRecording(request.recordingFile);
  const roster = chooseRoster({ ...request, recording });
  const definition: Omit<Definition, 'fingerprint'> = {
    version: 1,
    task: { ...request.task, scorer: { ...request.task.scorer } },
    arm: armToJson(request.arm),
    roster: roster.map((agent) => ({ id: agent.id, skills: [...agent.skills], model: agent.model })),
    model: request.model,
    recording: request.recordingFile ?? null,
    folder: resolve('.'), // whoever resumes the run may stand in another folder
    seed: request.seed ?? 0,
    budget: { ...request.budget },
  };
  return assemble(asId<RunId>(newId('run', parts.clock.now())), definition, request.arm, recording, parts);
}

/** Plans a stored run again. `budget` replaces the one it began with. Errors: `run.not_found`, `run.diverged` when its model says something else now. */
export async function replanRun(id: RunId, parts: AppParts, budget?: BudgetLimits): Promise<RunPlan> {
  const run = await parts.store().getRun(id);
  if (run === null) throw new PolityError('run.not_found', `there is no run ${id}: see polity runs list`);
  return replan(run, parts, budget);
}

function replan(run: Run, parts: AppParts, budget?: BudgetLimits): RunPlan {
  if (run.definition === null) {
    throw new PolityError(
      'usage.invalid',
      `run ${run.id} belongs to comparison ${run.comparisonId ?? '?'}: resume that one (polity resume ${run.comparisonId ?? 'COMPARISON'})`,
    );
  }
  const stored = DEFINITION.parse(JSON.parse(run.definition));
  const recording = stored.recording === null ? null : loadRecording(stored.recording, stored.folder);
  const plan = assemble(run.id, { ...stored, budget: budget ?? stored.budget }, armFromJson(stored.arm), recording, parts);
  if (plan.model.fingerprint !== stored.fingerprint) {
    throw new PolityError(
      'run.diverged',
      `run ${run.id} began with other replies than ${stored.recording ?? stored.model} holds now; put the old file back, or start a new run`,
    );
  }
  return plan;
}

function assemble(id: RunId, definition: Omit<Definition, 'fingerprint'>, arm: Arm, recording: Recording | null, parts: AppParts): RunPlan {
  const { task, roster, seed, folder } = definition;
  const bound = bindArm(arm, roster);
  const make = (model: string) =>
    createModel({ model, recording, targets: new Map([[task.id, task.target]]), ...(folder === undefined ? {} : { folder }) }, parts.clock);
  const model = make(definition.model);
  return {
    id,
    comparisonId: null,
    arm: arm.name,
    kind: bound.kind,
    pattern: bound.pattern,
    topology: bound.topology,
    topologyHash: bound.hash,
    spec: bound.spec,
    task,
    scorer: taskScorer(task),
    seed,
    model,
    modelFor: modelsFor(roster, model, make),
    budget: definition.budget,
    definition: canonicalJson({ ...definition, fingerprint: model.fingerprint }),
  };
}

/** Starts a planned run. */
export function startRun(plan: RunPlan, signal: AbortSignal, parts: AppParts): Promise<RunOutcome> {
  return parts.runs().start(plan, signal);
}

/** Goes on with a run that was interrupted, suspended, failed or left by a dead process. */
export async function resumeRun(id: RunId, signal: AbortSignal, parts: AppParts, budget?: BudgetLimits): Promise<RunOutcome> {
  return parts.runs().resume(await replanRun(id, parts, budget), signal);
}
