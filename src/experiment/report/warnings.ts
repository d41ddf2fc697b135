import { minimumDetectableEffect } from '#statistics';
import { isFailure, RUN_LOG_STATUSES, type RunRow } from '../run-log/run-row.ts';
import { counted, points } from './numbers.ts';
import type { Report } from './report.ts';

/** Fewer repetitions than this do not show how much a stochastic model varies (DESIGN "Measuring": at least 5 seeds). */
const ENOUGH_SEEDS = 5;

/** A comparison that cannot find a difference of this size is called small. Score points of 0..1. */
const SMALL_FROM = 0.1;

/** What the number of tasks can show: null when it finds differences of ten points, else what it cannot find. */
export function smallness(report: Pick<Report, 'tasks' | 'arms'>): string | null {
  const arms = report.arms.filter((arm) => arm.mean !== null).length;
  if (report.tasks < 2 || arms < 2) return null;
  const effect = minimumDetectableEffect({ tasks: report.tasks, arms });
  if (!effect.capped && effect.difference <= SMALL_FROM) return null;
  const found = effect.capped ? 'no difference' : `only differences of ${points(effect.difference)} points or more`;
  return `${counted(report.tasks, 'task')} and ${counted(arms, 'arm')} find ${found} with 80 % power`;
}

/** What a reader must know before believing the report, most weighty first. */
export function reportWarnings(report: Omit<Report, 'warnings'>, runs: readonly RunRow[]): readonly string[] {
  const { provenance, arms, method } = report;
  const silent = arms.filter((arm) => arm.mean === null);
  const unpaired = report.pairs.filter((pair) => !pair.exploratory && pair.unpairedRuns.a + pair.unpairedRuns.b > 0);
  const overruled = runs.filter((run) => isFailure(run.status) && run.score !== null && run.score !== 0).length;
  const foreign = new Set(runs.map((run) => run.status).filter((status) => !RUN_LOG_STATUSES.some((known) => known === status)));
  const small = smallness(report);
  const warnings: (string | undefined)[] = [
    provenance.kind === 'simulated' ? 'SIMULATED: the replies come from a simulation, not from a model; the figures say nothing about real agents.' : undefined,
    report.control === null ? 'No control arm: nothing says whether one agent would have been enough. All pairs are exploratory.' : undefined,
    ...silent.map((arm) => `${arm.arm} has no scored run${arm.unscoredReason === null ? '' : ` (${arm.unscoredReason})`} and takes no part in the comparison.`),
    report.intervalOver === 'runs' ? 'Fewer than two tasks: intervals are over runs and say nothing about other tasks.' : undefined,
    small === null ? undefined : `Few tasks: ${small}; “tie” and “equivalent” say little here.`,
    report.missing.length > 0
      ? `Missing: ${counted(report.missing.length, 'run')} that other arms have. They are listed, and paired differences leave them out.`
      : undefined,
    unpaired.length > 0 ? `Runs without a partner in the control leave the paired differences of ${unpaired.map((pair) => pair.a).join(', ')}.` : undefined,
    overruled > 0 ? `Overruled: ${counted(overruled, 'failed run')} with a score above 0; a failure counts as 0.` : undefined,
    foreign.size > 0 ? `Statuses without a known meaning: ${[...foreign].slice(0, 10).join(', ')}. Their runs without a score are unscored.` : undefined,
    method.tokenBasis === 'output' ? 'Input tokens are unknown: token figures count output tokens only.' : undefined,
    method.tokenBasis === 'input' ? 'Output tokens are unknown: token figures count input tokens only.' : undefined,
    provenance.kind === 'live' && report.seeds < ENOUGH_SEEDS
      ? `${report.seeds} seed${report.seeds === 1 ? '' : 's'}: a live model varies from run to run; at least ${ENOUGH_SEEDS} show by how much.`
      : undefined,
  ];
  return warnings.filter((warning) => warning !== undefined);
}
