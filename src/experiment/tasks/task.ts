import { PolityError } from '#lib';
import { readScorer, type Scorer } from '#scoring';

/** How a task is scored, in its one written form: the scorer's name under `kind` and its options. */
export type ScorerSpec = Readonly<Record<string, unknown>>;

/** One task: what is asked, and what a right answer is. */
export interface Task {
  readonly id: string;
  readonly input: string;
  /** As text (numbers in shortest decimal form, schemas as JSON); null = the task cannot be scored. */
  readonly target: string | null;
  /** Task class; null = none. */
  readonly class: string | null;
  readonly scorer: ScorerSpec;
}

/** Tasks in the order of their file, and the SHA-256 of what they hold (the same whatever the file format and the order). */
export interface TaskSet {
  readonly tasks: readonly Task[];
  readonly hash: string;
}

/** The scorer of a task; throws `file.invalid` when its spec was never checked. */
export function taskScorer(task: Pick<Task, 'id' | 'scorer'>): Scorer {
  const read = readScorer(task.scorer);
  if (read.kind === 'scorer') return read.scorer;
  throw new PolityError('file.invalid', `the scorer of task ${JSON.stringify(task.id)} cannot be used`, { details: { problems: read.problems } });
}
