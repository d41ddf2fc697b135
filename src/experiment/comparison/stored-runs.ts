import type { RunResult } from '#runs';
import type { ComparisonRunRow } from '../ports.ts';
import type { RunRow } from '../run-log/run-row.ts';
import type { ComparisonDefinition } from './definition.ts';

/** The finished runs of a comparison as run log rows, in the order of the plan (ids sort so); unfinished ones are left out. */
export function storedRuns(rows: readonly ComparisonRunRow[], definition: ComparisonDefinition): readonly RunRow[] {
  const classOf = new Map(definition.tasks.tasks.map((task) => [task.id, task.class]));
  const finished = rows.flatMap((row) => (row.result === null ? [] : [{ row, result: row.result }]));
  finished.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  return finished.map(({ row, result }) => ({
    taskId: row.taskId,
    arm: row.arm,
    seed: String(row.seed),
    score: result.unscoredReason === null ? result.score : null,
    status: logStatus(result),
    costUsd: result.costUsd,
    inputTokens: result.inputTokens,
    outputTokens: result.outputTokens,
    turns: result.turns,
    latencyMs: result.latencyMs,
    blockedApprovals: result.blockedApprovals,
    class: classOf.get(row.taskId) ?? null,
    runId: row.id,
    reason: result.unscoredReason,
  }));
}

/** A run with a reason to be unscored is no failure, however it ended: its model could not be asked. */
function logStatus({ status, score, unscoredReason }: RunResult): string {
  if (unscoredReason !== null) return 'unscored';
  return status === 'completed' && score === null ? 'unscored' : status;
}
