import { INSTRUCTIONS, splitParts } from '#prompt';
import { isAbsent } from '#scoring';
import type { Pattern } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { noResult } from './outcome.ts';

/**
 * Flat: no exchange. The parts of the task go round the members in node order, are done at once, and the run puts the results one after the
 * other. A task of one part goes to the first member alone. A part without a result fails the run: an answer with a hole would look whole.
 */
export const flat: Pattern = {
  name: 'flat',
  version: 1,
  run: async (context) => {
    const { nodes } = context.topology;
    const parts = splitParts(context.task.input);
    const turns = await Promise.all(
      parts.map((part, index) => {
        const place = { node: nodes[index % nodes.length] ?? '', round: 0, ordinal: Math.floor(index / nodes.length) };
        const piece = parts.length === 1 ? {} : { part };
        return context.turn({ ...place, purpose: 'work', shape: 'answer', instruction: INSTRUCTIONS.answer, inputs: [], ...piece });
      }),
    );
    const missing = turns.filter((turn: TurnResult) => turn.status !== 'done' || isAbsent(turn.text));
    if (missing.length > 0) return noResult(missing);
    return { kind: 'answer', text: turns.map((turn) => turn.text?.trim()).join('\n\n') };
  },
};
