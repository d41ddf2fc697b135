/**
 * statistics: what a set of scored runs says. Paired differences with intervals, exact tests, verdicts that allow for many comparisons,
 * the smallest effect a comparison can find, and the front of cost and quality.
 *
 * May import: lib. Pure: the same observations, options and seed give the same numbers.
 * Design note: docs/design/statistics.md; the choices are in docs/adr/0004-statistics.md.
 */

export { type Analysis, type ArmAnalysis, analyse, type PairAnalysis } from './analyse.ts';
export { probabilityGreater, type Rate } from './beta-binomial.ts';
export { type DetectableEffect, minimumDetectableEffect } from './detectable.ts';
export { holmAdjust } from './holm.ts';
export { type Interval, wilsonInterval } from './intervals.ts';
export { exactMcNemar } from './mcnemar.ts';
export type { ParetoAnalysis } from './membership.ts';
export { COST_AXES, type CostAxis, type Gap, type Observation } from './observation.ts';
export { ANALYSIS_DEFAULTS, type AnalysisOptions, DEFAULT_CONTROL } from './options.ts';
export type { Discordant, IntervalBasis, PairTest } from './paired.ts';
export { type CostQuality, type ParetoFront, paretoFront } from './pareto.ts';
export type { Verdict } from './verdict.ts';
