import { canonicalJson } from '#lib';
import { sha256 } from '#lib/node';
import { ANALYSIS_DEFAULTS, type AnalysisOptions, type DetectableEffect, minimumDetectableEffect } from '#statistics';
import type { Task } from '../tasks/task.ts';

/** What was fixed before the first run, and the hash over all of it. Epoch milliseconds. */
export interface Preregistration {
  readonly tasksHash: string;
  readonly tasks: number;
  readonly arms: readonly string[];
  readonly seeds: readonly number[];
  readonly control: string | null;
  /** Where the replies come from; the fingerprint covers everything that decides them. */
  readonly model: { readonly label: string; readonly fingerprint: string | null };
  /** Names of the scorers with the number of tasks of each. */
  readonly scorers: Readonly<Record<string, number>>;
  readonly metric: string;
  readonly analysis: Omit<AnalysisOptions, 'control'>;
  readonly minimumDetectableEffect: DetectableEffect;
  readonly codeVersion: string;
  readonly registeredAt: number;
  /** SHA-256 of everything above. */
  readonly hash: string;
}

const METRIC = 'mean over tasks of the mean score over seeds; paired difference per task';

/** What is registered of a comparison. */
export interface PreregistrationInput {
  readonly tasks: readonly Task[];
  readonly tasksHash: string;
  readonly arms: readonly string[];
  readonly seeds: readonly number[];
  readonly control: string | null;
  readonly model: Preregistration['model'];
  readonly margin: number;
  readonly codeVersion: string;
  readonly registeredAt: number;
}

/** Fixes plan and analysis of a comparison before its first run. */
export function preregister(input: PreregistrationInput): Preregistration {
  const { tasks, tasksHash, arms, seeds, control, model, margin, codeVersion, registeredAt } = input;
  const scorers: Record<string, number> = {};
  for (const task of tasks) {
    const name = String(task.scorer.kind);
    scorers[name] = (scorers[name] ?? 0) + 1;
  }
  const fixed: Omit<Preregistration, 'hash'> = {
    tasksHash,
    tasks: tasks.length,
    arms,
    seeds,
    control,
    model,
    scorers,
    metric: METRIC,
    analysis: { ...ANALYSIS_DEFAULTS, margin },
    minimumDetectableEffect: minimumDetectableEffect({ tasks: tasks.length, arms: arms.length }),
    codeVersion,
    registeredAt,
  };
  return { ...fixed, hash: sha256(canonicalJson(fixed)) };
}
