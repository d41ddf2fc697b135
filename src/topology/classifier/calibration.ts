/**
 * Constants fitted on the tuning generator (`testing/generator.ts`, seed and size in docs/design/classifier.md) and on nothing
 * else. The judging generator only measures what they give.
 */

/** Points of fit that make a kind e times as likely. */
export const TEMPERATURE = 6;

/** Fit above which one kind alone explains a graph better than "several kinds in one", where all edges are typed and where none is. */
export const MIXED_TYPED = 66;
export const MIXED_UNTYPED = 34;

/** Points of fit that a matching role name adds: enough to tip a tie, too few to overrule typed edges. */
export const ROLE_HINT_BONUS = 7;
/** Fit that a kind needs before a role name counts for it. */
export const ROLE_HINT_FLOOR = 35;

/** Measured share of right answers by raw share of the softmax; straight lines between, rising throughout. */
export const RELIABILITY: readonly (readonly [raw: number, right: number])[] = [
  [0, 0],
  [1, 1],
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
