import { PolityError } from '#lib';
import { type AnalysisOptions, type ArmAnalysis, analyse, type Observation, type PairAnalysis } from '#statistics';
import type { Preregistration } from '../comparison/preregistration.ts';
import { effectiveScore, isFailure, type RunRow } from '../run-log/run-row.ts';
import { classMeans } from './class-means.ts';
import type { Report, ReportArm, ReportedRun, ReportPair, ReportProvenance, TokenBasis } from './report.ts';
import { armFigures, tokenBasis, tokensOf, unscoredReasonOf } from './run-figures.ts';
import { missingRuns } from './run-gaps.ts';
import { reportWarnings } from './warnings.ts';

/** What a report is told beside its runs. */
export interface ReportOptions {
  readonly id?: string | null;
  /** Control arm; null = none; absent = `single` where such an arm exists. */
  readonly control?: string | null;
  /** Order of the arms, and arms of which no run exists; absent = order of first appearance. */
  readonly arms?: readonly string[];
  readonly analysis?: Partial<Omit<AnalysisOptions, 'control'>>;
  readonly provenance?: ReportProvenance;
  readonly preregistration?: Preregistration | null;
  /** Said beside the warnings that the runs themselves give rise to. */
  readonly warnings?: readonly string[];
}

const IMPORTED: ReportProvenance = { model: 'unknown (imported run log)', kind: 'imported', fingerprint: null, notes: [] };

/** Pairs grow with the square of the arms; more arms than this are hardly meant (an id in the wrong column) and would take hours. */
const MOST_ARMS = 200;

function tooManyArms(count: number): PolityError {
  return new PolityError('usage.invalid', `${count} arms are too many to compare with each other (allowed: ${MOST_ARMS}); is another column the arm?`);
}

/**
 * Turns logged runs into a report. Pure: the same runs and options give the same report, whether the runs come from the store or from a
 * file. Throws `usage.invalid` for runs and options that cannot be analysed.
 */
export function buildReport(runs: readonly RunRow[], options: ReportOptions = {}): Report {
  const arms = options.arms ?? [...new Set(runs.map((run) => run.arm))];
  if (arms.length > MOST_ARMS) throw tooManyArms(arms.length);
  const basis = tokenBasis(runs);
  const ordered = inArmOrder(runs, arms);
  const analysed = arms.filter((arm) => (ordered.get(arm)?.length ?? 0) > 0);
  const control =
    options.control !== undefined && options.control !== null && arms.includes(options.control) && !analysed.includes(options.control) ? null : options.control;
  const rows = analysed.flatMap((arm) => ordered.get(arm) ?? []);
  const analysis = analyse(
    rows.map((run) => observationOf(run, basis)),
    { ...options.analysis, ...(control === undefined ? {} : { control }) },
  );
  const missing = missingRuns(rows, arms);
  const missingOf = countBy(missing.map((gap) => gap.arm));
  const ofArm = new Map(analysis.arms.map((arm) => [arm.arm, arm]));
  const reportArms = arms.map((arm) => reportArm(arm, ofArm.get(arm), ordered.get(arm) ?? [], basis, missingOf.get(arm) ?? 0));
  const report: Omit<Report, 'warnings'> = {
    id: options.id ?? null,
    arms: reportArms,
    pairs: analysis.pairs.map(reportPair),
    pareto: analysis.pareto,
    control: analysis.options.control,
    tasks: new Set(rows.map((run) => run.taskId)).size,
    runs: rows.length,
    seeds: new Set(rows.map((run) => run.seed)).size,
    intervalOver: analysis.tasks >= 2 ? 'tasks' : 'runs',
    classes: classMeans(rows, arms),
    failures: rows.filter((run) => isFailure(run.status)).map(reportedRun),
    unscored: rows.filter((run) => effectiveScore(run) === null).map(reportedRun),
    missing,
    provenance: options.provenance ?? IMPORTED,
    preregistration: options.preregistration ?? null,
    method: {
      ...analysis.options,
      family: analysis.pairs.filter((pair) => pair.pAdjusted !== null).length,
      tokenBasis: basis,
    },
  };
  return { ...report, warnings: [...(options.warnings ?? []), ...reportWarnings(report, rows)] };
}

function inArmOrder(runs: readonly RunRow[], arms: readonly string[]): ReadonlyMap<string, readonly RunRow[]> {
  const byArm = new Map<string, RunRow[]>(arms.map((arm) => [arm, []]));
  for (const run of runs) byArm.get(run.arm)?.push(run);
  return byArm;
}

function countBy(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Labels that are whole numbers are numbers, so that seed 10 stands after seed 9, whether it was read from a file or from the store. */
function seedOf(label: string): number | string {
  const number = Number(label);
  return Number.isSafeInteger(number) && String(number) === label ? number : label;
}

function observationOf(run: RunRow, basis: TokenBasis | null): Observation {
  return {
    task: run.taskId,
    arm: run.arm,
    seed: seedOf(run.seed),
    score: effectiveScore(run),
    costUsd: run.costUsd,
    tokens: tokensOf(run, basis),
    turns: run.turns,
  };
}

function reportArm(arm: string, analysis: ArmAnalysis | undefined, runs: readonly RunRow[], basis: TokenBasis | null, missing: number): ReportArm {
  return {
    arm,
    n: analysis?.n ?? 0,
    tasks: analysis?.tasks ?? 0,
    mean: analysis?.mean ?? null,
    interval: analysis?.interval ?? null,
    runSd: analysis?.runSd ?? null,
    ...armFigures(runs, basis),
    unscored: analysis?.unscored ?? 0,
    missing,
  };
}

function reportPair(pair: PairAnalysis): ReportPair {
  const { a, b, difference, interval, intervalOver, p, pAdjusted, test, verdict, discordant, exploratory, tasks, pairedRuns, unpairedRuns } = pair;
  return { a, b, difference, interval, intervalOver, p, pAdjusted, test, verdict, discordant, exploratory, tasks, pairedRuns, unpairedRuns };
}

function reportedRun(run: RunRow): ReportedRun {
  const reason = effectiveScore(run) === null ? unscoredReasonOf(run) : run.reason;
  return { arm: run.arm, task: run.taskId, seed: run.seed, status: run.status, reason, runId: run.runId };
}
