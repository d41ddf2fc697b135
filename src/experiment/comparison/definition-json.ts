import { z } from 'zod';
import { asId, type ComparisonId, type Json, PolityError } from '#lib';
import { ARM, armToJson } from '../arms/arm-json.ts';
import { taskSet } from '../tasks/parse-tasks.ts';
import type { ComparisonDefinition } from './definition.ts';
import type { Preregistration } from './preregistration.ts';
import { PREREGISTRATION, preregistrationToJson } from './preregistration-json.ts';

/** Version of the stored definition; a newer one is refused. */
const VERSION = 1;

/** The parts of a definition that decide its runs and its report; two definitions that agree here are the same comparison. */
export function decisiveJson(definition: ComparisonDefinition): Json {
  return {
    id: definition.id,
    tasks_hash: definition.tasks.hash,
    arms: definition.arms.map(armToJson),
    seeds: definition.seeds,
    control: definition.control,
    model: { label: definition.model.model, kind: definition.model.kind, fingerprint: definition.model.fingerprint, notes: definition.model.notes },
    budget: { ...definition.budget },
    roster: definition.roster,
    settings: definition.settings,
    margin: definition.margin,
  };
}

/** The JSON text kept in the row of a comparison. */
export function writeDefinition(definition: ComparisonDefinition, preregistration: Preregistration): string {
  return JSON.stringify({
    version: VERSION,
    ...Object(decisiveJson(definition)),
    tasks: definition.tasks.tasks,
    concurrency: definition.concurrency,
    code_version: definition.codeVersion,
    preregistration: preregistrationToJson(preregistration),
  });
}

const JSON_VALUE: z.ZodType<Json> = z.json();

const TASK = z.strictObject({
  id: z.string(),
  input: z.string(),
  target: z.string().nullable(),
  class: z.string().nullable(),
  scorer: z.record(z.string(), z.unknown()),
});

const DEFINITION = z.strictObject({
  version: z.literal(VERSION),
  id: z.string(),
  tasks_hash: z.string(),
  tasks: z.array(TASK),
  arms: z.array(ARM),
  seeds: z.array(z.number()),
  control: z.string().nullable(),
  model: z.strictObject({ label: z.string(), kind: z.string(), fingerprint: z.string().nullable(), notes: z.array(z.string()) }),
  budget: z.strictObject({
    turns: z.number().optional(),
    tokens: z.number().optional(),
    usd: z.number().optional(),
    seconds: z.number().optional(),
    concurrency: z.number().optional(),
  }),
  roster: JSON_VALUE,
  settings: JSON_VALUE,
  margin: z.number(),
  concurrency: z.number(),
  code_version: z.string(),
  preregistration: PREREGISTRATION,
});

/** Reads the definition of a stored comparison; throws `store.failed` for a text that `writeDefinition` of this version did not write. */
export function readDefinition(text: string): { readonly definition: ComparisonDefinition; readonly preregistration: Preregistration } {
  const read = DEFINITION.safeParse(parseJson(text));
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new PolityError('store.failed', `the stored definition of the comparison cannot be read: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { id, tasks, model, code_version: codeVersion, preregistration, arms, seeds, control, budget, roster, settings, margin, concurrency } = read.data;
  const { label, ...provenance } = model;
  const definition: ComparisonDefinition = {
    id: asId<ComparisonId>(id),
    tasks: taskSet(tasks),
    arms,
    seeds,
    control,
    model: { model: label, ...provenance },
    budget,
    roster,
    settings,
    margin,
    concurrency,
    codeVersion,
  };
  return { definition, preregistration };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PolityError('store.failed', 'the stored definition of the comparison is not JSON', { cause });
  }
}
