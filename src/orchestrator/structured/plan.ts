import { z } from 'zod';
import { type Form, nameProblems } from './form.ts';
import { someText } from './text.ts';

const schema = z.object({ subtasks: z.array(z.object({ to: someText, task: someText })).min(1) });
export type Plan = z.infer<typeof schema>;

/** Subtasks for names, each name once and at most `limit`; `names` null = the plan makes the names up (roles). */
export function planForm(names: readonly string[] | null, limit: number): Form<Plan> {
  return {
    shape: 'plan',
    schema,
    problems: ({ subtasks }) =>
      nameProblems(
        'subtasks',
        subtasks.map((subtask) => subtask.to),
        names,
        limit,
      ),
  };
}
