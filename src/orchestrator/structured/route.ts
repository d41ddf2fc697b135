import { z } from 'zod';
import { type Form, nameProblems } from './form.ts';
import { someText } from './text.ts';

const expert = z.object({ name: z.string(), weight: z.number().gt(0).max(1) });
const schema = z.object({ subtasks: z.array(z.object({ task: someText, experts: z.array(expert).min(1) })).min(1) });
export type Route = z.infer<typeof schema>;

/** Subtasks, at most as many as there are experts, each with the experts that are to do it. */
export function routeForm(names: readonly string[]): Form<Route> {
  return {
    shape: 'route',
    schema,
    problems: ({ subtasks }) => {
      if (subtasks.length > names.length) return [`subtasks: there are ${subtasks.length}, and at most ${names.length} are allowed`];
      return subtasks.flatMap(({ experts }, index) =>
        nameProblems(
          `subtasks.${index}.experts`,
          experts.map((entry) => entry.name),
          names,
          names.length,
        ),
      );
    },
  };
}
