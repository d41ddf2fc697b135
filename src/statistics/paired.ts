import { createRng } from '#lib';
import { type Interval, meanOf, percentileInterval, studentInterval } from './intervals.ts';
import { exactMcNemar } from './mcnemar.ts';
import { type ObservationTable, presentValues, taskMeans } from './observation.ts';
import type { AnalysisOptions } from './options.ts';
import { signFlipTest } from './sign-flip.ts';

/** What the interval was resampled or computed over. */
export type IntervalBasis = 'tasks' | 'runs';

/** Tasks that only one arm of a pair solved. */
export interface Discordant {
  readonly aOnly: number;
  readonly bOnly: number;
}

/** How a p was found: exact McNemar, all sign patterns, drawn sign patterns. */
export type PairTest = 'mcnemar' | 'sign_flip_exact' | 'sign_flip_drawn';

/** The paired comparison of arm a with arm b before the family of pairs is looked at. */
export interface PairedDifference {
  /** Mean over tasks of (mean of a − mean of b over the shared seeds). */
  readonly difference: number;
  readonly interval: Interval | null;
  readonly intervalOver: IntervalBasis;
  /** Tasks with at least one run shared by both arms. */
  readonly tasks: number;
  /** Runs that found a partner, counted once per pair of runs. */
  readonly pairedRuns: number;
  /** Scored runs of each arm without a partner in the other. */
  readonly unpairedRuns: { readonly a: number; readonly b: number };
  /** Null with fewer than two tasks. */
  readonly p: number | null;
  readonly test: PairTest | null;
  /** Set for binary scores with one seed per task. */
  readonly discordant: Discordant | null;
}

/** Run-by-run differences of two arms; NaN where one of them has no run. */
export interface PairRuns {
  readonly runs: Float64Array;
  readonly perTask: Float64Array;
  readonly tasks: number;
  /** True when both arms have a score in every slot: then replicates of the two means give those of the difference. */
  readonly complete: boolean;
}

/** Pairs the runs of arms a and b by task and seed; perTask holds the mean difference of each task, NaN without a shared run. */
export function pairRuns(table: ObservationTable, a: number, b: number): PairRuns {
  const left = table.scores[a] ?? new Float64Array(0);
  const right = table.scores[b] ?? new Float64Array(0);
  const runs = left.map((score, slot) => score - (right[slot] ?? Number.NaN));
  const perTask = taskMeans(table, runs);
  return { runs, perTask, tasks: presentValues(perTask).length, complete: !runs.some(Number.isNaN) };
}

function countPresent(values: Float64Array | undefined): number {
  return values === undefined ? 0 : presentValues(values).length;
}

/** Counts the tasks that only one arm solved; null unless every shared score is 0 or 1 and every shared task has one run. */
function discordance(table: ObservationTable, a: number, b: number, pair: PairRuns): Discordant | null {
  let shared = 0;
  let aOnly = 0;
  let bOnly = 0;
  for (let slot = 0; slot < pair.runs.length; slot++) {
    const difference = pair.runs[slot] ?? Number.NaN;
    if (Number.isNaN(difference)) continue;
    const left = table.scores[a]?.[slot];
    const right = table.scores[b]?.[slot];
    if ((left !== 0 && left !== 1) || (right !== 0 && right !== 1)) return null;
    shared++;
    if (difference > 0) aOnly++;
    if (difference < 0) bOnly++;
  }
  return shared === pair.tasks ? { aOnly, bOnly } : null;
}

function testPair(pair: PairRuns, discordant: Discordant | null, options: AnalysisOptions): { readonly p: number | null; readonly test: PairTest | null } {
  if (pair.tasks < 2) return { p: null, test: null };
  if (discordant !== null) return { p: exactMcNemar(discordant.aOnly, discordant.bOnly), test: 'mcnemar' };
  // Every pair draws the same signs, so that neither names nor order of the arms can change a p.
  const result = signFlipTest(presentValues(pair.perTask), options.flips, createRng(options.seed).fork('sign-flip'));
  return { p: result.p, test: result.exact ? 'sign_flip_exact' : 'sign_flip_drawn' };
}

/** Compares arms a and b from their paired runs and the bootstrap replicates of their difference (ignored below two tasks); null when no run has a partner. */
export function comparePair(
  table: ObservationTable,
  a: number,
  b: number,
  pair: PairRuns,
  replicates: Float64Array,
  options: AnalysisOptions,
): PairedDifference | null {
  if (pair.tasks === 0) return null;
  const runs = presentValues(pair.runs);
  const discordant = discordance(table, a, b, pair);
  const overTasks = pair.tasks >= 2;
  return {
    difference: meanOf(presentValues(pair.perTask)),
    interval: overTasks ? percentileInterval(replicates, options.confidence) : studentInterval(runs, options.confidence),
    intervalOver: overTasks ? 'tasks' : 'runs',
    tasks: pair.tasks,
    pairedRuns: runs.length,
    unpairedRuns: { a: countPresent(table.scores[a]) - runs.length, b: countPresent(table.scores[b]) - runs.length },
    ...testPair(pair, discordant, options),
    discordant,
  };
}
