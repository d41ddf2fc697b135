import { z } from 'zod';
import { type Form, nameProblems } from './form.ts';
import { someText } from './text.ts';

const schema = z.object({ answer: someText, follow_ups: z.array(z.object({ to: z.string(), question: someText })).default([]) });
export type Aggregation = z.infer<typeof schema>;

/** One answer from several results, and questions to some of those who gave them: each at most once, at most `limit`. */
export function aggregationForm(names: readonly string[], limit: number): Form<Aggregation> {
  return {
    shape: 'aggregation',
    schema,
    problems: ({ follow_ups }) =>
      nameProblems(
        'follow_ups',
        follow_ups.map((followUp) => followUp.to),
        names,
        limit,
      ),
  };
}
