import { logChoose } from './distributions.ts';

/** Stop adding terms once they no longer change the sum. */
const NEGLIGIBLE = 1e-18;

/**
 * Two-sided p of the exact McNemar test: the binomial test, at one half, of the tasks that only one arm of a pair solved
 * (McNemar 1947; exact form in Fay 2010, Biostatistics 11:373). Logarithms keep thousands of discordant tasks from underflowing.
 */
export function exactMcNemar(aOnly: number, bOnly: number): number {
  const discordant = aOnly + bOnly;
  const fewer = Math.min(aOnly, bOnly);
  if (fewer * 2 === discordant) return 1;
  // Terms relative to the largest one, k = fewer; each next one is smaller by k / (n − k + 1).
  let sum = 1;
  let term = 1;
  for (let k = fewer; k > 0 && term > NEGLIGIBLE * sum; k--) {
    term *= k / (discordant - k + 1);
    sum += term;
  }
  const log = Math.LN2 * (1 - discordant) + logChoose(discordant, fewer) + Math.log(sum);
  return Math.min(1, Math.exp(log));
}
