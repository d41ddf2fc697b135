import type { z } from 'zod';
import { nearestName, quoteFound } from '#lib';
import type { StructuredShape } from '#models';

/** A structured form of reply: what its JSON must be, and what only the request knows (names, numbers of items). */
export interface Form<Value> {
  readonly shape: StructuredShape;
  readonly schema: z.ZodType<Value>;
  /** Problems beyond the schema, as sentences for whoever wrote the reply; empty = it can be used. */
  problems(value: Value): readonly string[];
}

export type Reading<Value> = { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'unusable'; readonly problem: string };

/** Longer replies are not read as JSON: no form needs as much. Characters. */
const LONGEST_REPLY = 1_000_000;
/** Problems listed to the agent; more would drown the first. */
const PROBLEMS_SHOWN = 8;

/** Reads a reply: the JSON object alone, or inside one fenced block. */
export function readReply<Value>(text: string | null, form: Form<Value>): Reading<Value> {
  if (text === null || text.trim() === '') return unusable(['the reply is empty']);
  if (text.length > LONGEST_REPLY) return unusable([`the reply is longer than ${LONGEST_REPLY} characters`]);
  const json = parsed(unfenced(text.trim()));
  if (json === undefined) return unusable(['the reply is not one JSON object']);
  const checked = form.schema.safeParse(json);
  if (!checked.success) return unusable(checked.error.issues.map((issue) => `${issue.path.join('.') || 'the reply'}: ${issue.message}`));
  const problems = form.problems(checked.data);
  return problems.length > 0 ? unusable(problems) : { kind: 'value', value: checked.data };
}

function unusable(problems: readonly string[]): { readonly kind: 'unusable'; readonly problem: string } {
  const more = problems.length > PROBLEMS_SHOWN ? [`and ${problems.length - PROBLEMS_SHOWN} more problems`] : [];
  return { kind: 'unusable', problem: [...problems.slice(0, PROBLEMS_SHOWN), ...more].join('; ') };
}

function unfenced(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  const line = text.indexOf('\n');
  return line === -1 ? text : text.slice(line + 1, -3);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NAMES_SHOWN = 20;

/** Problems of names that are unknown or stand twice, and of a list that is too long. */
export function nameProblems(where: string, names: readonly string[], allowed: readonly string[] | null, limit: number): readonly string[] {
  const problems: string[] = [];
  if (names.length > limit) problems.push(`${where}: there are ${names.length}, and at most ${limit} are allowed`);
  const known = allowed === null ? null : new Set(allowed);
  const seen = new Set<string>();
  for (const name of names.slice(0, Math.max(limit, PROBLEMS_SHOWN))) {
    if (seen.has(name)) problems.push(`${where}: ${quoteFound(name)} stands twice`);
    seen.add(name);
    if (known !== null && !known.has(name)) problems.push(unknownName(where, name, allowed ?? []));
  }
  return problems;
}

function unknownName(where: string, name: string, allowed: readonly string[]): string {
  const nearest = nearestName(name, allowed);
  const more = allowed.length > NAMES_SHOWN ? ` and ${allowed.length - NAMES_SHOWN} more` : '';
  return `${where}: ${quoteFound(name)} is none of the names (${allowed.slice(0, NAMES_SHOWN).join(', ')}${more})${nearest === undefined ? '' : `; did you mean ${quoteFound(nearest)}?`}`;
}
