import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { centreOf } from '#topology';
import { asking } from '../messages.ts';
import type { Pattern, PatternOutcome, RunContext } from '../pattern.ts';
import { ask } from '../structured/ask.ts';
import { type Bid, bidForm } from '../structured/bid.ts';
import { reviewForm } from '../structured/review.ts';
import type { TurnResult } from '../turn.ts';
import { brokenBy, lastOutcome, noResult } from './outcome.ts';

interface Offer {
  readonly turn: TurnResult;
  readonly value: Bid;
}

/**
 * Market: the auctioneer announces the task, all bidders bid at once, the bid with the best fit per cost wins (ties by node id) and its bidder
 * works; the auctioneer, who sees bid and result, accepts it or the next bid wins, up to `max_awards` of them. A bid with fit 0 declines, and
 * so does a bidder without a usable bid. A winner that fails counts as rejected. The run fails when everybody declines, when no result is
 * accepted, and when the auctioneer fails: an answer that was turned down is not given.
 */
export const market: Pattern = {
  name: 'market',
  version: 1,
  run: async (context) => {
    const { topology } = context;
    const auctioneer = centreOf(topology.graph);
    if (auctioneer === undefined) return { kind: 'failed', message: 'there is no auctioneer' };
    const bidders = topology.nodes.filter((node) => node !== auctioneer && topology.channel(node, auctioneer) !== null);
    const opening = { node: auctioneer, round: 0, purpose: 'announce', shape: 'brief', instruction: INSTRUCTIONS.announce, inputs: [] } as const;
    const announced = await context.turn(opening);
    if (announced.status !== 'done' || isAbsent(announced.text)) return lastOutcome(announced);
    const replies = await Promise.all(
      bidders.map((node) => ask(context, { node, round: 0, purpose: 'bid', instruction: INSTRUCTIONS.bid, inputs: [asking(announced)] }, bidForm)),
    );
    const offers = replies.flatMap((reply): Offer[] => (reply.kind === 'value' && reply.value.fit > 0 ? [reply] : []));
    if (offers.length === 0) return { kind: 'failed', message: declined(replies.map((reply) => [reply.turn, reply.kind === 'none' ? reply.message : null])) };
    return award(context, auctioneer, announced, [...offers].sort(byWorth));
  },
};

async function award(context: RunContext, auctioneer: string, announced: TurnResult, offers: readonly Offer[]): Promise<PatternOutcome> {
  const chosen = offers.slice(0, Number(context.topology.parameters.max_awards ?? 3));
  const failed: TurnResult[] = [];
  for (const [round, { turn: bid }] of chosen.entries()) {
    const winner = { node: bid.node, round, purpose: 'work', shape: 'answer', instruction: INSTRUCTIONS.award, inputs: [asking(announced)], own: bid } as const;
    const work = await context.turn(winner);
    if (work.status !== 'done' || isAbsent(work.text)) {
      failed.push(work);
      continue;
    }
    const verdict = await ask(
      context,
      { node: auctioneer, round, purpose: 'review', instruction: INSTRUCTIONS.review, inputs: [bid, work], own: announced },
      reviewForm,
    );
    if (verdict.kind === 'none') return brokenBy('the auctioneer gave no verdict', verdict.turn, verdict.message);
    if (verdict.value.accept) return { kind: 'answer', text: work.text };
  }
  if (failed.length === chosen.length) return noResult(failed);
  return { kind: 'failed', message: `the auctioneer accepted none of the results of ${chosen.map(({ turn }) => turn.agent).join(', ')}` };
}

/** Best fit per cost first; ties by node id. */
function byWorth(a: Offer, b: Offer): number {
  return b.value.fit / b.value.cost - a.value.fit / a.value.cost || (a.turn.node < b.turn.node ? -1 : 1);
}

const DECLINES_SHOWN = 10;

function declined(bidders: readonly (readonly [TurnResult, string | null])[]): string {
  const shown = bidders.slice(0, DECLINES_SHOWN).map(([turn, problem]) => (problem === null ? turn.agent : `${turn.agent} (${problem})`));
  const more = bidders.length > DECLINES_SHOWN ? ` and ${bidders.length - DECLINES_SHOWN} more` : '';
  return `everybody declined: ${shown.join(', ')}${more}`;
}
