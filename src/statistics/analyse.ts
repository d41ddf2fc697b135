import { createRng } from '#lib';
import { bootstrapMeans } from './bootstrap.ts';
import { holmAdjust } from './holm.ts';
import { type Interval, meanOf, percentileInterval, studentInterval } from './intervals.ts';
import { analysePareto, type ParetoAnalysis } from './membership.ts';
import { type Gap, type Observation, type ObservationTable, presentValues, tabulate, taskMeans } from './observation.ts';
import { type AnalysisOptions, resolveOptions } from './options.ts';
import { comparePair, type IntervalBasis, type PairedDifference, type PairRuns, pairRuns } from './paired.ts';
import { judgePair, type Verdict } from './verdict.ts';

/** One arm by itself. */
export interface ArmAnalysis {
  readonly arm: string;
  /** Scored runs. */
  readonly n: number;
  /** Tasks with a scored run. */
  readonly tasks: number;
  readonly unscored: number;
  /** Unweighted mean over tasks of the mean over seeds; null without a scored run. */
  readonly mean: number | null;
  readonly interval: Interval | null;
  readonly intervalOver: IntervalBasis;
  /** Standard deviation between runs of the same task, pooled over tasks; null when no task has two runs. */
  readonly runSd: number | null;
}

/** One unordered pair of arms; `a` is the arm under test, `b` the control where the control takes part. */
export interface PairAnalysis extends PairedDifference {
  readonly a: string;
  readonly b: string;
  /** Holm-adjusted over the pairs with the control; null for exploratory pairs and without a p. */
  readonly pAdjusted: number | null;
  readonly verdict: Verdict;
  /** True when the control takes no part. */
  readonly exploratory: boolean;
}

/** Everything that a report says about a set of runs. */
export interface Analysis {
  readonly arms: readonly ArmAnalysis[];
  readonly pairs: readonly PairAnalysis[];
  /** Null when no cost figure is known for all arms. */
  readonly pareto: ParetoAnalysis | null;
  /** Every run that one arm has and another lacks; they are why a pair has unpaired runs. */
  readonly gaps: readonly Gap[];
  readonly tasks: number;
  readonly options: AnalysisOptions;
}

function pooledRunSd(table: ObservationTable, runs: Float64Array, means: Float64Array): number | null {
  let squares = 0;
  let freedom = 0;
  for (let t = 0; t < means.length; t++) {
    const values = presentValues(runs.subarray(table.taskStart[t], table.taskStart[t + 1]));
    if (values.length < 2) continue;
    for (const value of values) squares += (value - (means[t] ?? 0)) ** 2;
    freedom += values.length - 1;
  }
  return freedom === 0 ? null : Math.sqrt(squares / freedom);
}

function analyseArm(table: ObservationTable, index: number, means: Float64Array, replicates: Float64Array, options: AnalysisOptions): ArmAnalysis {
  const runs = table.scores[index] ?? new Float64Array(0);
  const scored = presentValues(runs);
  const perTask = presentValues(means);
  const overTasks = perTask.length >= 2;
  return {
    arm: table.arms[index] ?? '',
    n: scored.length,
    tasks: perTask.length,
    unscored: table.unscored[index] ?? 0,
    mean: scored.length === 0 ? null : meanOf(perTask),
    interval: overTasks ? percentileInterval(replicates, options.confidence) : studentInterval(scored, options.confidence),
    intervalOver: overTasks ? 'tasks' : 'runs',
    runSd: pooledRunSd(table, runs, means),
  };
}

interface PairPlan {
  readonly a: number;
  readonly b: number;
  readonly runs: PairRuns;
}

function planPairs(table: ObservationTable, scored: readonly number[], control: string | null): readonly PairPlan[] {
  return scored.flatMap((first, place) =>
    scored.slice(place + 1).map((second) => {
      const [a, b] = table.arms[first] === control ? [second, first] : [first, second];
      return { a, b, runs: pairRuns(table, a, b) };
    }),
  );
}

/** Replicates of every arm and pair over the same resampled tasks; pairs of complete arms are differences of what is already there. */
function replicate(table: ObservationTable, means: readonly Float64Array[], pairs: readonly PairPlan[], options: AnalysisOptions) {
  const partial = pairs.filter((pair) => !pair.runs.complete);
  const series = [...means, ...partial.map((pair) => pair.runs.perTask)];
  const all = bootstrapMeans(series, table.tasks.length, options.resamples, createRng(options.seed).fork('bootstrap'));
  const ofPartial = new Map(partial.map((pair, index) => [pair, all[means.length + index]]));
  const none = new Float64Array(0);
  const ofPair = (pair: PairPlan): Float64Array => ofPartial.get(pair) ?? (all[pair.a] ?? none).map((value, r) => value - (all[pair.b]?.[r] ?? Number.NaN));
  return { ofArm: (index: number): Float64Array => all[index] ?? none, ofPair };
}

type Compared = PairedDifference & { readonly a: string; readonly b: string; readonly exploratory: boolean };

function judgeFamily(compared: readonly Compared[], options: AnalysisOptions): readonly PairAnalysis[] {
  const family = compared.flatMap((pair) => (pair.exploratory || pair.p === null ? [] : [{ pair, p: pair.p }]));
  const adjusted = holmAdjust(family.map(({ p }) => p));
  const adjustedOf = new Map(family.map(({ pair }, index) => [pair, adjusted[index] ?? 1]));
  return compared.map((pair) => {
    const pAdjusted = adjustedOf.get(pair) ?? null;
    const { difference, interval } = pair;
    const verdict = judgePair({ difference, interval, p: pair.exploratory ? pair.p : pAdjusted, margin: options.margin, alpha: options.alpha });
    return { ...pair, pAdjusted, verdict };
  });
}

/**
 * Compares the arms of a set of runs: means, paired differences, verdicts and the cost front. Deterministic in observations and options;
 * the order of the observations decides only the order of the arms. Throws `usage.invalid` listing bad numbers, repeated runs and bad options.
 */
export function analyse(observations: readonly Observation[], given: Partial<AnalysisOptions> = {}): Analysis {
  const table = tabulate(observations);
  const options = resolveOptions(given, table.arms);
  const means = table.scores.map((runs) => taskMeans(table, runs));
  const scored = table.arms.flatMap((_, index) => (means[index]?.every(Number.isNaN) ? [] : [index]));
  const plans = planPairs(table, scored, options.control);
  const replicates = replicate(table, means, plans, options);
  const compared = plans.flatMap((plan): readonly Compared[] => {
    const paired = comparePair(table, plan.a, plan.b, plan.runs, replicates.ofPair(plan), options);
    const [a = '', b = ''] = [table.arms[plan.a], table.arms[plan.b]];
    return paired === null ? [] : [{ a, b, exploratory: b !== options.control, ...paired }];
  });
  return {
    arms: table.arms.map((_, index) => analyseArm(table, index, means[index] ?? new Float64Array(0), replicates.ofArm(index), options)),
    pairs: judgeFamily(compared, options),
    pareto: analysePareto(table, scored, options),
    gaps: table.gaps,
    tasks: table.tasks.length,
    options,
  };
}
