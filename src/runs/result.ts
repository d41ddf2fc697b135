import type { ExecutionEnd, ExecutionTotals, Scorer } from '#orchestrator';
import type { Run, RunResult } from './run.ts';

interface Scored {
  readonly id: RunResult['runId'];
  readonly task: { readonly target: unknown };
  readonly scorer: Scorer;
}

/** The result row of a run that ended, with the error that its row shows. A failed run scores 0 when its task can be scored; a run that the recording cannot answer is completed and unscored. */
export function finishedResult(
  plan: Scored,
  totals: ExecutionTotals,
  end: Exclude<ExecutionEnd, { kind: 'suspended' }>,
  finishedAt: number,
): { readonly result: RunResult; readonly error: Run['error'] } {
  const base = { runId: plan.id, ...totals, blockedApprovals: 0, finishedAt };
  const hasTarget = plan.task.target !== null && plan.task.target !== undefined;
  const unscored = hasTarget ? null : 'the task has no target';
  if (end.kind === 'outcome' && end.outcome.kind === 'answer') {
    const score = hasTarget ? plan.scorer.score(end.outcome.text, plan.task.target) : null;
    return { result: { ...base, status: 'completed', answer: end.outcome.text, score, unscoredReason: unscored }, error: null };
  }
  if (end.kind === 'error' && end.error.code === 'model.not_recorded') {
    return { result: { ...base, status: 'completed', answer: null, score: null, unscoredReason: `not recorded: ${end.error.message}` }, error: null };
  }
  if (end.kind === 'error' && end.error.code === 'run.cancelled') {
    return {
      result: { ...base, status: 'cancelled', answer: null, score: null, unscoredReason: 'cancelled' },
      error: { code: end.error.code, message: end.error.message },
    };
  }
  const error: Run['error'] = end.kind === 'error' ? { code: end.error.code, message: end.error.message } : { code: 'run.failed', message: failure(end) };
  return { result: { ...base, status: 'failed', answer: null, score: hasTarget ? 0 : null, unscoredReason: unscored }, error };
}

function failure(end: Extract<ExecutionEnd, { kind: 'outcome' }>): string {
  return end.outcome.kind === 'failed' ? end.outcome.message : 'the run failed';
}
