import { z } from 'zod';
import type { Json } from '#lib';
import type { Preregistration } from './preregistration.ts';

/** The registration as it is stored and reported. */
export function preregistrationToJson(registration: Preregistration): Json {
  const { analysis, minimumDetectableEffect: effect } = registration;
  return {
    tasks_hash: registration.tasksHash,
    tasks: registration.tasks,
    arms: registration.arms,
    seeds: registration.seeds,
    control: registration.control,
    model: { label: registration.model.label, fingerprint: registration.model.fingerprint },
    scorers: registration.scorers,
    metric: registration.metric,
    analysis: { ...analysis },
    minimum_detectable_effect: {
      difference: effect.difference,
      tasks: effect.tasks,
      arms: effect.arms,
      power: effect.power,
      alpha: effect.alpha,
      discordance: effect.discordance,
      discordance_from: effect.discordanceFrom,
      capped: effect.capped,
    },
    code_version: registration.codeVersion,
    registered_at: registration.registeredAt,
    hash: registration.hash,
  };
}

const ANALYSIS = z.strictObject({
  resamples: z.number(),
  flips: z.number(),
  seed: z.number(),
  margin: z.number(),
  confidence: z.number(),
  alpha: z.number(),
});

const EFFECT = z
  .strictObject({
    difference: z.number(),
    tasks: z.number(),
    arms: z.number(),
    power: z.number(),
    alpha: z.number(),
    discordance: z.number(),
    discordance_from: z.enum(['pilot', 'default']),
    capped: z.boolean(),
  })
  .transform(({ discordance_from: discordanceFrom, ...rest }) => ({ ...rest, discordanceFrom }));

/** Reads what `preregistrationToJson` wrote. */
export const PREREGISTRATION = z
  .strictObject({
    tasks_hash: z.string(),
    tasks: z.number(),
    arms: z.array(z.string()),
    seeds: z.array(z.number()),
    control: z.string().nullable(),
    model: z.strictObject({ label: z.string(), fingerprint: z.string().nullable() }),
    scorers: z.record(z.string(), z.number()),
    metric: z.string(),
    analysis: ANALYSIS,
    minimum_detectable_effect: EFFECT,
    code_version: z.string(),
    registered_at: z.number(),
    hash: z.string(),
  })
  .transform(
    (row): Preregistration => ({
      tasksHash: row.tasks_hash,
      tasks: row.tasks,
      arms: row.arms,
      seeds: row.seeds,
      control: row.control,
      model: row.model,
      scorers: row.scorers,
      metric: row.metric,
      analysis: row.analysis,
      minimumDetectableEffect: row.minimum_detectable_effect,
      codeVersion: row.code_version,
      registeredAt: row.registered_at,
      hash: row.hash,
    }),
  );
