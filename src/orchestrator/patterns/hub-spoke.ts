import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { centreOf } from '#topology';
import { asking } from '../messages.ts';
import type { Pattern, PatternOutcome, RunContext } from '../pattern.ts';
import { type Addressees, addressees } from '../structured/addressees.ts';
import { type Aggregation, aggregationForm } from '../structured/aggregation.ts';
import { ask } from '../structured/ask.ts';
import type { TurnResult } from '../turn.ts';
import { brokenBy, lastOutcome, noResult } from './outcome.ts';

/**
 * Hub and spokes: the hub briefs all spokes alike, they work at once, the hub aggregates what came back. An aggregation may put questions to
 * named spokes, `max_follow_ups` in the whole run; each answers anew, and the hub aggregates again. Once none is left to ask, the hub gives
 * its answer as plain text. A spoke that fails is silent, in a follow-up it keeps its result; no result at all, or a failed hub, fails the run.
 */
export const hubSpoke: Pattern = {
  name: 'hub_spoke',
  version: 1,
  run: async (context) => {
    const { topology } = context;
    const hub = centreOf(topology.graph);
    if (hub === undefined) return { kind: 'failed', message: 'there is no hub' };
    const spokes = topology.nodes.filter((node) => node !== hub && topology.channel(hub, node) !== null && topology.channel(node, hub) !== null);
    const brief = await context.turn({ node: hub, round: 0, purpose: 'brief', shape: 'brief', instruction: INSTRUCTIONS.brief, inputs: [] });
    if (brief.status !== 'done' || isAbsent(brief.text)) return lastOutcome(brief);
    const first = await Promise.all(
      spokes.map((node) => context.turn({ node, round: 0, purpose: 'work', shape: 'answer', instruction: INSTRUCTIONS.work, inputs: [asking(brief)] })),
    );
    const results = new Map(first.filter(gaveResult).map((turn) => [turn.node, turn]));
    return results.size === 0 ? noResult(first) : aggregate(context, hub, results);
  },
};

async function aggregate(context: RunContext, hub: string, results: Map<string, TurnResult>): Promise<PatternOutcome> {
  const people = addressees(context.topology, [...results.keys()]);
  let left = Number(context.topology.parameters.max_follow_ups ?? 2);
  let own: TurnResult | undefined;
  for (let round = 0; left > 0; round++) {
    const reply = await ask<Aggregation>(
      context,
      {
        ...{ node: hub, round, purpose: 'aggregate', instruction: INSTRUCTIONS.aggregate, inputs: [...results.values()] },
        ...{ choices: people.choices, limit: left, ...(own === undefined ? {} : { own }) },
      },
      aggregationForm(people.names, left),
    );
    if (reply.kind === 'none') return brokenBy('the hub gave no answer', reply.turn, reply.message);
    const { answer, follow_ups: questions } = reply.value;
    if (questions.length === 0) return { kind: 'answer', text: answer };
    left -= questions.length;
    own = reply.turn;
    for (const turn of await followUp(context, people, reply.turn, questions, results, round + 1)) if (gaveResult(turn)) results.set(turn.node, turn);
  }
  // A round that no aggregation can have: a hub asks at most `max_follow_ups` times.
  const round = Number(context.topology.parameters.max_follow_ups ?? 2) + 1;
  const last = { node: hub, round, purpose: 'combine', shape: 'combination', instruction: INSTRUCTIONS.combine, inputs: [...results.values()] } as const;
  return lastOutcome(await context.turn(own === undefined ? last : { ...last, own }));
}

function followUp(
  context: RunContext,
  people: Addressees,
  asked: TurnResult,
  questions: Aggregation['follow_ups'],
  results: ReadonlyMap<string, TurnResult>,
  round: number,
): Promise<readonly TurnResult[]> {
  return Promise.all(
    questions.flatMap(({ to, question }) => {
      const node = people.node(to);
      const own = node === undefined ? undefined : results.get(node);
      if (node === undefined || own === undefined) return [];
      const inputs = [asking(asked, question)];
      return [context.turn({ node, round, purpose: 'work', shape: 'answer', instruction: INSTRUCTIONS.followUp, inputs, own })];
    }),
  );
}

function gaveResult(turn: TurnResult): boolean {
  return turn.status === 'done' && !isAbsent(turn.text);
}
