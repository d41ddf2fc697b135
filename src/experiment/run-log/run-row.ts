/** Statuses that a run log knows. Any other word is kept as it is: its run is unscored unless it has a score. */
export const RUN_LOG_STATUSES = ['completed', 'failed', 'timeout', 'refused', 'error', 'cancelled', 'budget', 'unscored'] as const;

/** Statuses that score 0 whatever their score says (DESIGN "Measuring": failures, timeouts and refusals score 0 and are listed). */
const FAILURES: ReadonlySet<string> = new Set(['failed', 'timeout', 'refused', 'error']);

/** Whether a run of this status counts as a failure. */
export function isFailure(status: string): boolean {
  return FAILURES.has(status);
}

/** One logged run, from a file or from the store. Unknown figures are null, never 0. Tokens, dollars, milliseconds. */
export interface RunRow {
  readonly taskId: string;
  readonly arm: string;
  /** Names the repetition; any label. */
  readonly seed: string;
  /** 0..1; null = unscored (or failed, which counts as 0). */
  readonly score: number | null;
  readonly status: string;
  readonly costUsd: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly turns: number | null;
  readonly latencyMs: number | null;
  readonly blockedApprovals: number | null;
  readonly class: string | null;
  /** Id under which the run's turns can be read; null when the log does not say. */
  readonly runId: string | null;
  /** Why the run is unscored or failed, where the log says so. */
  readonly reason: string | null;
}

/** What the run counts as: 0 for failures, else its score, null = it leaves the mean. */
export function effectiveScore(run: Pick<RunRow, 'status' | 'score'>): number | null {
  return isFailure(run.status) ? 0 : run.score;
}

/** Names one run within a log; JSON keeps ("a", "1 b") and ("a 1", "b") apart. */
export function runKey(run: Pick<RunRow, 'taskId' | 'arm' | 'seed'>): string {
  return JSON.stringify([run.arm, run.taskId, run.seed]);
}

/** The columns of `runs.csv`, in the order in which they are written. */
export const RUN_COLUMNS = [
  'task_id',
  'arm',
  'seed',
  'score',
  'status',
  'cost_usd',
  'input_tokens',
  'output_tokens',
  'turns',
  'latency_ms',
  'blocked_approvals',
  'class',
  'run_id',
  'reason',
] as const;
export type RunColumn = (typeof RUN_COLUMNS)[number];
