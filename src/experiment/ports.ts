import type { Committer, ComparisonId } from '#lib';
import type { Run, RunResult } from '#runs';

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
  readonly result: RunResult | null;
}

/** What comparisons need of storage beside `commit`. Contract: reads see every resolved commit. */
export interface ComparisonStore extends Committer {
  getComparison(id: ComparisonId): Promise<ComparisonRow | null>;
  listComparisons(limit: number): Promise<readonly ComparisonRow[]>;
  /** Every run of the comparison with its result, in one query. */
  listComparisonRuns(id: ComparisonId): Promise<readonly ComparisonRunRow[]>;
}
