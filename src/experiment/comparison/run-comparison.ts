import { type Clock, canonicalJson, type NewEvent, PolityError, toPolityError } from '#lib';
import type { ComparisonRow, ComparisonStore, PlannedRun, RunExecutor, RunOutcome } from '../ports.ts';
import { buildReport } from '../report/build-report.ts';
import type { Report } from '../report/report.ts';
import { paretoToJson, reportToJson } from '../report/report-json.ts';
import type { RunRow } from '../run-log/run-row.ts';
import { type ComparisonDefinition, checkDefinition } from './definition.ts';
import { decisiveJson, readDefinition, writeDefinition } from './definition-json.ts';
import { plannedCount, planRuns } from './plan.ts';
import { type Preregistration, preregister } from './preregistration.ts';
import { type ComparisonProgress, ProgressCounter } from './progress.ts';
import { storedRuns } from './stored-runs.ts';

/** What a comparison works with. */
export interface ComparisonDeps {
  readonly store: ComparisonStore;
  readonly executor: RunExecutor;
  readonly clock: Clock;
}

export interface ComparisonControls {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ComparisonProgress) => void;
}

/** How a comparison ended for now. Suspended and interrupted ones go on where they are when they are run again. */
export interface ComparisonOutcome {
  readonly status: 'completed' | 'interrupted' | 'suspended';
  readonly report: Report;
  /** The runs that the report is made from, in the order of the plan. */
  readonly runs: readonly RunRow[];
}

/**
 * Runs a comparison, or what is left of it: registers plan and analysis before the first run, executes what has no result yet, and makes
 * the report from stored rows only. An abort keeps everything that is finished. Throws `usage.invalid` for a definition that cannot run
 * and `store.conflict` when the id belongs to a comparison that is defined otherwise; a fault of the executor marks it failed and is rethrown.
 */
export async function runComparison(definition: ComparisonDefinition, deps: ComparisonDeps, controls: ComparisonControls = {}): Promise<ComparisonOutcome> {
  checkDefinition(definition);
  const { status: before, preregistration } = await register(definition, deps);
  if (before === 'completed') return conclude('completed', definition, preregistration, deps);
  const { progress, finished } = await countStored(definition, deps, controls);
  try {
    await executeMissing(definition, { progress, finished }, deps, controls.signal ?? new AbortController().signal);
  } catch (error) {
    // Where the store itself is what failed, this fails too; the first fault is the one to report.
    await finish('failed', definition, deps, null, { error: toPolityError(error).code }).catch(() => undefined);
    throw error;
  }
  const left = controls.signal?.aborted || progress.suspended === 0 ? 'interrupted' : 'suspended';
  const concluded = await conclude(left, definition, preregistration, deps);
  // Counted from the store: another process may have finished some of the runs.
  const status: ComparisonOutcome['status'] = concluded.runs.length === plannedCount(definition) ? 'completed' : left;
  const outcome = { ...concluded, status };
  await finish(status === 'completed' ? 'completed' : 'interrupted', definition, deps, outcome.report, { status, done: progress.done });
  progress.flush();
  return outcome;
}

/** The outcome of a stored comparison as it stands, without executing anything; null when there is none with this id. Its report is made anew from its rows. */
export async function readComparison(id: ComparisonRow['id'], store: ComparisonStore): Promise<(ComparisonOutcome & { readonly row: ComparisonRow }) | null> {
  const row = await store.getComparison(id);
  if (row === null) return null;
  const { definition, preregistration } = readDefinition(row.definition);
  const outcome = await conclude(row.status === 'completed' ? 'completed' : 'interrupted', definition, preregistration, { store });
  return { ...outcome, row };
}

interface Registered {
  readonly status: ComparisonRow['status'];
  readonly preregistration: Preregistration;
}

/** Writes the definition and its registration, or finds the one that was written when the comparison began. */
async function register(definition: ComparisonDefinition, { store, clock }: ComparisonDeps): Promise<Registered> {
  const existing = await store.getComparison(definition.id);
  if (existing !== null) return resume(existing, definition, store, clock);
  const now = clock.now();
  const { id, tasks, seeds, control, margin, codeVersion } = definition;
  const preregistration = preregister({
    tasks: tasks.tasks,
    tasksHash: tasks.hash,
    arms: definition.arms.map((arm) => arm.name),
    seeds,
    control,
    model: { label: definition.model.model, fingerprint: definition.model.fingerprint },
    margin,
    codeVersion,
    registeredAt: now,
  });
  const row = { id, status: 'running', definition: writeDefinition(definition, preregistration), report: null, created_at: now, updated_at: now };
  const started = eventOf('comparison.started', definition, now, { runs: plannedCount(definition), preregistration: preregistration.hash });
  const result = await store.commit({
    preconditions: [{ kind: 'absent', table: 'comparisons', key: { id } }],
    writes: [{ kind: 'insert', table: 'comparisons', row }],
    events: [started],
    durability: 'full', // a registration that a power cut can undo registers nothing
  });
  if (result.kind === 'conflict') throw conflict(definition);
  return { status: 'running', preregistration };
}

async function resume(existing: ComparisonRow, definition: ComparisonDefinition, store: ComparisonStore, clock: Clock): Promise<Registered> {
  const stored = readDefinition(existing.definition);
  if (canonicalJson(decisiveJson(stored.definition)) !== canonicalJson(decisiveJson(definition))) throw conflict(definition);
  if (existing.status !== 'completed') {
    const now = clock.now();
    await store.commit({
      preconditions: [{ kind: 'row', table: 'comparisons', key: { id: definition.id }, equals: { status: existing.status } }],
      writes: [{ kind: 'update', table: 'comparisons', key: { id: definition.id }, set: { status: 'running', updated_at: now } }],
      events: [eventOf('comparison.started', definition, now, { resumed: true, preregistration: stored.preregistration.hash })],
    });
  }
  return { status: existing.status, preregistration: stored.preregistration };
}

function conflict({ id }: ComparisonDefinition): PolityError {
  return new PolityError(
    'store.conflict',
    `comparison ${id} was begun with other tasks, arms, seeds or settings; resume it with the same ones or begin a new one`,
    {
      details: { comparisonId: id },
    },
  );
}

interface Standing {
  readonly progress: ProgressCounter;
  /** Ids of the runs that have a result. */
  readonly finished: ReadonlySet<string>;
}

async function countStored(definition: ComparisonDefinition, { store, clock }: ComparisonDeps, controls: ComparisonControls): Promise<Standing> {
  const arms = definition.arms.map((arm) => arm.name);
  const progress = new ProgressCounter(plannedCount(definition), arms, clock, controls.onProgress);
  const finished = new Set<string>();
  for (const { id, arm, result } of await store.listComparisonRuns(definition.id)) {
    if (result === null) continue;
    finished.add(id);
    progress.addStored(arm, result);
  }
  progress.flush();
  return { progress, finished };
}

/** So many workers take runs off one plan; the first fault stops all of them and is thrown when the last has stopped. */
async function executeMissing(
  definition: ComparisonDefinition,
  { progress, finished }: Standing,
  { executor }: ComparisonDeps,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const plan = planRuns(definition);
  const faults: unknown[] = [];
  const worker = async (): Promise<void> => {
    // Leaving a for-of loop would close the shared plan, so each worker asks it by hand.
    for (let next = plan.next(); !next.done && !either.aborted; next = plan.next()) {
      if (finished.has(next.value.id)) continue;
      try {
        note(await executor.execute(next.value, either), next.value, progress);
      } catch (fault) {
        // Another process has taken the run, or finished it: its result is that one's to store.
        if (fault instanceof PolityError && (fault.code === 'store.conflict' || fault.code === 'run.fenced')) continue;
        faults.push(fault);
        stop.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(definition.concurrency, plannedCount(definition)) }, worker));
  if (faults.length > 0) throw faults[0];
}

function note(outcome: RunOutcome, planned: PlannedRun, progress: ProgressCounter): void {
  if (outcome.kind === 'finished') progress.addFinished(planned.arm.name, outcome.result);
  else if (outcome.kind === 'suspended') progress.addSuspended();
}

async function conclude(
  status: ComparisonOutcome['status'],
  definition: ComparisonDefinition,
  preregistration: Preregistration,
  { store }: Pick<ComparisonDeps, 'store'>,
): Promise<ComparisonOutcome> {
  const runs = storedRuns(await store.listComparisonRuns(definition.id), definition);
  const total = plannedCount(definition);
  const report = buildReport(runs, {
    id: definition.id,
    control: definition.control,
    arms: definition.arms.map((arm) => arm.name),
    analysis: { margin: definition.margin },
    provenance: definition.model,
    preregistration,
    warnings: runs.length === total ? [] : [`Incomplete: ${runs.length} of ${total} runs are finished. Figures are of those only.`],
  });
  return { status, report, runs };
}

async function finish(
  status: 'completed' | 'interrupted' | 'failed',
  definition: ComparisonDefinition,
  { store, clock }: ComparisonDeps,
  report: Report | null,
  payload: Readonly<Record<string, string | number>>,
): Promise<void> {
  const now = clock.now();
  const done = status === 'completed' && report !== null ? report : null;
  const set = { status, updated_at: now, ...(done === null ? {} : { report: JSON.stringify(reportToJson(done)) }) };
  const snapshot = { comparison_id: definition.id, created_at: now, snapshot: JSON.stringify(done === null ? null : paretoToJson(done.pareto)) };
  // Another process may have completed it meanwhile; what it said stands.
  await store.commit({
    preconditions: [{ kind: 'row', table: 'comparisons', key: { id: definition.id }, equals: { status: 'running' } }],
    writes: [
      { kind: 'update', table: 'comparisons', key: { id: definition.id }, set },
      ...(done === null ? [] : [{ kind: 'upsert', table: 'pareto_snapshots', row: snapshot } as const]),
    ],
    events: [eventOf(`comparison.${status}`, definition, now, payload)],
  });
}

function eventOf(type: string, { id }: ComparisonDefinition, at: number, payload: Readonly<Record<string, string | number | boolean>>): NewEvent {
  return { type, at, subject: id, payload: JSON.stringify(payload) };
}
