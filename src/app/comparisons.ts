import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type Arm,
  type ComparisonControls,
  type ComparisonDefinition,
  type ComparisonOutcome,
  type ComparisonRow,
  checkDefinition,
  DEFAULT_CONCURRENCY,
  defaultControl,
  parseArms,
  readComparison,
  readDefinition,
  runComparison,
  type TaskSet,
} from '#experiment';
import { asId, type ComparisonId, PolityError } from '#lib';
import { newId } from '#lib/node';
import type { ModelPort, Recording } from '#models';
import type { AgentProfile, BudgetLimits } from '#orchestrator';
import { TOPOLOGY_KINDS } from '#topology';
import { staffedKinds } from './arms.ts';
import { checkArms, createExecutor, modelsFor } from './executor.ts';
import { createModel, loadRecording, readTextFile } from './models.ts';
import type { AppParts } from './parts.ts';
import { isPublished, type PublishedName, publishedSet } from './published.ts';
import { chooseRoster, storedRoster } from './rosters.ts';

/** A comparison as asked for. `arms` is a list as on the command line; absent = every kind that runs and the controls. */
export interface ComparisonRequest {
  readonly tasks: TaskSet;
  readonly arms?: string;
  readonly model: string;
  readonly recordingFile?: string;
  /** A recording made in memory; cannot be resumed by another process. */
  readonly recording?: Recording;
  /** Replies of a published experiment that comes with the package. */
  readonly published?: PublishedName;
  /** Agents to bind; absent = those of the recording, else `agents` generated ones. */
  readonly roster?: readonly AgentProfile[];
  readonly agents?: number;
  readonly seeds?: number;
  readonly control?: string | null;
  readonly budget?: BudgetLimits;
  readonly margin?: number;
  readonly concurrency?: number;
}

/** Seeds where replies vary (DESIGN section 10). */
const STOCHASTIC_SEEDS = 5;
const DEFAULT_MARGIN = 0.02;
/** Running runs whose owners are looked at; all runs that one process executes name the same one. */
const OWNERS_SEEN = 1000;

export interface PreparedComparison {
  readonly definition: ComparisonDefinition;
  readonly run: (controls: ComparisonControls) => Promise<ComparisonOutcome>;
}

/** Checks everything that can be checked before the first turn, and returns the comparison ready to run. Writes nothing. */
export function prepareComparison(request: ComparisonRequest, parts: AppParts): PreparedComparison {
  const sources: Sources = { recording: request.recordingFile ?? null, folder: resolve('.'), published: request.published ?? null };
  const recording = request.recording ?? readRecording(sources);
  const roster = chooseRoster({ ...request, recording });
  const make = modelMaker(recording, request.tasks, sources, parts);
  const model = make(request.model);
  // "All" is all that this roster can staff; a kind that is named and cannot be staffed is an error.
  const all = request.arms === undefined || request.arms.trim() === 'all';
  const arms = parseArms(request.arms, { kinds: all ? staffedKinds(roster.length) : TOPOLOGY_KINDS, readFile: readTextFile });
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
    settings: { ...sources },
    margin: request.margin ?? DEFAULT_MARGIN,
    concurrency: request.concurrency ?? DEFAULT_CONCURRENCY,
    codeVersion: parts.version,
  };
  checkDefinition(definition);
  return { definition, run: (controls) => execute(definition, { roster, model, make }, controls, parts) };
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
  const sources = SOURCES.parse(definition.settings);
  const make = modelMaker(readRecording(sources), definition.tasks, sources, parts);
  const model = make(definition.model.model);
  if (model.fingerprint !== definition.model.fingerprint) {
    throw new PolityError(
      'run.diverged',
      `comparison ${id} began with other replies than ${sources.recording ?? definition.model.model} holds now; put the old file back, or begin a new comparison`,
    );
  }
  await claim(row, parts);
  return execute(definition, { roster: storedRoster(definition.roster), model, make }, controls, parts);
}

/**
 * Takes a stored comparison for this process: of two that resume it at once one gets it, and none gets it while a living process executes
 * its runs. Throws `store.conflict`.
 */
async function claim({ id, status, updatedAt }: ComparisonRow, { store, engine, clock }: AppParts): Promise<void> {
  const now = clock.now();
  const own = engine().owner(now).id;
  const running = await store().listRuns({ comparisonId: id, status: ['running'], limit: OWNERS_SEEN });
  const owners = new Map(running.flatMap(({ owner }) => (owner === null || owner.id === own ? [] : [[owner.id, owner]])));
  const elsewhere = [...owners.values()].some((owner) => engine().isAlive(owner, now));
  const taken = elsewhere
    ? null
    : await store().commit({
        preconditions: [{ kind: 'row', table: 'comparisons', key: { id }, equals: { status, updated_at: updatedAt } }],
        // Never the same time twice: the other process compares with the one it has read.
        writes: [{ kind: 'update', table: 'comparisons', key: { id }, set: { status: 'running', updated_at: Math.max(now, updatedAt + 1) } }],
      });
  if (taken === null || taken.kind === 'conflict')
    throw new PolityError('store.conflict', `comparison ${id} is being executed by another process: wait for that one, or stop it (Ctrl-C)`);
}

async function execute(
  definition: ComparisonDefinition,
  { roster, model, make }: Speakers,
  controls: ComparisonControls,
  parts: AppParts,
): Promise<ComparisonOutcome> {
  const store = parts.store();
  const modelFor = modelsFor(roster, model, make);
  const executor = await createExecutor({ store, runs: parts.runs(), clock: parts.clock, definition, roster, model, modelFor });
  return runComparison(definition, { store, executor, clock: parts.clock }, controls);
}

type ModelMaker = (model: string) => ModelPort;

/** The agents, the model of the run and how to make the models that agents name for themselves. */
interface Speakers {
  readonly roster: readonly AgentProfile[];
  readonly model: ModelPort;
  readonly make: ModelMaker;
}

function modelMaker(recording: Recording | null, tasks: TaskSet, { folder }: Sources, parts: AppParts): ModelMaker {
  const targets = new Map(tasks.tasks.map((task) => [task.id, task.target]));
  return (model) => createModel({ model, recording, targets, ...(folder === null ? {} : { folder }) }, parts.clock);
}

function provenanceNotes(model: ModelPort, recording: Recording | null): readonly string[] {
  if (model.provenance === 'recorded') return recording?.notes ?? [];
  if (model.provenance === 'simulated')
    return [
      'SIMULATED: replies are drawn from stated probabilities, no model was called; the figures say how the organisations behave under these assumptions, not how good any model is',
    ];
  return [];
}

/** Where a comparison's replies come from, kept with it: whoever resumes it may stand in another folder. */
const SOURCES = z.object({
  recording: z.string().nullable().default(null),
  folder: z.string().nullable().default(null),
  published: z.custom<PublishedName>(isPublished).nullable().default(null),
});
type Sources = z.infer<typeof SOURCES>;

function readRecording({ recording, folder, published }: Sources): Recording | null {
  if (published !== null) return publishedSet(published).recording;
  return recording === null ? null : loadRecording(recording, folder ?? undefined);
}

/** Whether arms can be told from a text, for commands that take one topology. */
export function parseOneArm(text: string): Arm {
  if (/^matched(:|$)/.test(text.trim()))
    throw new PolityError('usage.invalid', `${text.trim()} has meaning only beside the arm that it matches: polity compare --arms ARM,matched:ARM`);
  const arms = parseArms(text, { kinds: TOPOLOGY_KINDS, readFile: readTextFile });
  const [arm] = arms;
  if (arm === undefined || arms.length > 1) throw new PolityError('usage.invalid', `--topology names one topology, not ${arms.length}: ${text}`);
  return arm;
}
