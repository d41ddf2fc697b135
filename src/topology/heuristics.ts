import { type Problem, problemsError, quoteFound } from '#lib';
import { TOPOLOGY_KINDS, type TopologyKind } from './kinds.ts';

/** One row of a role distribution: a fixed number of nodes, or a share (0..1) of what the fixed rows leave. */
export type RoleShare = { readonly role: string; readonly count: number } | { readonly role: string; readonly share: number };

/** The four things an organisation can be built for, in the order they are shown. */
export const OBJECTIVES = ['quality', 'cost', 'latency', 'robustness'] as const;
export type Objective = (typeof OBJECTIVES)[number];
/** Weight of each objective, 0..1, sum 1; "cost" and "latency" weigh cheapness and speed. */
export type ObjectiveWeights = Readonly<Record<Objective, number>>;

/** What we assume of a kind before anything is measured. */
export interface Heuristics {
  readonly roles: readonly RoleShare[];
  readonly weights: ObjectiveWeights;
  /** Why these weights: published finding or property of the protocol. */
  readonly source: string;
}

const weigh = (quality: number, cost: number, latency: number, robustness: number): ObjectiveWeights => ({ quality, cost, latency, robustness });

/** Role distribution and optimisation weights of each kind; priors, never measurements. */
export const HEURISTICS: Readonly<Record<TopologyKind, Heuristics>> = {
  hierarchical: {
    roles: [
      { role: 'manager', share: 0.2 },
      { role: 'worker', share: 0.8 },
    ],
    weights: weigh(0.35, 0.2, 0.2, 0.25),
    source:
      'share: one manager per five reports (BRANCHING); weights: central control contains errors best, 4.4x against 17.2x amplification (arXiv:2512.08296)',
  },
  flat: {
    roles: [{ role: 'worker', share: 1 }],
    weights: weigh(0.15, 0.35, 0.4, 0.1),
    source: 'protocol: one parallel step, no coordination turns; nobody checks, so errors amplify most (17.2x, arXiv:2512.08296)',
  },
  pipeline: {
    roles: [
      { role: 'planner', count: 1 },
      { role: 'builder', share: 1 },
      { role: 'reviewer', count: 1 },
    ],
    weights: weigh(0.35, 0.35, 0.1, 0.2),
    source: 'protocol: one turn per stage and no re-sending of context, but stages wait for each other (ChatDev chain, arXiv:2307.07924)',
  },
  swarm: {
    roles: [
      { role: 'solver', share: 1 },
      { role: 'aggregator', count: 1 },
    ],
    weights: weigh(0.4, 0.1, 0.3, 0.2),
    source: 'independent samples and a vote raise accuracy and run in parallel, at k times the cost (self-consistency, arXiv:2203.11171)',
  },
  mesh: {
    roles: [{ role: 'peer', share: 1 }],
    weights: weigh(0.5, 0.05, 0.1, 0.35),
    source: 'best protocol of the research scenario of MultiAgentBench (arXiv:2503.01935); every neighbour is read in each round, so it is the dearest',
  },
  hub_spoke: {
    roles: [
      { role: 'hub', count: 1 },
      { role: 'spoke', share: 1 },
    ],
    weights: weigh(0.35, 0.25, 0.25, 0.15),
    source: 'protocol: two parallel steps and one aggregation; the hub is a single point of failure (centralised arm of arXiv:2512.08296)',
  },
  ring: {
    roles: [{ role: 'refiner', share: 1 }],
    weights: weigh(0.45, 0.2, 0.05, 0.3),
    source: 'protocol: each lap refines one answer, strictly one after the other (iterative refinement, arXiv:2303.17651)',
  },
  star_moe: {
    roles: [
      { role: 'router', count: 1 },
      { role: 'expert', share: 1 },
    ],
    weights: weigh(0.35, 0.4, 0.15, 0.1),
    source: 'protocol: only the top k experts run; routing costs 6-45 % of running all (MaAS, arXiv:2502.04180)',
  },
  market: {
    roles: [
      { role: 'bidder', share: 1 },
      { role: 'auctioneer', count: 1 },
    ],
    weights: weigh(0.25, 0.4, 0.1, 0.25),
    source: 'protocol: bids are short and one winner works; the next bidder replaces a failed one (contract net, Smith 1980)',
  },
  blackboard: {
    roles: [
      { role: 'contributor', share: 0.7 },
      { role: 'critic', share: 0.3 },
      { role: 'board', count: 1 },
    ],
    weights: weigh(0.45, 0.2, 0.1, 0.25),
    source: 'protocol: opportunistic acts on shared state, one at a time (Hayes-Roth 1985); share of critics: at least one in four members',
  },
  debate: {
    roles: [
      { role: 'proposer', share: 0.5 },
      { role: 'critic', share: 0.5 },
      { role: 'judge', count: 1 },
    ],
    weights: weigh(0.5, 0.1, 0.1, 0.3),
    source: 'debate corrects single answers at about three times the cost of a vote (arXiv:2305.14325, DyLAN MATH recordings)',
  },
  holacratic: {
    roles: [
      { role: 'lead', share: 0.2 },
      { role: 'rep', share: 0.2 },
      { role: 'member', share: 0.6 },
    ],
    weights: weigh(0.3, 0.2, 0.2, 0.3),
    source: 'share: one lead and one rep per circle of about six (CIRCLE_SIZE); circles go on when one of them fails (Robertson 2015)',
  },
};

/** One place of a recommendation; `score` is 0..1, 1 when the kind's weights equal the asked ones. */
export interface Recommendation {
  readonly kind: TopologyKind;
  readonly score: number;
  readonly reason: string;
}

/** Kinds ranked by how near their prior weights are to the asked ones (1 − half the L1 distance; ties in listing order). A prior, not a measurement. */
export function recommend(asked: Partial<ObjectiveWeights>): readonly Recommendation[] {
  const wanted = normalise(asked);
  const ranked = TOPOLOGY_KINDS.map((kind) => {
    const { weights, source } = HEURISTICS[kind];
    const distance = OBJECTIVES.reduce((sum, objective) => sum + Math.abs(weights[objective] - wanted[objective]), 0);
    const score = Math.round((1 - distance / 2) * 1e6) / 1e6; // rounded so that ties do not hang on the last bit
    return { kind, score, reason: reasonOf(weights, wanted, source) };
  });
  return ranked.sort((a, b) => b.score - a.score);
}

function normalise(asked: Partial<ObjectiveWeights>): ObjectiveWeights {
  const problems: Problem[] = OBJECTIVES.filter((objective) => !isWeight(asked[objective] ?? 0)).map((objective) => ({
    path: objective,
    message: 'not a weight',
    found: quoteFound(asked[objective]),
    allowed: 'a number from 0',
  }));
  const sum = OBJECTIVES.reduce((total, objective) => total + (asked[objective] ?? 0), 0);
  if (problems.length === 0 && !(sum > 0))
    problems.push({ path: 'weights', message: 'no weight is above 0', found: '0', allowed: `one of ${OBJECTIVES.join(', ')} above 0` });
  if (problems.length > 0) throw problemsError('usage.invalid', 'the weights are not valid', problems);
  const share = (objective: Objective) => (asked[objective] ?? 0) / sum;
  return { quality: share('quality'), cost: share('cost'), latency: share('latency'), robustness: share('robustness') };
}

function isWeight(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function reasonOf(weights: ObjectiveWeights, wanted: ObjectiveWeights, source: string): string {
  const gaps = OBJECTIVES.map((objective) => ({ objective, gap: weights[objective] - wanted[objective] }));
  const widest = gaps.reduce((a, b) => (Math.abs(b.gap) > Math.abs(a.gap) + 1e-9 ? b : a));
  const fit =
    Math.abs(widest.gap) < 0.005
      ? 'weighs all four objectives as asked'
      : `weighs ${widest.objective} ${widest.gap > 0 ? 'more' : 'less'} than asked (${percent(weights[widest.objective])} against ${percent(wanted[widest.objective])})`;
  return `prior, not a measurement: ${fit}; ${source}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
