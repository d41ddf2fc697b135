import type { Gap } from '#statistics';
import type { RunRow } from '../run-log/run-row.ts';

/**
 * Every (task, seed) that some arm has and another lacks. Unlike the gaps of the statistics it also sees slots that no arm scored, and
 * arms that have no run at all. Linear in arms × slots, which is what the full plan would hold.
 */
export function missingRuns(runs: readonly RunRow[], arms: readonly string[]): readonly Gap[] {
  const slots = new Map<string, { readonly task: string; readonly seed: string; readonly arms: Set<string> }>();
  for (const { taskId, seed, arm } of runs) {
    const key = JSON.stringify([taskId, seed]);
    const slot = slots.get(key) ?? { task: taskId, seed, arms: new Set() };
    slot.arms.add(arm);
    slots.set(key, slot);
  }
  return [...slots.values()].flatMap(({ task, seed, arms: present }) => {
    if (present.size === arms.length) return [];
    return arms.filter((arm) => !present.has(arm)).map((arm): Gap => ({ arm, task, seed, reason: 'missing' }));
  });
}
