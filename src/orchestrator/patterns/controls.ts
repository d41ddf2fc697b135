import { INSTRUCTIONS } from '#prompt';
import type { Pattern, RunContext } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { lastOutcome, voteOutcome } from './outcome.ts';

/** Number of samples when a self_consistency arm names none (DESIGN section 10: at least five where replies vary). */
export const DEFAULT_SAMPLES = 5;

function sample(context: RunContext, ordinal: number): Promise<TurnResult> {
  const [node = ''] = context.topology.nodes;
  return context.turn({ node, round: 0, purpose: 'answer', ordinal, shape: 'answer', instruction: INSTRUCTIONS.answer, inputs: [] });
}

/** Control: one agent answers once. */
export const single: Pattern = {
  name: 'single',
  version: 1,
  run: async (context) => lastOutcome(await sample(context, 0)),
};

/** Control: k samples of one agent and a vote over them; `parameters.samples` is k. */
export const selfConsistency: Pattern = {
  name: 'self_consistency',
  version: 1,
  run: async (context) => {
    const samples = Number(context.topology.parameters.samples ?? DEFAULT_SAMPLES);
    const turns = await Promise.all(Array.from({ length: samples }, (_, ordinal) => sample(context, ordinal)));
    return voteOutcome(turns, context.scorer);
  },
};
