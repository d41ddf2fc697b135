import { INSTRUCTIONS } from '#prompt';
import { agree, sameAnswers } from '#scoring';
import type { Pattern, RunContext } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { tookPart, voteOutcome } from './outcome.ts';

/**
 * Mesh: every member answers, then each sees its neighbours' last answers and its own and revises, up to `max_rounds` rounds in all.
 * `stop: agreement` ends after a round in which all members that take part have equivalent answers, or in which no answer changed.
 * A member whose revision fails keeps its last answer. The members of the last round vote, ties to the first in node order.
 */
export const mesh: Pattern = {
  name: 'mesh',
  version: 1,
  run: async (context) => {
    const { topology, scorer } = context;
    const rounds = Number(topology.parameters.max_rounds ?? 3);
    let previous = await askAll(context, 0, new Map());
    let before = new Map<string, TurnResult>();
    for (let round = 1; round <= rounds; round++) {
      if (topology.parameters.stop !== 'rounds' && settled(context, before, previous)) break;
      if (round === rounds) break;
      const next = await askAll(context, round, previous);
      // A recorded experiment that ended here has no such round for anyone.
      if (next.size === 0) break;
      before = previous;
      previous = next;
    }
    return voteOutcome([...previous.values()], scorer);
  },
};

/** One round; the result holds the members that took part, in node order. Round 0 knows no last answers. */
async function askAll(context: RunContext, round: number, last: ReadonlyMap<string, TurnResult>): Promise<Map<string, TurnResult>> {
  const { topology } = context;
  const members = round === 0 ? topology.nodes : topology.nodes.filter((node) => last.has(node));
  const turns = await Promise.all(
    members.map((node) => {
      const own = last.get(node);
      const inputs: TurnResult[] = [];
      if (round > 0) {
        for (const source of topology.sources(node)) {
          const answer = last.get(source);
          if (answer !== undefined) inputs.push(answer);
        }
      }
      const instruction = round === 0 ? INSTRUCTIONS.answer : INSTRUCTIONS.revise;
      return context.turn({ node, round, purpose: 'answer', shape: 'answer', instruction, inputs, ...(own === undefined ? {} : { own }) });
    }),
  );
  const taken = new Map<string, TurnResult>();
  for (const turn of turns) {
    if (!tookPart(turn)) continue;
    const own = last.get(turn.node);
    taken.set(turn.node, turn.status === 'failed' && own !== undefined ? own : turn);
  }
  return taken;
}

function settled(context: RunContext, before: ReadonlyMap<string, TurnResult>, now: ReadonlyMap<string, TurnResult>): boolean {
  const answers = [...now.values()].map((turn) => turn.text);
  if (agree(answers, context.scorer)) return true;
  if (before.size === 0) return false;
  const aligned = (round: ReadonlyMap<string, TurnResult>) => context.topology.nodes.map((node) => round.get(node)?.text ?? null);
  return sameAnswers(aligned(before), aligned(now), context.scorer);
}
