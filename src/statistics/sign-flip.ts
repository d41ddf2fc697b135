import type { Rng } from '#lib';

/** How a sign-flip p was found. */
export interface SignFlipResult {
  readonly p: number;
  /** True when every sign pattern was counted. */
  readonly exact: boolean;
}

/** Up to 2^16 sign patterns are counted one by one; beyond, they are drawn. */
const EXACT_LIMIT = 16;
/** Differences whose signs are looked up together: one byte of a random word names their signs. */
const CHUNK = 8;
const PATTERNS = 1 << CHUNK;
const UINT32 = 2 ** 32;
/** Sums that differ by less than this share of the total count as equal, so that rounding cannot break a tie. */
const TIE = 1e-10;

/** Signed sums of each chunk of eight values under each of the 256 sign patterns: row c, pattern s at c × 256 + s. */
function chunkSums(values: readonly number[]): Float64Array {
  const chunks = Math.ceil(values.length / CHUNK);
  const sums = new Float64Array(chunks * PATTERNS);
  for (let c = 0; c < chunks; c++) {
    for (let s = 0; s < PATTERNS; s++) {
      let sum = 0;
      for (let bit = 0; bit < CHUNK; bit++) {
        const value = values[c * CHUNK + bit] ?? 0;
        sum += (s >> bit) & 1 ? value : -value;
      }
      sums[c * PATTERNS + s] = sum;
    }
  }
  return sums;
}

function countExact(sums: Float64Array, count: number, threshold: number): number {
  let extreme = 0;
  const patterns = 2 ** count;
  for (let s = 0; s < patterns; s++) {
    const total = (sums[s & (PATTERNS - 1)] ?? 0) + (sums[PATTERNS + (s >> CHUNK)] ?? 0);
    if (Math.abs(total) >= threshold) extreme++;
  }
  return extreme / patterns;
}

function countDrawn(sums: Float64Array, threshold: number, flips: number, rng: Rng): number {
  const chunks = sums.length / PATTERNS;
  let extreme = 0;
  for (let flip = 0; flip < flips; flip++) {
    let total = 0;
    let word = 0;
    for (let c = 0; c < chunks; c++) {
      word = c % 4 === 0 ? (rng.next() * UINT32) >>> 0 : word >>> CHUNK;
      total += sums[c * PATTERNS + (word & (PATTERNS - 1))] ?? 0;
    }
    if (Math.abs(total) >= threshold) extreme++;
  }
  // The observed pattern counts as one draw, which keeps p valid and above zero (Phipson & Smyth 2010).
  return (extreme + 1) / (flips + 1);
}

/**
 * Two-sided p of the sign-flip permutation test on paired differences, one per task (Fisher 1935; Good 2005, ch. 3): how often random
 * signs give a sum at least as far from zero. Zero differences change no sum and are left out; `flips` draws beyond 16 differences.
 */
export function signFlipTest(differences: ArrayLike<number>, flips: number, rng: Rng): SignFlipResult {
  const values = Array.from(differences).filter((value) => value !== 0);
  if (values.length === 0) return { p: 1, exact: true };
  const total = values.reduce((sum, value) => sum + Math.abs(value), 0);
  const threshold = Math.abs(values.reduce((sum, value) => sum + value, 0)) - TIE * total;
  const sums = chunkSums(values);
  if (values.length <= EXACT_LIMIT) return { p: countExact(sums, values.length, threshold), exact: true };
  return { p: countDrawn(sums, threshold, flips, rng), exact: false };
}
