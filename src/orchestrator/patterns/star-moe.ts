import { INSTRUCTIONS } from '#prompt';
import { isAbsent, vote } from '#scoring';
import { centreOf } from '#topology';
import { asking } from '../messages.ts';
import type { Pattern, RunContext } from '../pattern.ts';
import { type Addressees, addressees } from '../structured/addressees.ts';
import { ask } from '../structured/ask.ts';
import { type Route, routeForm } from '../structured/route.ts';
import type { TurnResult } from '../turn.ts';
import { brokenBy, lastOutcome, noResult } from './outcome.ts';

/** One expert's work on one subtask, and the weight that the router gave it. */
interface Weighted {
  readonly turn: TurnResult;
  readonly weight: number;
}

/**
 * Router with experts: the router names for each subtask the experts it trusts, with weights; the `top_k` of them work, nobody else runs.
 * One subtask whose answers have an equivalence is decided by weighted vote, ties to the first in node order; otherwise the router combines.
 * Experts that fail do not vote; no result at all, or a failed router, fails the run.
 */
export const starMoe: Pattern = {
  name: 'star_moe',
  version: 1,
  run: async (context) => {
    const { topology, scorer } = context;
    const router = centreOf(topology.graph);
    if (router === undefined) return { kind: 'failed', message: 'there is no router' };
    const experts = topology.nodes.filter((node) => node !== router && topology.channel(router, node) !== null);
    const people = addressees(topology, experts);
    const route = await ask(
      context,
      { node: router, round: 0, purpose: 'route', instruction: INSTRUCTIONS.route, inputs: [], choices: people.choices, limit: experts.length },
      routeForm(people.names),
    );
    if (route.kind === 'none') return brokenBy('the router gave no route', route.turn, route.message);
    const work = await Promise.all(assignments(context, people, route.turn, route.value));
    const results = work.filter(({ turn }) => turn.status === 'done' && !isAbsent(turn.text));
    if (results.length === 0) return noResult(work.map(({ turn }) => turn));
    if (route.value.subtasks.length === 1 && scorer.hasEquivalence) {
      const texts = results.map(({ turn }) => turn.text);
      const weights = results.map(({ weight }) => weight);
      return { kind: 'answer', text: vote(texts, scorer, weights).winner };
    }
    const heard = results.map(({ turn }) => turn).filter((turn) => topology.channel(turn.node, router) !== null);
    const last = { node: router, round: 1, purpose: 'combine', shape: 'combination', instruction: INSTRUCTIONS.combineExperts, inputs: heard } as const;
    return lastOutcome(await context.turn(last));
  },
};

function assignments(context: RunContext, people: Addressees, routed: TurnResult, { subtasks }: Route): Promise<Weighted>[] {
  const most = Number(context.topology.parameters.top_k ?? 2);
  const place = new Map(people.names.map((name, index) => [name, index]));
  const placeOf = (name: string): number => place.get(name) ?? 0;
  return subtasks.flatMap(({ task, experts }, ordinal) =>
    [...experts]
      .sort((a, b) => b.weight - a.weight || placeOf(a.name) - placeOf(b.name))
      .slice(0, most)
      .sort((a, b) => placeOf(a.name) - placeOf(b.name))
      .map(async ({ name, weight }) => {
        const request = { node: people.node(name) ?? '', round: 0, ordinal, purpose: 'work', shape: 'answer' } as const;
        return { weight, turn: await context.turn({ ...request, instruction: INSTRUCTIONS.work, inputs: [asking(routed, task)] }) };
      }),
  );
}
