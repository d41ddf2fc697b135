import type { CostAxis, Discordant, Gap, Interval, IntervalBasis, PairTest, Verdict } from '#statistics';
import type { Preregistration } from '../comparison/preregistration.ts';

/** One arm of a leaderboard. Figures are means per run over the runs where they are known; null = unknown everywhere. */
export interface ReportArm {
  readonly arm: string;
  /** Scored runs (failures included, as 0). */
  readonly n: number;
  /** Tasks with a scored run. */
  readonly tasks: number;
  /** Mean over tasks of the mean over seeds; null without a scored run. */
  readonly mean: number | null;
  readonly interval: Interval | null;
  /** Standard deviation between runs of one task; null when no task was repeated. */
  readonly runSd: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly turns: number | null;
  readonly latencyMs: number | null;
  /** Sum over runs; null when no run says. */
  readonly blockedApprovals: number | null;
  readonly failures: number;
  readonly unscored: number;
  readonly missing: number;
  /** The reason that most of its unscored runs give; null when none is unscored. */
  readonly unscoredReason: string | null;
}

/** Arm a against arm b on the same tasks; the verdict is a's. */
export interface ReportPair {
  readonly a: string;
  readonly b: string;
  readonly difference: number;
  readonly interval: Interval | null;
  readonly intervalOver: IntervalBasis;
  readonly p: number | null;
  readonly pAdjusted: number | null;
  readonly test: PairTest | null;
  readonly verdict: Verdict;
  readonly discordant: Discordant | null;
  readonly exploratory: boolean;
  readonly tasks: number;
  readonly pairedRuns: number;
  readonly unpairedRuns: { readonly a: number; readonly b: number };
}

/** The front of cost and quality. */
export interface ReportPareto {
  readonly axis: CostAxis;
  readonly points: readonly { readonly arm: string; readonly cost: number; readonly quality: number }[];
  readonly nondominated: readonly string[];
  readonly convex: readonly string[];
  readonly membership: Readonly<Record<string, number>>;
  readonly membershipOver: IntervalBasis;
}

/** A run that did not go as planned, with the id under which its turns are logged (null when the log has none). */
export interface ReportedRun {
  readonly arm: string;
  readonly task: string;
  readonly seed: string;
  readonly status: string;
  readonly reason: string | null;
  readonly runId: string | null;
}

/** Mean score per arm on the tasks of one class. */
export interface ReportClass {
  readonly class: string;
  readonly tasks: number;
  readonly means: Readonly<Record<string, number | null>>;
}

/** Where the runs come from. */
export interface ReportProvenance {
  readonly model: string;
  /** `live`, `recorded`, `simulated`, `scripted`, `person` or `imported`. */
  readonly kind: string;
  readonly fingerprint: string | null;
  /** What a reader must know of the figures. */
  readonly notes: readonly string[];
}

/** Which tokens the token figures count: both, or only those that are known. */
export type TokenBasis = 'total' | 'output' | 'input';

/** How the numbers were made. */
export interface ReportMethod {
  readonly confidence: number;
  readonly resamples: number;
  readonly flips: number;
  readonly seed: number;
  readonly margin: number;
  readonly alpha: number;
  /** Pairs over which Holm's adjustment ran. */
  readonly family: number;
  readonly tokenBasis: TokenBasis | null;
}

/** Everything that is said about a set of runs; each renderer shows this and nothing else. */
export interface Report {
  readonly id: string | null;
  readonly arms: readonly ReportArm[];
  readonly pairs: readonly ReportPair[];
  readonly pareto: ReportPareto | null;
  readonly control: string | null;
  readonly tasks: number;
  readonly runs: number;
  readonly seeds: number;
  readonly intervalOver: IntervalBasis;
  readonly classes: readonly ReportClass[];
  readonly failures: readonly ReportedRun[];
  readonly unscored: readonly ReportedRun[];
  readonly missing: readonly Gap[];
  readonly provenance: ReportProvenance;
  readonly preregistration: Preregistration | null;
  readonly warnings: readonly string[];
  readonly method: ReportMethod;
}
