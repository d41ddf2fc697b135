import { quoteFound } from '#lib';
import { defineScorer, targetProblem } from './define-scorer.ts';
import { markedAnswer, stripWrapping } from './marked-answer.ts';
import type { Scorer } from './scorer.ts';

const LETTER = /^(?:[([]\s*([a-z])\s*[)\]]|([a-z])\s*[).:]?)\.?$/iu;
/** Behind a marker the text of the option may follow its letter: "Answer: B. Paris". Unmarked, "A. Smith wrote it" would be a choice. */
const LETTER_AND_TEXT = /^(?:[([]\s*([a-z])\s*[)\]]|([a-z])[).:])\s+\S/iu;

function readLetter(answer: string): string | null {
  const { text, marked } = markedAnswer(answer);
  const bare = stripWrapping(text);
  const matched = LETTER.exec(bare) ?? (marked ? LETTER_AND_TEXT.exec(bare) : null);
  return (matched?.[1] ?? matched?.[2])?.toUpperCase() ?? null;
}

/** Scores the letter of an option, A to Z in either case: `B`, `(B)`, `B.`, `Answer: B`, `\boxed{B}`. */
export function createChoiceScorer(): Scorer {
  return defineScorer<string>({
    name: 'choice',
    hasEquivalence: true,
    normalise(answer) {
      const letter = readLetter(answer);
      return letter === null ? null : { text: letter };
    },
    readTarget(target) {
      const letter = typeof target === 'string' ? readLetter(target) : null;
      if (letter !== null) return { kind: 'target', target: letter };
      return targetProblem({ message: 'is not the letter of an option', found: quoteFound(target), allowed: 'one letter from A to Z' });
    },
    matches: (answer, target) => answer.text === target,
  });
}
