import {
  type Arm,
  type ComparisonControls,
  type ComparisonDefinition,
  type ComparisonOutcome,
  DEFAULT_CONCURRENCY,
  defaultControl,
  parseArms,
  readComparison,
  readDefinition,
  runComparison,
  type TaskSet,
} from '#experiment';
import { asId, type ComparisonId, type Json, PolityError } from '#lib';
import { newId } from '#lib/node';
import type { ModelPort, Recording } from '#models';
import type { AgentProfile, BudgetLimits } from '#orchestrator';
import { TOPOLOGY_KINDS } from '#topology';
import { checkArms, createExecutor, modelsFor } from './executor.ts';
import { createModel, loadRecording, readTextFile } from './models.ts';
import type { AppParts } from './parts.ts';

/** A comparison as asked for. `arms` is a list as on the command line; absent = every kind that runs and the controls. */
export interface ComparisonRequest {
  readonly tasks: TaskSet;
  readonly arms?: string;
  readonly model: string;
  readonly recordingFile?: string;
  /** A recording made in memory; cannot be resumed by another process. */
  readonly recording?: Recording;
  /** Agents to bind; absent = those of the recording, else `agents` generated ones. */
  readonly roster?: readonly AgentProfile[];
  readonly agents?: number;
  readonly seeds?: number;
  readonly control?: string | null;
  readonly budget?: BudgetLimits;
  readonly margin?: number;
  readonly concurrency?: number;
}

/** Agents when nothing says how many: as many as `self_consistency` takes samples, so that the vote and the swarm are of one size. */
export const DEFAULT_AGENTS = 5;
/** Seeds where replies vary (DESIGN section 10). */
const STOCHASTIC_SEEDS = 5;
const DEFAULT_MARGIN = 0.02;

/** n agents without a persona: agent-1 … agent-n. */
export function generatedRoster(n: number): readonly AgentProfile[] {
  return Array.from({ length: n }, (_, index) => ({ id: `agent-${index + 1}`, skills: [], model: null }));
}

export interface PreparedComparison {
  readonly definition: ComparisonDefinition;
  readonly run: (controls: ComparisonControls) => Promise<ComparisonOutcome>;
}

/** Checks everything that can be checked before the first turn, and returns the comparison ready to run. Writes nothing. */
export function prepareComparison(request: ComparisonRequest, parts: AppParts): PreparedComparison {
  const recording = request.recording ?? (request.recordingFile === undefined ? null : loadRecording(request.recordingFile));
  const roster =
    request.roster ??
    (request.model === 'recorded' && recording !== null ? recordedRoster(recording, request.agents) : generatedRoster(request.agents ?? DEFAULT_AGENTS));
  const model = makeModel(request.model, recording, request.tasks, parts);
  const arms = parseArms(request.arms, { kinds: TOPOLOGY_KINDS, readFile: readTextFile });
  checkArms(arms, roster);
  const seeds = request.seeds ?? (model.stochastic ? STOCHASTIC_SEEDS : 1);
  const definition: ComparisonDefinition = {
    id: asId<ComparisonId>(newId('cmp', parts.clock.now())),
    tasks: request.tasks,
    arms,
    seeds: Array.from({ length: seeds }, (_, index) => index),
    control: request.control === undefined ? defaultControl(arms) : request.control,
    model: { model: request.model, kind: model.provenance, fingerprint: model.fingerprint, notes: provenanceNotes(model, recording) },
    budget: request.budget ?? {},
    roster: roster.map((agent) => ({ id: agent.id, skills: agent.skills, model: agent.model })),
    settings: { recording: request.recordingFile ?? null },
    margin: request.margin ?? DEFAULT_MARGIN,
    concurrency: request.concurrency ?? DEFAULT_CONCURRENCY,
    codeVersion: parts.version,
  };
  return { definition, run: (controls) => execute(definition, roster, model, recording, controls, parts) };
}

/** Goes on with a stored comparison. Errors: `run.not_found`; `run.diverged` when model, recording or parameters are not what they were. */
export async function resumeComparison(id: ComparisonId, controls: ComparisonControls, parts: AppParts): Promise<ComparisonOutcome> {
  const row = await parts.store().getComparison(id);
  if (row === null) throw new PolityError('run.not_found', `there is no comparison ${id}: see polity runs list`);
  if (row.status === 'completed') {
    const stored = await readComparison(id, parts.store());
    if (stored !== null) return stored;
  }
  const { definition } = readDefinition(row.definition);
  const file = recordingFile(definition.settings);
  const recording = file === null ? null : loadRecording(file);
  const model = makeModel(definition.model.model, recording, definition.tasks, parts);
  if (model.fingerprint !== definition.model.fingerprint) {
    throw new PolityError(
      'run.diverged',
      `comparison ${id} began with other replies than ${file ?? definition.model.model} holds now; put the old file back, or begin a new comparison`,
    );
  }
  return execute(definition, readRoster(definition.roster), model, recording, controls, parts);
}

async function execute(
  definition: ComparisonDefinition,
  roster: readonly AgentProfile[],
  model: ModelPort,
  recording: Recording | null,
  controls: ComparisonControls,
  parts: AppParts,
): Promise<ComparisonOutcome> {
  const store = parts.store();
  const modelFor = modelsFor(roster, model, (name) => makeModel(name, recording, definition.tasks, parts));
  const executor = await createExecutor({ store, runs: parts.runs(), clock: parts.clock, definition, roster, model, modelFor });
  return runComparison(definition, { store, executor, clock: parts.clock }, controls);
}

function makeModel(model: string, recording: Recording | null, tasks: TaskSet, parts: AppParts): ModelPort {
  return createModel({ model, recording, targets: new Map(tasks.tasks.map((task) => [task.id, task.target])) }, parts.clock);
}

function recordedRoster(recording: Recording, agents: number | undefined): readonly AgentProfile[] {
  if (agents !== undefined && agents > recording.agents.length) {
    throw new PolityError(
      'usage.invalid',
      `--agents ${agents}: the recording holds ${recording.agents.length} agents (${recording.agents.slice(0, 20).join(', ')})`,
    );
  }
  return recording.agents.slice(0, agents ?? recording.agents.length).map((id) => ({ id, skills: [], model: null }));
}

function provenanceNotes(model: ModelPort, recording: Recording | null): readonly string[] {
  if (model.provenance === 'recorded') return recording?.notes ?? [];
  if (model.provenance === 'simulated')
    return [
      'SIMULATED: replies are drawn from stated probabilities, no model was called; the figures say how the organisations behave under these assumptions, not how good any model is',
    ];
  return [];
}

function recordingFile(settings: Json): string | null {
  if (settings === null || typeof settings !== 'object' || Array.isArray(settings)) return null;
  const { recording } = settings as { readonly recording?: Json }; // an object, by the check above
  return typeof recording === 'string' ? recording : null;
}

/** Reads the roster that `prepareComparison` stored. */
export function readRoster(stored: Json): readonly AgentProfile[] {
  if (!Array.isArray(stored)) throw new PolityError('internal', 'the stored roster is not a list');
  return stored.map((entry: { id: string; skills: readonly string[]; model: string | null }) => ({ id: entry.id, skills: entry.skills, model: entry.model }));
}

/** Whether arms can be told from a text, for commands that take one topology. */
export function parseOneArm(text: string): Arm {
  const arms = parseArms(text, { kinds: TOPOLOGY_KINDS, readFile: readTextFile });
  const [arm] = arms;
  if (arm === undefined || arms.length > 1) throw new PolityError('usage.invalid', `--topology names one topology, not ${arms.length}: ${text}`);
  return arm;
}
