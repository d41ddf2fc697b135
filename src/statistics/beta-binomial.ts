import { logBeta } from './distributions.ts';

/** Successes out of trials, whole numbers. */
export interface Rate {
  readonly successes: number;
  readonly trials: number;
}

/**
 * Probability that a's true rate is greater than b's, each with a uniform prior: P(p_a > p_b) for p ~ Beta(1 + successes, 1 + failures).
 * The finite sum over a's first parameter (J. D. Cook 2003, "Numerical computation of stochastic inequality probabilities"; E. Miller 2014).
 */
export function probabilityGreater(a: Rate, b: Rate): number {
  const alphaA = 1 + a.successes;
  const betaA = 1 + a.trials - a.successes;
  const alphaB = 1 + b.successes;
  const betaB = 1 + b.trials - b.successes;
  const base = logBeta(alphaB, betaB);
  let sum = 0;
  for (let i = 0; i < alphaA; i++) sum += Math.exp(logBeta(alphaB + i, betaA + betaB) - Math.log(betaA + i) - logBeta(1 + i, betaA) - base);
  return Math.min(1, sum);
}
