/**
 * app: the composition root. The only place that knows which store, engine, models and patterns there are; `src/app/` holds its parts.
 *
 * May import: everything.
 * Design note: docs/design/layout.md.
 */
import { readFileSync } from 'node:fs';
import { LocalEngine } from '#engine';
import type { ComparisonControls, ComparisonOutcome } from '#experiment';
import { asId, type Clock, type ComparisonId, PolityError, type RunId } from '#lib';
import { systemClock } from '#lib/node';
import type { BudgetLimits } from '#orchestrator';
import { type RunOutcome, type RunPlan, RunService } from '#runs';
import { openStore, type Store } from '#store';
import { type ComparisonRequest, type PreparedComparison, prepareComparison, resumeComparison } from './app/comparisons.ts';
import type { AppParts } from './app/parts.ts';
import { planRun, type RunRequest, replanRun, resumeRun, startRun } from './app/single-runs.ts';

export { adHocTask } from './app/ad-hoc-task.ts';
export { type ComparisonRequest, type PreparedComparison, parseOneArm } from './app/comparisons.ts';
export { loadRecording, readTextFile } from './app/models.ts';
export { publishedSet } from './app/published.ts';
export { DEFAULT_AGENTS, generatedRoster } from './app/rosters.ts';
export type { RunRequest } from './app/single-runs.ts';

/** One home, opened. Close it when done: it flushes what is queued. */
export interface App extends AppParts {
  planRun(request: RunRequest): RunPlan;
  startRun(plan: RunPlan, signal: AbortSignal): Promise<RunOutcome>;
  /** Plans a stored run again; `budget` replaces the one it began with. */
  replanRun(id: RunId, budget?: BudgetLimits): Promise<RunPlan>;
  resumeRun(id: RunId, signal: AbortSignal, budget?: BudgetLimits): Promise<RunOutcome>;
  prepareComparison(request: ComparisonRequest): PreparedComparison;
  resumeComparison(id: ComparisonId, controls: ComparisonControls): Promise<ComparisonOutcome>;
  close(): Promise<void>;
}

export interface AppOptions {
  /** Folder of the home (DESIGN section 4). */
  readonly home: string;
  readonly clock?: Clock;
  /** Budget warnings and faults of background work. */
  readonly onWarning?: (message: string) => void;
}

/** Opens a home; the database is made and opened at the first use. */
export function openApp(options: AppOptions): App {
  const clock = options.clock ?? systemClock;
  let store: Store | undefined;
  const lazy = <Value>(make: () => Value): (() => Value) => {
    let value: Value | undefined;
    return () => {
      value ??= make();
      return value;
    };
  };
  const getStore = () => {
    store ??= openStore(options.home, clock);
    return store;
  };
  const warn = options.onWarning ?? (() => {});
  const engine = lazy(() => new LocalEngine({ store: getStore(), clock, onFault: (error) => warn(error.message) }));
  const runs = lazy(() => new RunService({ store: getStore(), host: engine(), clock, onWarning: (run, message) => warn(`${run}: ${message}`) }));
  const parts: AppParts = { home: options.home, version: packageVersion(), clock, store: getStore, engine, runs };
  return {
    ...parts,
    planRun: (request) => planRun(request, parts),
    startRun: (plan, signal) => startRun(plan, signal, parts),
    replanRun: (id, budget) => replanRun(id, parts, budget),
    resumeRun: (id, signal, budget) => resumeRun(asId(id), signal, parts, budget),
    prepareComparison: (request) => prepareComparison(request, parts),
    resumeComparison: (id, controls) => resumeComparison(asId(id), controls, parts),
    close: async () => {
      await store?.close();
    },
  };
}

/** Version of the package, from its package.json. */
export function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') return parsed.version;
  throw new PolityError('internal', 'package.json names no version');
}
