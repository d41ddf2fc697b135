import { type Problem, problemsError, quoteFound } from '#lib';

/** One run of one arm on one task. A null score is unscored: it leaves every mean and is listed. Null cost figures are unknown, not zero. */
export interface Observation {
  readonly task: string;
  readonly arm: string;
  /** Names the repetition; runs of two arms with the same task and seed are partners. */
  readonly seed: number | string;
  readonly score: number | null;
  readonly costUsd?: number | null;
  readonly tokens?: number | null;
  readonly turns?: number | null;
}

/** The cost figures of an observation, in the order in which a report prefers them. */
export const COST_AXES = ['costUsd', 'tokens', 'turns'] as const;
export type CostAxis = (typeof COST_AXES)[number];

/** A run that other arms have and this one lacks: never made, or made without a score. */
export interface Gap {
  readonly arm: string;
  readonly task: string;
  readonly seed: number | string;
  readonly reason: 'missing' | 'unscored';
}

/**
 * Observations as rows of numbers. A slot is one (task, seed) of which some arm has a scored run; the slots of one task stand side by side:
 * task t owns slots `taskStart[t]` up to `taskStart[t + 1]`. Tasks are in code-unit order, so the order of the log decides nothing.
 */
export interface ObservationTable {
  /** In order of first appearance. */
  readonly arms: readonly string[];
  readonly tasks: readonly string[];
  readonly taskStart: Int32Array;
  readonly slots: readonly { readonly task: string; readonly seed: number | string }[];
  /** Per arm, a score per slot; NaN where there is none. */
  readonly scores: readonly Float64Array[];
  /** Per arm and axis, a figure per slot; NaN where it is unknown. */
  readonly costs: Readonly<Record<CostAxis, readonly Float64Array[]>>;
  /** Per arm, number of unscored runs. */
  readonly unscored: readonly number[];
  readonly gaps: readonly Gap[];
}

/** JSON keeps task "a" with seed 11 apart from task "a1" with seed 1, and seed 1 apart from seed "1". */
function slotKey(task: string, seed: number | string): string {
  return JSON.stringify([task, seed]);
}

function figureProblem(path: string, value: number | null | undefined, least: number): Problem | undefined {
  if (value === null || value === undefined || (Number.isFinite(value) && value >= least)) return undefined;
  const allowed = least === 0 ? 'a finite number of at least 0, or null for unknown' : 'a finite number, or null for unscored';
  return { path, message: 'is not a usable number', found: quoteFound(String(value)), allowed };
}

function observationProblems(observations: readonly Observation[]): readonly Problem[] {
  const firstAt = new Map<string, number>();
  return observations.flatMap((observation, index) => {
    const place = `observations[${index}]`;
    const problems = [
      figureProblem(`${place}.score`, observation.score, Number.NEGATIVE_INFINITY),
      ...COST_AXES.map((axis) => figureProblem(`${place}.${axis}`, observation[axis], 0)),
    ].filter((problem) => problem !== undefined);
    const key = JSON.stringify([observation.arm, observation.task, observation.seed]);
    const earlier = firstAt.get(key);
    firstAt.set(key, earlier ?? index);
    if (earlier === undefined) return problems;
    const found = `arm ${quoteFound(observation.arm)}, task ${quoteFound(observation.task)}, seed ${quoteFound(observation.seed)}`;
    return [
      ...problems,
      { path: place, message: `is a second run of the same arm, task and seed as observations[${earlier}]`, found, allowed: 'one run each' },
    ];
  });
}

interface SlotPlan {
  readonly tasks: readonly string[];
  readonly taskStart: Int32Array;
  readonly slots: readonly { readonly task: string; readonly seed: number | string }[];
  readonly slotOf: ReadonlyMap<string, number>;
}

function compareSeeds(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

function planSlots(observations: readonly Observation[]): SlotPlan {
  const seedsOf = new Map<string, Set<number | string>>();
  for (const { task, seed, score } of observations) {
    if (score === null) continue;
    const seeds = seedsOf.get(task) ?? new Set();
    seedsOf.set(task, seeds.add(seed));
  }
  const tasks = [...seedsOf.keys()].sort();
  const taskStart = new Int32Array(tasks.length + 1);
  const slots = tasks.flatMap((task, t) => {
    const seeds = [...(seedsOf.get(task) ?? [])].sort(compareSeeds);
    taskStart[t + 1] = (taskStart[t] ?? 0) + seeds.length;
    return seeds.map((seed) => ({ task, seed }));
  });
  return { tasks, taskStart, slots, slotOf: new Map(slots.map(({ task, seed }, slot) => [slotKey(task, seed), slot])) };
}

/** Lays observations out for analysis; throws `usage.invalid` listing every unusable number and every repeated run. */
export function tabulate(observations: readonly Observation[]): ObservationTable {
  const problems = observationProblems(observations);
  if (problems.length > 0) throw problemsError('usage.invalid', 'these runs cannot be analysed', problems);
  const arms = [...new Set(observations.map((observation) => observation.arm))];
  const armIndex = new Map(arms.map((arm, index) => [arm, index]));
  const plan = planSlots(observations);
  const blank = (): Float64Array[] => arms.map(() => new Float64Array(plan.slots.length).fill(Number.NaN));
  const scores = blank();
  const costs = { costUsd: blank(), tokens: blank(), turns: blank() };
  const unscoredKeys = arms.map(() => new Set<string>());
  for (const observation of observations) {
    const arm = armIndex.get(observation.arm) ?? 0;
    const key = slotKey(observation.task, observation.seed);
    const slot = plan.slotOf.get(key);
    const row = scores[arm];
    if (observation.score === null) unscoredKeys[arm]?.add(key);
    else if (slot !== undefined && row !== undefined) {
      row[slot] = observation.score;
      for (const axis of COST_AXES) costs[axis][arm]?.fill(observation[axis] ?? Number.NaN, slot, slot + 1);
    }
  }
  const { tasks, taskStart, slots } = plan;
  return { arms, tasks, taskStart, slots, scores, costs, unscored: unscoredKeys.map((keys) => keys.size), gaps: findGaps(arms, plan, scores, unscoredKeys) };
}

function findGaps(arms: readonly string[], plan: SlotPlan, scores: readonly Float64Array[], unscored: readonly ReadonlySet<string>[]): readonly Gap[] {
  return arms.flatMap((arm, a) =>
    plan.slots.flatMap(({ task, seed }, slot): readonly Gap[] => {
      if (!Number.isNaN(scores[a]?.[slot] ?? Number.NaN)) return [];
      return [{ arm, task, seed, reason: unscored[a]?.has(slotKey(task, seed)) ? 'unscored' : 'missing' }];
    }),
  );
}

/** Mean per task over the slots that have a value; NaN for a task without one. */
export function taskMeans(table: Pick<ObservationTable, 'tasks' | 'taskStart'>, values: Float64Array): Float64Array {
  const means = new Float64Array(table.tasks.length);
  for (let t = 0; t < means.length; t++) {
    let sum = 0;
    let count = 0;
    for (let slot = table.taskStart[t] ?? 0; slot < (table.taskStart[t + 1] ?? 0); slot++) {
      const value = values[slot] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    means[t] = count === 0 ? Number.NaN : sum / count;
  }
  return means;
}

/** The values that are present. */
export function presentValues(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}
