import { normalQuantile, studentQuantile } from './distributions.ts';

/** Lower and upper bound. */
export type Interval = readonly [lower: number, upper: number];

/** Arithmetic mean; NaN of nothing. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
}

/** Quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7) of an ascending, non-empty list. */
export function sortedQuantile(sorted: ArrayLike<number>, p: number): number {
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}

/** Percentile interval of bootstrap replicates (Efron & Tibshirani 1993, ch. 13); NaN replicates are left out, null when none is left. */
export function percentileInterval(replicates: Float64Array, confidence: number): Interval | null {
  const sorted = replicates.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return null;
  const tail = (1 - confidence) / 2;
  return [sortedQuantile(sorted, tail), sortedQuantile(sorted, 1 - tail)];
}

/** Student-t interval of a mean over independent values; null with fewer than two values. */
export function studentInterval(values: ArrayLike<number>, confidence: number): Interval | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = meanOf(values);
  let squares = 0;
  for (let i = 0; i < n; i++) squares += ((values[i] ?? 0) - mean) ** 2;
  const half = studentQuantile(1 - (1 - confidence) / 2, n - 1) * Math.sqrt(squares / (n - 1) / n);
  return [mean - half, mean + half];
}

/** Wilson score interval of one rate (Wilson 1927; recommended by Brown, Cai & DasGupta 2001); [0, 1] without trials. */
export function wilsonInterval(successes: number, trials: number, confidence = 0.95): Interval {
  if (trials <= 0) return [0, 1];
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const rate = successes / trials;
  const scale = 1 + (z * z) / trials;
  const centre = (rate + (z * z) / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  return [successes === 0 ? 0 : Math.max(0, centre - half), successes === trials ? 1 : Math.min(1, centre + half)];
}
