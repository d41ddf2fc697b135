import type { Committer, ComparisonId, RunId } from '#lib';
import type { Run, RunResult } from '#runs';
import type { Arm } from './arms/arm.ts';
import type { Task } from './tasks/task.ts';

/** A row of comparisons; `definition` and `report` are JSON documents of this module. Epoch milliseconds. */
export interface ComparisonRow {
  readonly id: ComparisonId;
  readonly status: 'running' | 'interrupted' | 'completed' | 'failed';
  readonly definition: string;
  readonly report: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a comparison reads of each of its runs. */
export interface ComparisonRunRow {
  readonly id: string;
  readonly arm: string;
  readonly taskId: string;
  readonly seed: number;
  readonly status: Run['status'];
  /** Why a failed run failed. */
  readonly error: string | null;
  readonly result: RunResult | null;
}

/** What comparisons need of storage beside `commit`. Contract: reads see every resolved commit. */
export interface ComparisonStore extends Committer {
  getComparison(id: ComparisonId): Promise<ComparisonRow | null>;
  listComparisons(limit: number): Promise<readonly ComparisonRow[]>;
  /** Every run of the comparison with its result, in one query. */
  listComparisonRuns(id: ComparisonId): Promise<readonly ComparisonRunRow[]>;
}

/** One cell of a comparison: an arm on a task with a seed. The id is decided by the plan, so that a resumed comparison finds its runs. */
export interface PlannedRun {
  readonly id: RunId;
  readonly comparisonId: ComparisonId;
  readonly arm: Arm;
  readonly task: Task;
  readonly seed: number;
  /** Only of matched controls: the run of the same task and seed whose tokens may be used. */
  readonly matches?: RunId;
}

/** What became of a planned run. Suspended and interrupted ones have no result and are executed again when the comparison is resumed. */
export type RunOutcome = { readonly kind: 'finished'; readonly result: RunResult } | { readonly kind: 'suspended' } | { readonly kind: 'interrupted' };

/**
 * Executes the runs of a comparison, new or begun before.
 * Contract: a `finished` run and its result are in the store before the promise resolves; on abort it answers `interrupted` soon and the
 * run can be executed again; what an agent does wrong is a result. It rejects only for faults (storage, a defect), which end the comparison.
 * @example await executor.execute({ id, comparisonId, arm, task, seed: 1 }, signal) // { kind: 'finished', result }
 */
export interface RunExecutor {
  execute(planned: PlannedRun, signal: AbortSignal): Promise<RunOutcome>;
}
