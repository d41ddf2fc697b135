import type { TopologyKind } from '../kinds.ts';
import { degreeOf, type GraphView } from '../metrics/graph-view.ts';
import { CANONICAL, clamp, type Fit, type FitContext, share } from './fit.ts';
import { attemptPair, bidderPair, boardPair, dispatchPair, expertPair, hubSpokePair, judgePair, type PairWorth, peerPair } from './pair-worth.ts';

/** Sum of the worth of all pairs at each node, seen from that node as the centre. */
export function worthAround(view: GraphView, worth: PairWorth): Float64Array {
  const sums = new Float64Array(view.n);
  for (let u = 0; u < view.n; u++) {
    let sum = 0;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) sum += worth(view.outBits[slot] ?? 0, view.inBits[slot] ?? 0);
    sums[u] = sum;
  }
  return sums;
}

/** Best share over all nodes as the centre: its pairs against all pairs and the nodes it is not linked to. */
function starScore(view: GraphView, worth: PairWorth): number {
  const sums = worthAround(view, worth);
  let best = 0;
  for (let u = 0; u < view.n; u++) best = Math.max(best, share(sums[u] ?? 0, view.pairs, view.n - 1 - degreeOf(view, u)));
  return best;
}

/** The only node with the highest sum, or −1 where several share it: which of them is meant cannot be known. */
function onlyHighest(sums: Float64Array): number {
  let best = 0;
  for (let u = 1; u < sums.length; u++) if ((sums[u] ?? 0) > (sums[best] ?? 0)) best = u;
  for (let u = 0; u < sums.length; u++) if (u !== best && sums[u] === sums[best]) return -1;
  return best;
}

/** Share explained by one node that hands out and another that gathers, workers between: a swarm with a dispatcher, or experts with a combiner. */
function relayScore(view: GraphView): number {
  if (view.n < 4) return 0;
  const gatherer = onlyHighest(worthAround(view, attemptPair));
  const giver = onlyHighest(worthAround(view, dispatchPair));
  if (gatherer < 0 || giver < 0 || gatherer === giver) return 0;
  let worth = 0;
  let covered = 0;
  let between = 0;
  const take = (centre: number, value: PairWorth): void => {
    for (let slot = view.offset[centre] ?? 0; slot < (view.offset[centre + 1] ?? 0); slot++) {
      const other = view.neighbour[slot] ?? 0;
      if (other === gatherer || other === giver) between = 1;
      else {
        covered++;
        worth += value(view.outBits[slot] ?? 0, view.inBits[slot] ?? 0);
      }
    }
  };
  take(gatherer, attemptPair);
  take(giver, dispatchPair);
  return share(worth, view.pairs - between, 2 * (view.n - 2) - covered);
}

/** Swarm and experts look alike once a combiner gathers; the combiner is the experts' lesser habit. */
const COMBINER_DISCOUNT = 0.97;

function star(kind: TopologyKind, view: GraphView, worth: PairWorth, why: string): Fit {
  const score = starScore(view, worth);
  return { kind, score, feature: `${kind} star`, value: score / CANONICAL, why };
}

/** Fits of the kinds with one centre, debate apart. */
export function starFits({ view }: FitContext): Fit[] {
  const relay = relayScore(view);
  const swarm = star('swarm', view, attemptPair, 'pairs that pipe attempts into one aggregator, none between attempts');
  const experts = star('star_moe', view, expertPair, 'pairs that route to an expert and pipe its answer back');
  return [
    star('hub_spoke', view, hubSpokePair, 'pairs that route from one hub and report back to it'),
    { ...experts, score: Math.max(experts.score, relay * COMBINER_DISCOUNT) },
    star('market', view, bidderPair, 'pairs that bid to one auctioneer'),
    star('blackboard', view, boardPair, 'pairs that read and write one board'),
    { ...swarm, score: Math.max(swarm.score, relay) },
  ];
}

/** Worth of an untyped edge into a judge, against which untyped judges are measured. */
const UNTYPED_VERDICT = 55;
/** Part of a judge's standing that stays when others are fed nearly as well: a sink in a dense graph may be a judge or chance. */
const COMMON_JUDGE = 0.8;

interface Judge {
  /** How far the best judge is fed by all others, 0…1. */
  readonly fed: number;
  /** How far it stands out from the next, 0…1. */
  readonly standing: number;
}

function bestJudge(view: GraphView, toJudge: Float64Array, untyped: number): Judge {
  const full = (CANONICAL + (UNTYPED_VERDICT - CANONICAL) * untyped) * Math.max(1, view.n - 1);
  let best = 0;
  let second = 0;
  for (const sum of toJudge) {
    if (sum > best) {
      second = best;
      best = sum;
    } else if (sum > second) second = sum;
  }
  return { fed: Math.min(1, best / full), standing: clamp((2.5 * (best - second)) / full) };
}

/** How well a debate explains the graph, and how far it has a judge that stands out, 0…1. */
export function debateFit({ view, untyped }: FitContext): { fit: Fit; judged: number } {
  const toJudge = worthAround(view, judgePair);
  const peers = worthAround(view, peerPair);
  const { fed, standing } = bestJudge(view, toJudge, untyped);
  let allPeers = 0;
  for (let p = 0; p < view.pairs; p++) allPeers += peerPair(view.forward[p] ?? 0, view.backward[p] ?? 0);
  let score = 0;
  for (let u = 0; u < view.n; u++) {
    const degree = degreeOf(view, u);
    // Sides that do not face each other make a swarm, hence they must at least be connected.
    const missing = view.n - 1 - degree + Math.max(0, view.n - 2 - (view.pairs - degree));
    score = Math.max(score, share((toJudge[u] ?? 0) + allPeers - (peers[u] ?? 0), view.pairs, missing));
  }
  score *= 0.3 + 0.7 * fed * (COMMON_JUDGE + (1 - COMMON_JUDGE) * standing);
  const why = 'share of the others that pipe to one judge while facing each other';
  return { judged: fed * standing, fit: { kind: 'debate', score: view.n < 3 ? 0 : score, feature: 'judge', value: fed, why } };
}
