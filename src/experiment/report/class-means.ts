import { effectiveScore, type RunRow } from '../run-log/run-row.ts';
import type { ReportClass } from './report.ts';

interface Sum {
  total: number;
  count: number;
}

/** Per task class and arm the mean over tasks of the mean over seeds; empty when no task has a class. The first class that a task's runs name is its class. */
export function classMeans(runs: readonly RunRow[], arms: readonly string[]): readonly ReportClass[] {
  const classOf = new Map<string, string>();
  for (const run of runs) if (run.class !== null && !classOf.has(run.taskId)) classOf.set(run.taskId, run.class);
  if (classOf.size === 0) return [];
  const perTask = taskSums(runs);
  const classes = new Map<string, { tasks: number; readonly sums: Map<string, Sum> }>();
  for (const [task, sums] of perTask) {
    const name = classOf.get(task) ?? '(no class)';
    const entry = classes.get(name) ?? { tasks: 0, sums: new Map<string, Sum>() };
    entry.tasks++;
    for (const [arm, { total, count }] of sums) add(entry.sums, arm, total / count);
    classes.set(name, entry);
  }
  return [...classes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { tasks, sums }]) => ({ class: name, tasks, means: Object.fromEntries(arms.map((arm) => [arm, meanOf(sums.get(arm))])) }));
}

function taskSums(runs: readonly RunRow[]): ReadonlyMap<string, ReadonlyMap<string, Sum>> {
  const perTask = new Map<string, Map<string, Sum>>();
  for (const run of runs) {
    const score = effectiveScore(run);
    if (score === null) continue;
    const sums = perTask.get(run.taskId) ?? new Map<string, Sum>();
    add(sums, run.arm, score);
    perTask.set(run.taskId, sums);
  }
  return perTask;
}

function add(sums: Map<string, Sum>, key: string, value: number): void {
  const sum = sums.get(key);
  if (sum === undefined) sums.set(key, { total: value, count: 1 });
  else {
    sum.total += value;
    sum.count++;
  }
}

function meanOf(sum: Sum | undefined): number | null {
  return sum === undefined ? null : sum.total / sum.count;
}
