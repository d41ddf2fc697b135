import { Ajv, type ValidateFunction } from 'ajv';
import { quoteFound } from '#lib';
import { defineScorer, targetProblem } from './define-scorer.ts';
import type { Scorer } from './scorer.ts';

/** One fenced block around the whole answer, as chat models like to write it. */
const FENCED = /^```(?:json)?[ \t]*\n([\s\S]*?)\n?```$/u;

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null; // text that is no JSON is an outcome here, not a fault
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A compiled schema, or the compiler's message. Each schema has its own compiler, so that equal `$id`s of two tasks do not clash. */
function compileSchema(schema: Record<string, unknown>): ValidateFunction | string {
  try {
    return new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Scores an answer that is JSON (bare or in one fenced block) and fits the target, a JSON schema (draft 7) as object or text. */
export function createJsonSchemaScorer(): Scorer {
  return defineScorer<ValidateFunction>({
    name: 'json_schema',
    hasEquivalence: false,
    normalise(answer) {
      const bare = answer.trim();
      const text = FENCED.exec(bare)?.[1] ?? bare;
      return parseJson(text) === null ? null : { text };
    },
    readTarget(target) {
      const schema = typeof target === 'string' ? parseJson(target)?.value : target;
      if (!isObject(schema)) return targetProblem({ message: 'is not a JSON schema', found: quoteFound(target), allowed: 'a schema object, or its JSON text' });
      const validate = compileSchema(schema);
      if (typeof validate !== 'string') return { kind: 'target', target: validate };
      return targetProblem({ message: `is not a valid JSON schema: ${validate}`, found: quoteFound(target), allowed: 'a JSON schema of draft 7' });
    },
    matches: (answer, target) => target(parseJson(answer.text)?.value) === true,
  });
}
