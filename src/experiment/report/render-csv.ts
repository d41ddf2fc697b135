import { csvLine } from '../run-log/write-runs.ts';
import { rankedArms } from './cells.ts';
import type { Report } from './report.ts';

const COLUMNS = [
  'arm',
  'n',
  'tasks',
  'mean',
  'interval_low',
  'interval_high',
  'cost_usd',
  'tokens',
  'turns',
  'latency_ms',
  'blocked_approvals',
  'failures',
  'unscored',
  'missing',
  'difference',
  'difference_low',
  'difference_high',
  'p',
  'p_adjusted',
  'verdict',
] as const;

/** `leaderboard.csv`: one line per arm, with its difference to the control where there is one; unrounded. */
export function renderLeaderboardCsv(report: Report): string {
  const lines = rankedArms(report).map((arm) => {
    const pair = report.pairs.find((candidate) => !candidate.exploratory && candidate.a === arm.arm);
    const own = [arm.arm, arm.n, arm.tasks, arm.mean, arm.interval?.[0] ?? null, arm.interval?.[1] ?? null];
    const figures = [arm.costUsd, arm.tokens, arm.turns, arm.latencyMs, arm.blockedApprovals, arm.failures, arm.unscored, arm.missing];
    const against = [pair?.difference, pair?.interval?.[0], pair?.interval?.[1], pair?.p, pair?.pAdjusted, pair?.verdict].map((cell) => cell ?? null);
    return csvLine([...own, ...figures, ...against]);
  });
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}
