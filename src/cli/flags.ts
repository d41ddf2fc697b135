import { nearestName, type PolityError, type Problem, problemsError, quoteFound } from '#lib';
import type { BudgetLimits } from '#runs';

/** Smallest and largest value that a number of a flag may have, both included. */
export interface NumberRange {
  readonly minimum: number;
  readonly maximum?: number;
}

/** A reader of an integer flag, for commander's `.option(flags, description, reader)`. Throws `usage.invalid`. */
export function integerFlag(flag: string, range: NumberRange): (text: string) => number {
  return (text) => {
    const value = readInteger(text, range);
    if (value === undefined) throw rangeError(flag, text, 'a whole number', range);
    return value;
  };
}

/** A reader of a number flag. Throws `usage.invalid`. */
export function numberFlag(flag: string, range: NumberRange): (text: string) => number {
  return (text) => {
    const value = readNumber(text, range);
    if (value === undefined) throw rangeError(flag, text, 'a number', range);
    return value;
  };
}

/** A reader of a flag that names one of a few words. Throws `usage.invalid` with the nearest one. */
export function choiceFlag<Choice extends string>(flag: string, choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    const problem = { file: flag, message: 'not one of its values', found: quoteFound(text), allowed: choices.join(', '), nearest: nearestName(text, choices) };
    throw problemsError('usage.invalid', `${flag} cannot be used:`, [problem]);
  };
}

/** One kind of value in a `key=value` list: reads a text, undefined when it is not allowed. */
export interface ValueRule {
  readonly allowed: string;
  readonly read: (text: string) => number | undefined;
}

/**
 * Reads `key=number,key=number`. Throws one `usage.invalid` with every problem: parts that are no pair, unknown keys with the nearest one,
 * keys given twice (also in `before`, the earlier occurrences of the flag), values out of range.
 */
export function readPairs<Key extends string>(
  flag: string,
  text: string,
  rules: Readonly<Record<Key, ValueRule>>,
  before: Partial<Record<Key, number>> = {},
): Partial<Record<Key, number>> {
  const keys = Object.keys(rules).filter((key): key is Key => Object.hasOwn(rules, key));
  const problems: Problem[] = [];
  const values: Partial<Record<Key, number>> = { ...before };
  const pattern = keys.map((key) => `${key}=…`).join(',');
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const key = keys.find((candidate) => candidate === name.trim());
    if (!part.includes('=')) problems.push({ file: flag, message: 'not a key=value pair', found: quoteFound(part), allowed: pattern });
    else if (key === undefined)
      problems.push({ file: flag, message: 'unknown key', found: quoteFound(name), allowed: keys.join(', '), nearest: nearestName(name.trim(), keys) });
    else if (values[key] !== undefined) problems.push({ file: flag, path: key, message: 'given twice', allowed: 'once' });
    else {
      const read = rules[key].read(value.trim());
      if (read === undefined)
        problems.push({ file: flag, path: key, message: 'not a value it can have', found: quoteFound(value), allowed: rules[key].allowed });
      else values[key] = read;
    }
  }
  if (problems.length > 0) throw problemsError('usage.invalid', `${flag} cannot be used:`, problems);
  return values;
}

const count: ValueRule = { allowed: 'a whole number from 1', read: (text) => readInteger(text, { minimum: 1 }) };

const BUDGET_RULES: Readonly<Record<'turns' | 'tokens' | 'usd' | 'seconds' | 'concurrency', ValueRule>> = {
  turns: count,
  tokens: count,
  usd: { allowed: 'dollars, a number from 0', read: (text) => readNumber(text, { minimum: 0 }) },
  seconds: {
    allowed: 'a number above 0',
    read: (text) => {
      const value = readNumber(text, { minimum: 0 });
      return value === 0 ? undefined : value;
    },
  },
  concurrency: count,
};

/** A reader of `--budget turns=,tokens=,usd=,seconds=,concurrency=`; the flag may be repeated, a key may not. Throws one `usage.invalid` with every problem. */
export function budgetFlag(flag = '--budget'): (text: string, before?: BudgetLimits) => BudgetLimits {
  return (text, before) => readPairs(flag, text, BUDGET_RULES, before);
}

/** A reader of a flag that may be repeated: its values in the order given. */
export function repeatedFlag(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function readInteger(text: string, { minimum, maximum = Number.MAX_SAFE_INTEGER }: NumberRange): number | undefined {
  if (!/^[+-]?\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

/** A decimal number within a range; undefined when the text is none. */
export function readNumber(text: string, { minimum, maximum = Number.MAX_SAFE_INTEGER }: NumberRange): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

function rangeError(flag: string, text: string, what: string, { minimum, maximum }: NumberRange): PolityError {
  const allowed = `${what} ${maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`}`;
  return problemsError('usage.invalid', `${flag} cannot be used:`, [{ file: flag, message: 'not a value it can have', found: quoteFound(text), allowed }]);
}
