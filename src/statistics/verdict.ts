import type { Interval } from './intervals.ts';

/** What a pair says about arm a against arm b. */
export type Verdict = 'better' | 'worse' | 'tie' | 'equivalent';

/** What a verdict is made from; `p` is the adjusted one within the family of the control. */
export interface VerdictBasis {
  readonly difference: number;
  readonly interval: Interval | null;
  readonly p: number | null;
  readonly margin: number;
  readonly alpha: number;
}

/** `equivalent` when the whole interval lies inside ± margin (it wins), else better or worse when p is below alpha, else `tie`. */
export function judgePair({ difference, interval, p, margin, alpha }: VerdictBasis): Verdict {
  if (interval !== null && interval[0] >= -margin && interval[1] <= margin) return 'equivalent';
  if (p === null || p >= alpha || difference === 0) return 'tie';
  return difference > 0 ? 'better' : 'worse';
}
