import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { centreOf } from '#topology';
import type { Pattern, RunContext } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { lastOutcome } from './outcome.ts';

/**
 * Debate: the sides speak one after the other for `rounds` rounds, each seeing the last statements that its peers have made; then the judge
 * sees every statement and gives verdict and answer. A side that fails is silent in that round; when nobody spoke, or the judge fails, the
 * run fails.
 */
export const debate: Pattern = {
  name: 'debate',
  version: 1,
  run: async (context) => {
    const { topology } = context;
    const judge = centreOf(topology.graph);
    if (judge === undefined || judge === null) return { kind: 'failed', message: 'the debate has no judge' };
    const sides = topology.nodes.filter((node) => node !== judge);
    const last = new Map<string, TurnResult>();
    const statements: TurnResult[] = [];
    for (let round = 0; round < Number(topology.parameters.rounds ?? 2); round++) {
      for (const side of sides) {
        const turn = await speak(context, side, round, last);
        if (turn.status !== 'done' || isAbsent(turn.text)) continue;
        last.set(side, turn);
        statements.push(turn);
      }
    }
    if (statements.length === 0) return { kind: 'failed', message: 'no side made a statement' };
    const heard = statements.filter((turn) => topology.channel(turn.node, judge) !== null);
    return lastOutcome(await context.turn({ node: judge, round: 0, purpose: 'judge', shape: 'judgement', instruction: INSTRUCTIONS.judge, inputs: heard }));
  },
};

function speak(context: RunContext, side: string, round: number, last: ReadonlyMap<string, TurnResult>): Promise<TurnResult> {
  const { topology } = context;
  const inputs: TurnResult[] = [];
  for (const peer of topology.sources(side)) {
    const statement = last.get(peer);
    if (statement !== undefined) inputs.push(statement);
  }
  const own = last.get(side);
  const instruction = topology.role(side) === 'critic' ? INSTRUCTIONS.stateAgainst : INSTRUCTIONS.stateFor;
  return context.turn({ node: side, round, purpose: 'statement', shape: 'statement', instruction, inputs, ...(own === undefined ? {} : { own }) });
}
