import { createRng, type Rng } from '#lib';
import { bootstrapMeans } from './bootstrap.ts';
import { meanOf } from './intervals.ts';
import { COST_AXES, type CostAxis, type ObservationTable, presentValues, taskMeans } from './observation.ts';
import type { AnalysisOptions } from './options.ts';
import type { IntervalBasis } from './paired.ts';
import { nondominatedIndices, paretoFront } from './pareto.ts';

/** The front of the arms on (cost, quality). */
export interface ParetoAnalysis {
  readonly axis: CostAxis;
  /** Every arm on the plane, in the order of the arms: mean cost and mean score. */
  readonly points: readonly { readonly arm: string; readonly cost: number; readonly quality: number }[];
  readonly nondominated: readonly string[];
  readonly convex: readonly string[];
  /** Per arm, the share of resamples in which it is non-dominated. */
  readonly membership: Readonly<Record<string, number>>;
  readonly membershipOver: IntervalBasis;
}

/** Dollars if known for every scored run of every arm, else tokens, else turns, else null. */
function chooseAxis(table: ObservationTable, arms: readonly number[]): CostAxis | null {
  const known = (axis: CostAxis): boolean =>
    arms.every((arm) => table.scores[arm]?.every((score, slot) => Number.isNaN(score) || !Number.isNaN(table.costs[axis][arm]?.[slot] ?? Number.NaN)));
  return COST_AXES.find(known) ?? null;
}

interface Replicates {
  readonly quality: readonly Float64Array[];
  readonly cost: readonly Float64Array[];
}

/** Below two tasks the runs of each arm are resampled by themselves: over one task a seed ties no two arms together. */
function resampleRuns(quality: readonly Float64Array[], cost: readonly Float64Array[], resamples: number, rng: Rng): Replicates {
  const perArm = quality.map((runs, index) => {
    const scores = presentValues(runs);
    return bootstrapMeans([scores, presentValues(cost[index] ?? runs)], scores.length, resamples, rng.fork(`arm ${index}`));
  });
  return { quality: perArm.flatMap(([series]) => series ?? []), cost: perArm.flatMap(([, series]) => series ?? []) };
}

function memberShares({ quality, cost }: Replicates, resamples: number): readonly number[] {
  const counted = new Int32Array(quality.length);
  const member = new Int32Array(quality.length);
  for (let r = 0; r < resamples; r++) {
    // A resample may hold no task of an arm that ran on few of them: that arm has no place in it.
    const present = quality.flatMap((series, arm) => (Number.isNaN(series[r] ?? Number.NaN) ? [] : [arm]));
    const at = (rows: readonly Float64Array[]): number[] => present.map((arm) => rows[arm]?.[r] ?? Number.NaN);
    for (const arm of present) counted[arm] = (counted[arm] ?? 0) + 1;
    for (const index of nondominatedIndices(at(cost), at(quality))) {
      const arm = present[index] ?? 0;
      member[arm] = (member[arm] ?? 0) + 1;
    }
  }
  return Array.from(member, (count, arm) => count / Math.max(1, counted[arm] ?? 0));
}

/** Front and membership of the given arms (indices of arms with scored runs); null when no cost figure is known for all of them. */
export function analysePareto(table: ObservationTable, arms: readonly number[], options: AnalysisOptions): ParetoAnalysis | null {
  const axis = chooseAxis(table, arms);
  if (axis === null || arms.length === 0) return null;
  const runsOf = (rows: readonly Float64Array[]): Float64Array[] => arms.map((arm) => rows[arm] ?? new Float64Array(0));
  const qualityRuns = runsOf(table.scores);
  const costRuns = runsOf(table.costs[axis]);
  const quality = qualityRuns.map((runs) => taskMeans(table, runs));
  const cost = costRuns.map((runs) => taskMeans(table, runs));
  const points = arms.map((arm, index) => ({
    arm: table.arms[arm] ?? '',
    cost: meanOf(presentValues(cost[index] ?? new Float64Array(0))),
    quality: meanOf(presentValues(quality[index] ?? new Float64Array(0))),
  }));
  const rng = createRng(options.seed).fork('front');
  const overTasks = table.tasks.length >= 2;
  const replicates = overTasks
    ? resampleTasks(quality, cost, table.tasks.length, options.resamples, rng)
    : resampleRuns(qualityRuns, costRuns, options.resamples, rng);
  const shares = memberShares(replicates, options.resamples);
  const front = paretoFront(points.map(({ arm, ...point }) => ({ id: arm, ...point })));
  const membership = Object.fromEntries(points.map(({ arm }, index) => [arm, shares[index] ?? 0]));
  return { axis, points, ...front, membership, membershipOver: overTasks ? 'tasks' : 'runs' };
}

function resampleTasks(quality: readonly Float64Array[], cost: readonly Float64Array[], tasks: number, resamples: number, rng: Rng): Replicates {
  const replicates = bootstrapMeans([...quality, ...cost], tasks, resamples, rng);
  return { quality: replicates.slice(0, quality.length), cost: replicates.slice(quality.length) };
}
