import { quoteFound } from '#lib';
import { type Decimal, formatDecimal, parseDecimal, withinTolerance } from './decimal.ts';
import { defineScorer, targetProblem } from './define-scorer.ts';
import { markedAnswer, stripWrapping } from './marked-answer.ts';
import type { Scorer } from './scorer.ts';

/** Options of the numeric scorer. */
export interface NumericOptions {
  /** Largest difference from the target that still scores; default 0. It widens the score, never the vote. */
  readonly tolerance?: number;
}

function readNumber(text: string): Decimal | null {
  const marked = markedAnswer(text).text;
  return parseDecimal(marked) ?? parseDecimal(stripWrapping(marked));
}

/** Scores a number: the whole answer, or its marked final answer, compared as an exact decimal. Fractions, words and sums are no numbers. */
export function createNumericScorer({ tolerance = 0 }: NumericOptions = {}): Scorer {
  const allowed = parseDecimal(String(tolerance)) ?? { negative: false, digits: '0', exponent: 0 };
  return defineScorer<Decimal>({
    name: 'numeric',
    hasEquivalence: true,
    normalise(answer) {
      const value = readNumber(answer);
      return value === null ? null : { text: formatDecimal(value) };
    },
    readTarget(target) {
      const value = typeof target === 'number' || typeof target === 'string' ? readNumber(String(target)) : null;
      if (value !== null) return { kind: 'target', target: value };
      return targetProblem({ message: 'is not a number', found: quoteFound(target), allowed: 'a number, or a text that holds one' });
    },
    matches(answer, target) {
      const value = parseDecimal(answer.text);
      return value !== null && withinTolerance(value, target, allowed);
    },
  });
}
