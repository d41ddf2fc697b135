import type { Problem } from '#lib';

/** Every scorer that a task can name. */
export const SCORER_NAMES = ['numeric', 'choice', 'exact', 'includes', 'regex', 'json_schema'] as const;
export type ScorerName = (typeof SCORER_NAMES)[number];

/** The scorer of a task that names none. */
export const DEFAULT_SCORER: ScorerName = 'exact';

/** An answer in the form in which it is compared. */
export interface NormalisedAnswer {
  readonly text: string;
}

/**
 * How answers to a task are read, compared with each other and scored against its target. Scorers are pure: no clock, no randomness,
 * and the same answer and target give the same score. Nothing throws for what an answer holds; `score` throws `file.invalid` for a target
 * that `targetProblems` would refuse.
 * @example const scorer = scorerFor('numeric'); scorer.score('$1,200.50', 1200.5) // 1
 */
export interface Scorer {
  readonly name: ScorerName;
  /** Whether two answers can be told to be the same without the target; only then does a vote count more than identical texts. */
  readonly hasEquivalence: boolean;
  /** Null when the answer is not of the form that the scorer reads. */
  normalise(answer: string): NormalisedAnswer | null;
  /** Equal keys mean equivalent answers; null for an absent or unparseable answer and for scorers without equivalence. */
  equivalenceKey(answer: string | null): string | null;
  /** 0..1; an absent or unparseable answer scores 0. */
  score(answer: string | null, target: unknown): number;
  /** What is wrong with a task's target, to be asked when the task is read; `path` names the place, e.g. `target`. */
  targetProblems(target: unknown, path?: string): readonly Problem[];
}

/** True for an answer that is not there: null, empty or blank. */
export function isAbsent(answer: string | null): boolean {
  return answer === null || answer.trim() === '';
}
