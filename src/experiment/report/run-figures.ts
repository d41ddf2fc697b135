import { effectiveScore, isFailure, type RunRow } from '../run-log/run-row.ts';
import type { TokenBasis } from './report.ts';

/** Sums over the runs of one arm. */
export interface ArmFigures {
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly turns: number | null;
  readonly latencyMs: number | null;
  readonly blockedApprovals: number | null;
  readonly failures: number;
  readonly unscoredReason: string | null;
}

/**
 * Which tokens can be counted for all runs alike: both kinds where no run knows only one of them, else the kind that every such run
 * knows. A total that counted inputs for one arm and not for another would decide by what was logged.
 */
export function tokenBasis(runs: readonly RunRow[]): TokenBasis | null {
  let any = false;
  let inputMissing = false;
  let outputMissing = false;
  for (const { inputTokens, outputTokens } of runs) {
    if (inputTokens === null && outputTokens === null) continue;
    any = true;
    inputMissing ||= inputTokens === null;
    outputMissing ||= outputTokens === null;
  }
  if (!any || (inputMissing && outputMissing)) return null;
  return inputMissing ? 'output' : outputMissing ? 'input' : 'total';
}

/** Tokens of a run on that basis; null = unknown. */
export function tokensOf({ inputTokens, outputTokens }: RunRow, basis: TokenBasis | null): number | null {
  if (basis === 'output') return outputTokens;
  if (basis === 'input') return inputTokens;
  return basis === null || inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}

/** Why a run has no score, in words. */
export function unscoredReasonOf(run: RunRow): string {
  return run.reason ?? (run.status === 'completed' || run.status === 'unscored' ? 'no score' : run.status);
}

/** Means and counts of one arm's runs. */
export function armFigures(runs: readonly RunRow[], basis: TokenBasis | null): ArmFigures {
  const unscored = runs.filter((run) => effectiveScore(run) === null);
  // Figures are of the runs that the mean score is of: an unscored run that could not be asked cost nothing and would dilute them.
  const counted = unscored.length < runs.length ? runs.filter((run) => effectiveScore(run) !== null) : runs;
  return {
    costUsd: knownMean(counted, (run) => run.costUsd),
    tokens: knownMean(counted, (run) => tokensOf(run, basis)),
    turns: knownMean(counted, (run) => run.turns),
    latencyMs: knownMean(counted, (run) => run.latencyMs),
    blockedApprovals: knownSum(runs, (run) => run.blockedApprovals)?.sum ?? null,
    failures: runs.filter((run) => isFailure(run.status)).length,
    unscoredReason: mostCommon(unscored.map(unscoredReasonOf)),
  };
}

function knownSum(runs: readonly RunRow[], read: (run: RunRow) => number | null): { readonly sum: number; readonly count: number } | null {
  let sum = 0;
  let count = 0;
  for (const run of runs) {
    const value = read(run);
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : { sum, count };
}

function knownMean(runs: readonly RunRow[], read: (run: RunRow) => number | null): number | null {
  const known = knownSum(runs, read);
  return known === null ? null : known.sum / known.count;
}

function mostCommon(words: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best: string | null = null;
  for (const [word, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = word;
  return best;
}
