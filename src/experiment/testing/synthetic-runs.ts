import { createRng } from '#lib';
import type { RunRow } from '../run-log/run-row.ts';

/** A run with everything known, to be changed where a test needs it. */
export function runRow(changes: Partial<RunRow> = {}): RunRow {
  return {
    taskId: 't',
    arm: 'single',
    seed: '1',
    score: 1,
    status: 'completed',
    costUsd: 0.01,
    inputTokens: 100,
    outputTokens: 50,
    turns: 1,
    latencyMs: 900,
    blockedApprovals: 0,
    class: null,
    runId: null,
    reason: null,
    ...changes,
  };
}

/** Binary scores of arms with given success rates on the same tasks; an arm's cost is its position. */
export function syntheticRuns(rates: Readonly<Record<string, number>>, tasks: number, seeds = 1): readonly RunRow[] {
  const rng = createRng(7);
  const runs: RunRow[] = [];
  for (let task = 0; task < tasks; task++) {
    for (let seed = 1; seed <= seeds; seed++) {
      Object.entries(rates).forEach(([arm, rate], index) => {
        const score = rng.next() < rate ? 1 : 0;
        runs.push(
          runRow({
            taskId: `t${task}`,
            arm,
            seed: String(seed),
            score,
            costUsd: 0.01 * (index + 1),
            turns: index + 1,
            runId: `r${runs.length}`,
            class: task % 2 === 0 ? 'even' : 'odd',
          }),
        );
      });
    }
  }
  return runs;
}
