import { nearestName, type Problem, problemsError, quoteFound } from '#lib';
import { createChoiceScorer } from './choice.ts';
import { createJsonSchemaScorer } from './json-schema.ts';
import { createNumericScorer } from './numeric.ts';
import { createRegexScorer } from './regex.ts';
import { DEFAULT_SCORER, SCORER_NAMES, type Scorer, type ScorerName } from './scorer.ts';
import { createExactScorer, createIncludesScorer } from './text.ts';

/** Options of any scorer; each scorer takes those that are meant for it. */
export interface ScorerOptions {
  readonly tolerance?: number;
  readonly ignore_case?: boolean;
  readonly collapse_whitespace?: boolean;
  readonly multiline?: boolean;
}

type OptionName = keyof ScorerOptions;

const OPTIONS: Readonly<Record<ScorerName, readonly OptionName[]>> = {
  numeric: ['tolerance'],
  choice: [],
  exact: ['ignore_case', 'collapse_whitespace'],
  includes: ['ignore_case', 'collapse_whitespace'],
  regex: ['ignore_case', 'multiline'],
  json_schema: [],
};

const FACTORIES: Readonly<Record<ScorerName, (options: ScorerOptions) => Scorer>> = {
  numeric: createNumericScorer,
  choice: createChoiceScorer,
  exact: createExactScorer,
  includes: createIncludesScorer,
  regex: createRegexScorer,
  json_schema: createJsonSchemaScorer,
};

/** A scorer, or everything that is wrong with the field that names it. */
export type ReadScorer = { readonly kind: 'scorer'; readonly scorer: Scorer } | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

function isScorerName(name: string): name is ScorerName {
  return SCORER_NAMES.some((known) => known === name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function optionProblems(name: ScorerName, options: Readonly<Record<string, unknown>>, path: string): readonly Problem[] {
  return Object.entries(options).flatMap(([option, value]): readonly Problem[] => {
    const place = `${path}.${option}`;
    const known = OPTIONS[name].find((candidate) => candidate === option);
    if (known === undefined) {
      const allowed = OPTIONS[name].length === 0 ? 'no options' : OPTIONS[name].join(', ');
      return [{ path: place, message: `is no option of the ${name} scorer`, found: quoteFound(option), allowed, nearest: nearestName(option, OPTIONS[name]) }];
    }
    const valid = known === 'tolerance' ? typeof value === 'number' && Number.isFinite(value) && value >= 0 : typeof value === 'boolean';
    if (valid || value === undefined) return [];
    const allowed = known === 'tolerance' ? 'a finite number of at least 0' : 'true or false';
    return [{ path: place, message: 'has a value that cannot be used', found: quoteFound(value), allowed }];
  });
}

function problems(...list: readonly Problem[]): ReadScorer {
  return { kind: 'problems', problems: list };
}

/** Reads a task's `scorer` field: a name, `{kind, …options}`, or nothing (`exact`). Never throws; `path` names the field in problems. */
export function readScorer(field: unknown, path = 'scorer'): ReadScorer {
  const spec = field === undefined || field === null ? { kind: DEFAULT_SCORER } : typeof field === 'string' ? { kind: field } : field;
  const allowed = SCORER_NAMES.join(', ');
  if (!isObject(spec)) return problems({ path, message: 'names no scorer', found: quoteFound(field), allowed: `${allowed}, or an object {kind, …options}` });
  const { kind, ...options } = spec;
  const kindPath = typeof field === 'string' ? path : `${path}.kind`;
  if (typeof kind !== 'string') return problems({ path: kindPath, message: 'names no scorer', found: quoteFound(kind), allowed });
  if (!isScorerName(kind))
    return problems({ path: kindPath, message: 'is no known scorer', found: quoteFound(kind), allowed, nearest: nearestName(kind, SCORER_NAMES) });
  const wrong = optionProblems(kind, options, path);
  return wrong.length > 0 ? problems(...wrong) : { kind: 'scorer', scorer: FACTORIES[kind](options) };
}

/** The scorer of that name; throws `usage.invalid` listing bad options. */
export function scorerFor(name: ScorerName, options: ScorerOptions = {}): Scorer {
  const read = readScorer({ ...options, kind: name });
  if (read.kind === 'problems') throw problemsError('usage.invalid', `the ${name} scorer cannot be set up`, read.problems);
  return read.scorer;
}
