import { quoteFound } from '#lib';
import { defineScorer, type ReadTarget, targetProblem } from './define-scorer.ts';
import type { Scorer } from './scorer.ts';

/** Options of the exact scorer. */
export interface ExactOptions {
  /** Letters compare without case; default false. */
  readonly ignore_case?: boolean;
  /** Any run of white space, line ends included, compares as one space; default false, because indentation can be content. */
  readonly collapse_whitespace?: boolean;
}

/** Options of the includes scorer. */
export type IncludesOptions = Pick<ExactOptions, 'ignore_case' | 'collapse_whitespace'>;

/** Trimmed, composed (Unicode NFC), line ends as LF; then what the options ask for. */
function createTextForm({ ignore_case = false, collapse_whitespace = false }: ExactOptions): (text: string) => string {
  return (text) => {
    const composed = text.replace(/\r\n?/g, '\n').trim().normalize('NFC');
    const spaced = collapse_whitespace ? composed.replace(/\s+/gu, ' ') : composed;
    // Lower-casing can decompose (İ), so the form is composed again.
    return ignore_case ? spaced.toLowerCase().normalize('NFC') : spaced;
  };
}

function readText(form: (text: string) => string): (target: unknown) => ReadTarget<string> {
  return (target) => {
    const text = typeof target === 'number' || typeof target === 'boolean' ? String(target) : target;
    if (typeof text === 'string' && text.trim() !== '') return { kind: 'target', target: form(text) };
    return targetProblem({ message: 'is not a text', found: quoteFound(target), allowed: 'a text that is not blank' });
  };
}

/** Scores an answer that is the target, character for character, but for outer white space and Unicode composition. */
export function createExactScorer(options: ExactOptions = {}): Scorer {
  const form = createTextForm(options);
  return defineScorer<string>({
    name: 'exact',
    hasEquivalence: true,
    normalise: (answer) => ({ text: form(answer) }),
    readTarget: readText(form),
    matches: (answer, target) => answer.text === target,
  });
}

/** Scores an answer that contains the target. */
export function createIncludesScorer(options: IncludesOptions = {}): Scorer {
  const form = createTextForm(options);
  return defineScorer<string>({
    name: 'includes',
    hasEquivalence: false,
    normalise: (answer) => ({ text: form(answer) }),
    readTarget: readText(form),
    matches: (answer, target) => answer.text.includes(target),
  });
}
