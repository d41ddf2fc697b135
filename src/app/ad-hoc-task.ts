import type { Task } from '#experiment';
import { sha256 } from '#lib/node';

/** The task of an ad-hoc run: its id is a digest of its text, so that the same text is the same task. */
export function adHocTask(input: string, target: string | null, scorer: string): Task {
  return { id: `task-${sha256(input).slice(0, 12)}`, input, target, class: null, scorer: { kind: scorer } };
}
