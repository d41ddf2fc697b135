import { z } from 'zod';
import { type Form, nameProblems } from './form.ts';

/** What an entry on a board can be; `task` is posted by the run, not by members. */
export const ENTRY_TYPES = ['finding', 'critique', 'solution', 'endorsement', 'nothing'] as const;

const schema = z.object({ type: z.enum(ENTRY_TYPES), content: z.string().default(''), endorses: z.string().optional() });
export type Entry = z.infer<typeof schema>;

/** One entry on a board; an endorsement names one of `solvers`, whose solutions the member has seen. */
export function entryForm(solvers: readonly string[]): Form<Entry> {
  return {
    shape: 'entry',
    schema,
    problems: ({ type, content, endorses }) => {
      if (type === 'endorsement') {
        if (solvers.length === 0) return ['there is no solution of someone else to endorse'];
        return endorses === undefined ? ['endorses: the name of whose solution is endorsed is missing'] : nameProblems('endorses', [endorses], solvers, 1);
      }
      return type !== 'nothing' && content.trim() === '' ? [`content: a ${type} must not be blank`] : [];
    },
  };
}
