import { nearestName, type Problem, problemsError, quoteFound } from '#lib';

/** Settings of an analysis; every one is stated in the result. */
export interface AnalysisOptions {
  /** The arm that others are compared with; null = none, all pairs exploratory. */
  readonly control: string | null;
  /** Bootstrap replicates. */
  readonly resamples: number;
  /** Sign patterns drawn where not all can be counted. */
  readonly flips: number;
  readonly seed: number;
  /** Differences inside ± margin do not matter to the user; in units of the score. */
  readonly margin: number;
  /** Coverage of the intervals, between 0 and 1. */
  readonly confidence: number;
  /** A p below this makes a verdict. */
  readonly alpha: number;
}

/** Name of the arm that is the control unless another one is named. */
export const DEFAULT_CONTROL = 'single';

/** DESIGN "Measuring": at least 2,000 resamples, fixed seed, margin 0.02; 95 % and 0.05 by custom; 10,000 flips keep the error of a p near 0.05 at 0.002. */
export const ANALYSIS_DEFAULTS = { resamples: 2000, flips: 10_000, seed: 1, margin: 0.02, confidence: 0.95, alpha: 0.05 } as const;

/** Fewer replicates leave too few beyond a 95 % bound to place it. */
const LEAST_RESAMPLES = 100;
const MOST_DRAWS = 10_000_000;

interface Rule {
  readonly option: 'resamples' | 'flips' | 'seed' | 'margin' | 'confidence' | 'alpha';
  readonly allowed: string;
  readonly valid: (value: number) => boolean;
}

const wholeFrom = (least: number) => (value: number) => Number.isInteger(value) && value >= least && value <= MOST_DRAWS;
const inside = (value: number): boolean => value > 0 && value < 1;

const RULES: readonly Rule[] = [
  { option: 'resamples', allowed: `a whole number from ${LEAST_RESAMPLES} to ${MOST_DRAWS}`, valid: wholeFrom(LEAST_RESAMPLES) },
  { option: 'flips', allowed: `a whole number from ${LEAST_RESAMPLES} to ${MOST_DRAWS}`, valid: wholeFrom(LEAST_RESAMPLES) },
  { option: 'seed', allowed: 'a whole number', valid: Number.isSafeInteger },
  { option: 'margin', allowed: 'a finite number of at least 0', valid: (value) => Number.isFinite(value) && value >= 0 },
  { option: 'confidence', allowed: 'a number between 0 and 1', valid: inside },
  { option: 'alpha', allowed: 'a number between 0 and 1', valid: inside },
];

/** Fills in defaults and checks; throws `usage.invalid` listing every bad option. An unnamed control is `single` where such an arm exists. */
export function resolveOptions(given: Partial<AnalysisOptions>, arms: readonly string[]): AnalysisOptions {
  const control = given.control === undefined ? (arms.includes(DEFAULT_CONTROL) ? DEFAULT_CONTROL : null) : given.control;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options: AnalysisOptions = { ...ANALYSIS_DEFAULTS, ...set, control };
  const problems: Problem[] = RULES.flatMap(({ option, allowed, valid }) =>
    valid(options[option]) ? [] : [{ path: option, message: 'is out of range', found: quoteFound(String(options[option])), allowed }],
  );
  if (control !== null && !arms.includes(control)) {
    const shown = arms.slice(0, 20).join(', ');
    problems.push({ path: 'control', message: 'names no arm of these runs', found: quoteFound(control), allowed: shown, nearest: nearestName(control, arms) });
  }
  if (problems.length > 0) throw problemsError('usage.invalid', 'these analysis options cannot be used', problems);
  return options;
}
