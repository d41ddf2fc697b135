/**
 * Constants fitted on the tuning generator (`testing/generator.ts`, seed and size in docs/design/classifier.md) and on nothing
 * else. The judging generator only measures what they give.
 */

/** Power of the fit by which kinds share the odds: a kind with nine tenths of the best fit gets about a fifth of its odds, where all edges are typed. */
export const SHARPNESS_TYPED = 16;
/** The same where no edge has a kind: structure alone says less. */
export const SHARPNESS_UNTYPED = 6;

/** Fit above which one kind alone explains a graph better than "several kinds in one", where all edges are typed and where none is. */
export const MIXED_TYPED = 66;
export const MIXED_UNTYPED = 40;

/** Points of fit that a matching role name adds: enough to tip a tie, too few to overrule typed edges. */
export const ROLE_HINT_BONUS = 7;
/** Fit that a kind needs before a role name counts for it. */
export const ROLE_HINT_FLOOR = 35;

/**
 * Share of right answers by raw share of the odds: isotonic regression (Zadrozny & Elkan 2002) over 12,000 graphs of the tuning
 * generator, rounded down at its upper knots; straight lines between, rising throughout.
 */
export const RELIABILITY: readonly (readonly [raw: number, right: number])[] = [
  [0, 0],
  [0.31, 0.3],
  [0.39, 0.6],
  [0.61, 0.81],
  [0.86, 0.885],
  [0.934, 0.898],
  [0.974, 0.935],
  [0.984, 0.97],
  [0.991, 0.98],
  [0.998, 0.992],
  [1, 0.998],
];

/** The confidence for a raw share. */
export function calibrate(raw: number): number {
  for (let i = 1; i < RELIABILITY.length; i++) {
    const [x0, y0] = RELIABILITY[i - 1] ?? [0, 0];
    const [x1, y1] = RELIABILITY[i] ?? [1, 1];
    if (raw <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (raw - x0)) / (x1 - x0);
  }
  return RELIABILITY[RELIABILITY.length - 1]?.[1] ?? raw;
}
