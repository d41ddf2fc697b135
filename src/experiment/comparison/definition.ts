import { type ComparisonId, type Json, nearestName, type Problem, problemsError, quoteFound } from '#lib';
import type { Arm } from '../arms/arm.ts';
import type { ReportProvenance } from '../report/report.ts';
import type { TaskSet } from '../tasks/task.ts';

/** Runs in flight at once unless the definition says otherwise. */
export const DEFAULT_CONCURRENCY = 64;

/** Limits of each run; absent = unlimited. Dollars, seconds of wall clock, turns in flight at once. */
export interface RunLimits {
  readonly turns?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly seconds?: number;
  readonly concurrency?: number;
}

/** The parts of a comparison that decide its runs and its report. Everything needed to resume it without the files it was read from. */
export interface ComparisonDefinition {
  readonly id: ComparisonId;
  readonly tasks: TaskSet;
  readonly arms: readonly Arm[];
  readonly seeds: readonly number[];
  /** Name of the control arm; null = none. */
  readonly control: string | null;
  readonly model: ReportProvenance;
  readonly budget: RunLimits;
  /** The agents that are bound to the arms, as the run service reads them. */
  readonly roster: Json;
  /** What else the run service needs, e.g. the default size of templates. */
  readonly settings: Json;
  /** Differences inside ± margin count as equal. */
  readonly margin: number;
  readonly concurrency: number;
  readonly codeVersion: string;
}

/** The control unless one is named: the arm `single`, else the first arm that is a single agent, else none. */
export function defaultControl(arms: readonly Arm[]): string | null {
  const singles = arms.filter((arm) => arm.kind === 'control' && arm.control === 'single');
  return (singles.find((arm) => arm.name === 'single') ?? singles[0])?.name ?? null;
}

/** Throws `usage.invalid` listing everything that keeps the definition from being run. */
export function checkDefinition(definition: ComparisonDefinition): void {
  const { arms, seeds, control, tasks, concurrency, margin } = definition;
  const names = arms.map((arm) => arm.name);
  const problems: Problem[] = [];
  if (tasks.tasks.length === 0) problems.push({ path: 'tasks', message: 'there is no task' });
  if (arms.length === 0) problems.push({ path: 'arms', message: 'there is no arm' });
  for (const name of new Set(names.filter((candidate, index) => names.indexOf(candidate) !== index))) {
    problems.push({ path: 'arms', message: 'two arms have the same name', found: quoteFound(name) });
  }
  if (seeds.length === 0 || new Set(seeds).size < seeds.length || !seeds.every(Number.isSafeInteger)) {
    problems.push({ path: 'seeds', message: 'not a list of seeds', found: quoteFound(seeds), allowed: 'different whole numbers, at least one' });
  }
  if (control !== null && !names.includes(control)) {
    problems.push({ path: 'control', message: 'names no arm', found: quoteFound(control), allowed: names.join(', '), nearest: nearestName(control, names) });
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    problems.push({ path: 'concurrency', message: 'not a number of runs', found: quoteFound(String(concurrency)), allowed: 'a whole number from 1' });
  }
  if (!(margin >= 0 && margin <= 1)) problems.push({ path: 'margin', message: 'out of range', found: quoteFound(String(margin)), allowed: '0 to 1' });
  if (problems.length > 0) throw problemsError('usage.invalid', 'The comparison cannot be run:', problems);
}
