import { describe, expect, it } from 'vitest';
import { RUN_STATUSES } from './run.ts';
import { nextRunStatus } from './transitions.ts';

const STEPS = ['claim', 'suspend', 'interrupt', 'complete', 'fail', 'cancel'] as const;

describe('the life of a run', () => {
  it('allows these steps and no others', () => {
    const table = RUN_STATUSES.map((status) => [status, ...STEPS.map((step) => nextRunStatus(status, step) ?? '-')].join(' '));
    expect(table).toEqual([
      'queued running - - - - cancelled',
      'running running suspended queued completed failed cancelled',
      'suspended running - - - - cancelled',
      'completed - - - - - -',
      'failed running - - - - -',
      'cancelled - - - - - -',
    ]);
  });
});
