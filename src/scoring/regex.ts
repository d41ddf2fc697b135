import { quoteFound } from '#lib';
import { defineScorer, targetProblem } from './define-scorer.ts';
import { compileMatcher, type Matcher } from './pattern-matcher.ts';
import { readPattern } from './pattern-tree.ts';
import type { Scorer } from './scorer.ts';

/** Options of the regex scorer. */
export interface RegexOptions {
  readonly ignore_case?: boolean;
  /** `^` and `$` also match at line ends; default false. */
  readonly multiline?: boolean;
}

/** Only the end of a longer answer is searched, since answers conclude there; bounds the time of one score. Characters. */
export const REGEX_ANSWER_LIMIT = 100_000;
/** Longer patterns are refused. Characters. */
const PATTERN_LIMIT = 1000;

/** JavaScript's own complaint about a pattern; undefined when it is valid. */
function syntaxComplaint(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A matcher, or why there is none. */
function compile(pattern: string, flags: string): Matcher | string {
  const complaint = syntaxComplaint(pattern, flags);
  if (complaint !== undefined) return `is not a valid pattern: ${complaint}`;
  const read = readPattern(pattern, flags);
  if (read.kind === 'unsupported') return `uses a ${read.construct}, which can take exponential time on some answers`;
  return compileMatcher(read.tree, flags) ?? 'is too large once its counted repetitions are written out';
}

/**
 * Scores an answer in which the target, a JavaScript pattern with Unicode semantics, is found. Matching takes linear time, so no answer
 * can hang a run; patterns that need backtracking (lookaround, backreferences) are refused when the task is read.
 */
export function createRegexScorer({ ignore_case = false, multiline = false }: RegexOptions = {}): Scorer {
  const flags = `u${ignore_case ? 'i' : ''}${multiline ? 'm' : ''}`;
  return defineScorer<Matcher>({
    name: 'regex',
    hasEquivalence: false,
    normalise: (answer) => ({ text: answer.trim().slice(-REGEX_ANSWER_LIMIT) }),
    readTarget(target) {
      const allowed = `a pattern of 1 to ${PATTERN_LIMIT} characters without lookaround and backreferences`;
      const usable = typeof target === 'string' && target !== '' && target.length <= PATTERN_LIMIT;
      const matcher = usable ? compile(target, flags) : 'is not a usable pattern';
      if (typeof matcher === 'string') return targetProblem({ message: matcher, found: quoteFound(target), allowed });
      return { kind: 'target', target: matcher };
    },
    matches: (answer, target) => target(answer.text),
  });
}
