import type { RunResult } from '#runs';
import type { ComparisonRunRow } from '../ports.ts';
import type { RunRow } from '../run-log/run-row.ts';
import type { ComparisonDefinition } from './definition.ts';

/** The finished runs of a comparison as run log rows, in the order of the plan (ids sort so); unfinished ones are left out. */
export function storedRuns(rows: readonly ComparisonRunRow[], definition: ComparisonDefinition): readonly RunRow[] {
  const classOf = new Map(definition.tasks.tasks.map((task) => [task.id, task.class]));
  const finished = rows.flatMap((row) => (row.result === null ? [] : [{ row, result: row.result }]));
  finished.sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  const silent = unansweredArms(finished);
  return finished
    .map(({ row, result }) => scored(row, silent.has(row.arm) ? unanswered(result) : result))
    .map((run) => ({ ...run, class: classOf.get(run.taskId) ?? null }));
}

const NOT_RECORDED = 'not recorded';

/**
 * Arms that the recording cannot answer: some run asked for what it does not hold, and none was answered. What failed on the way there
 * (a first stage without an answer) says nothing about the arm, so all of it is unscored.
 */
function unansweredArms(rows: readonly { readonly row: ComparisonRunRow; readonly result: RunResult }[]): ReadonlySet<string> {
  const asked = new Set<string>();
  const answered = new Set<string>();
  for (const { row, result } of rows) {
    if (result.unscoredReason?.startsWith(NOT_RECORDED) === true) asked.add(row.arm);
    else if (result.status === 'completed') answered.add(row.arm);
  }
  return new Set([...asked].filter((arm) => !answered.has(arm)));
}

function unanswered(result: RunResult): RunResult {
  return { ...result, score: null, unscoredReason: result.unscoredReason ?? `${NOT_RECORDED}: the arm asks for turns that the recording does not hold` };
}

function scored(row: ComparisonRunRow, result: RunResult): Omit<RunRow, 'class'> {
  return {
    taskId: row.taskId,
    arm: row.arm,
    seed: String(row.seed),
    score: result.unscoredReason === null ? result.score : null,
    status: logStatus(result),
    // Sums over no turn are no figures: a run that the model could not be asked for has an unknown cost, not none.
    costUsd: result.turns === 0 ? null : result.costUsd,
    inputTokens: result.turns === 0 ? null : result.inputTokens,
    outputTokens: result.turns === 0 ? null : result.outputTokens,
    turns: result.turns,
    latencyMs: result.turns === 0 ? null : result.latencyMs,
    blockedApprovals: result.blockedApprovals,
    runId: row.id,
    reason: result.unscoredReason ?? row.error,
  };
}

/** A run with a reason to be unscored is no failure, however it ended: its model could not be asked. */
function logStatus({ status, score, unscoredReason }: RunResult): string {
  if (unscoredReason !== null) return 'unscored';
  return status === 'completed' && score === null ? 'unscored' : status;
}
