import type { RunStatus } from './run.ts';

/** What can happen to a run. `interrupt` is a clean stop that leaves it resumable; `claim` is the start of an execution by some process. */
export type RunStep = 'claim' | 'suspend' | 'interrupt' | 'complete' | 'fail' | 'cancel';

/** The status after a step, or null when the step is not allowed from there. A failed run can be claimed again: its finished turns are kept. */
export function nextRunStatus(status: RunStatus, step: RunStep): RunStatus | null {
  switch (status) {
    case 'queued':
    case 'suspended':
      return step === 'claim' ? 'running' : step === 'cancel' ? 'cancelled' : null;
    case 'running':
      return FROM_RUNNING[step];
    case 'failed':
      return step === 'claim' ? 'running' : null;
    case 'completed':
    case 'cancelled':
      return null;
  }
}

const FROM_RUNNING: Readonly<Record<RunStep, RunStatus>> = {
  claim: 'running',
  suspend: 'suspended',
  interrupt: 'queued',
  complete: 'completed',
  fail: 'failed',
  cancel: 'cancelled',
};
