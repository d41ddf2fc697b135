import { PolityError } from '#lib';
import { INSTRUCTIONS } from '#prompt';
import type { Pattern, RunContext } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { lastOutcome, tookPart, voteOutcome } from './outcome.ts';

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

/** Samples of `matched` at most, for agents that say they use next to nothing. */
const MOST_MATCHED = 1000;

/**
 * Control: samples of one agent, one after the other, until the next one would go beyond `parameters.tokens`, and a vote over them. The next is
 * expected to use what those before it used on average; the first is always taken. Where the tokens to match or those of a sample are unknown
 * nothing can be matched: `model.not_recorded`, and the run is unscored.
 */
export const matched: Pattern = {
  name: 'matched',
  version: 1,
  run: async (context) => {
    const { tokens } = context.topology.parameters;
    if (typeof tokens !== 'number') throw unmatchable('the tokens of the arm that it matches are unknown');
    const turns: TurnResult[] = [];
    let spent = 0;
    do {
      const turn = await sample(context, turns.length);
      turns.push(turn);
      if (!tookPart(turn)) break;
      if (turn.usage.inputTokens === null || turn.usage.outputTokens === null) throw unmatchable(`the tokens of ${turn.key} are unknown`);
      spent += turn.usage.inputTokens + turn.usage.outputTokens;
    } while (turns.length < MOST_MATCHED && spent + spent / turns.length <= tokens);
    return voteOutcome(turns, context.scorer);
  },
};

function unmatchable(why: string): PolityError {
  return new PolityError('model.not_recorded', `no budget can be matched: ${why}`);
}
