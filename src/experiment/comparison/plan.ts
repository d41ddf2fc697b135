import { asId, type RunId } from '#lib';
import type { PlannedRun } from '../ports.ts';
import type { ComparisonDefinition } from './definition.ts';

/** Number of runs of a comparison. */
export function plannedCount({ tasks, seeds, arms }: ComparisonDefinition): number {
  return tasks.tasks.length * seeds.length * arms.length;
}

/**
 * The runs of a comparison in the order in which they are started: task by task, seed by seed, all arms, so that whatever is done at any
 * moment compares like with like. Lazy: a plan of millions is never in memory.
 */
export function* planRuns(definition: ComparisonDefinition): Generator<PlannedRun> {
  const { id, tasks, seeds, arms } = definition;
  const width = String(Math.max(0, plannedCount(definition) - 1)).length;
  let index = 0;
  for (const task of tasks.tasks) {
    for (const seed of seeds) {
      const first = index;
      for (const arm of arms) {
        const matched = arm.kind === 'control' && arm.matches !== undefined ? arms.findIndex(({ name }) => name === arm.matches) : -1;
        const matches = matched === -1 ? {} : { matches: runIdAt(id, first + matched, width) };
        yield { id: runIdAt(id, index++, width), comparisonId: id, arm, task, seed, ...matches };
      }
    }
  }
}

/** Padded, so that ids sort in the order of the plan. */
function runIdAt(comparison: string, index: number, width: number): RunId {
  return asId(`${comparison}-${String(index).padStart(width, '0')}`);
}
