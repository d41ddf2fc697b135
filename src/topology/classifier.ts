import { calibrate, MIXED_TYPED, MIXED_UNTYPED, ROLE_HINT_BONUS, ROLE_HINT_FLOOR, SHARPNESS_TYPED, SHARPNESS_UNTYPED } from './classifier/calibration.ts';
import { pipelineFit, ringFit } from './classifier/chain-fits.ts';
import type { Fit, FitContext } from './classifier/fit.ts';
import { circlesFit, flatFit, meshFit } from './classifier/peer-fits.ts';
import { debateFit, starFits } from './classifier/star-fits.ts';
import { treeFit } from './classifier/tree-fit.ts';
import type { TopologyGraph } from './graph.ts';
import type { TopologyKind } from './kinds.ts';
import { measureView, type TopologyMetrics } from './metrics/compute.ts';
import { degreeOf, type GraphView, viewGraph } from './metrics/graph-view.ts';
import { ROLE_HINTS, type RoleHint, untypedShare } from './metrics/profile.ts';
import { shapeMetrics } from './metrics/shape.ts';

/** A kind, or one of the two answers that name none: several kinds in one graph, or nothing to go by. */
export type InferredKind = TopologyKind | 'mixed' | 'undetermined';

/** One reason for or against a kind: what was seen, its value, the kind it favours and how far (points of fit, 0…100). */
export interface ClassifierEvidence {
  readonly feature: string;
  readonly value: number;
  readonly favours: InferredKind;
  readonly weight: number;
  readonly why: string;
}

/** The kind that structure and edge kinds suggest; `confidence` in [0, 1] is the measured share of right answers at such a fit. */
export interface InferredTopology {
  readonly kind: InferredKind;
  readonly confidence: number;
  readonly runnerUp: InferredKind | null;
}

/** What a graph declares beside what it looks like; the two may differ, which is a finding and no error. */
export interface TopologyClassification {
  readonly declared: TopologyKind | null;
  readonly inferred: InferredTopology;
  readonly metrics: TopologyMetrics;
  /** Strongest first. */
  readonly evidence: readonly ClassifierEvidence[];
}

/** Confidence of "flat" for a graph that declares it and has no edges: nothing but the word speaks for it. */
const DECLARED_FLAT_CONFIDENCE = 0.5;
/** Nodes at which every kind looks like every other. */
const DEGENERATE_SIZE = 2;
/** Reasons reported at most. */
const EVIDENCE_LIMIT = 6;

/** The kind each role name hints at. */
const HINTED_KIND: Readonly<Record<RoleHint, TopologyKind>> = {
  judge: 'debate',
  auctioneer: 'market',
  router: 'star_moe',
  board: 'blackboard',
  aggregator: 'swarm',
  hub: 'hub_spoke',
};

function contextOf(view: GraphView): FitContext {
  let highestDegree = 0;
  for (let i = 0; i < view.n; i++) highestDegree = Math.max(highestDegree, degreeOf(view, i));
  const { components, isolated } = shapeMetrics(view);
  const meanDegree = (2 * view.pairs) / view.n;
  return { view, components, isolated, pairDensity: meanDegree / (view.n - 1), meanDegree, highestDegree, untyped: untypedShare(view) };
}

/** Fits of all twelve kinds to a graph of at least three nodes and one edge. */
function fitAll(context: FitContext): Fit[] {
  const debate = debateFit(context);
  return [
    ...starFits(context),
    debate.fit,
    treeFit(context),
    pipelineFit(context),
    ringFit(context),
    meshFit(context, debate.judged),
    flatFit(context),
    circlesFit(context),
  ];
}

function withRoleHints(fits: readonly Fit[], hints: Readonly<Record<RoleHint, number>>): { fits: Fit[]; evidence: ClassifierEvidence[] } {
  const evidence: ClassifierEvidence[] = [];
  const hinted = fits.map((fit) => {
    const hint = ROLE_HINTS.find((name) => HINTED_KIND[name] === fit.kind && hints[name] > 0);
    if (hint === undefined || fit.score < ROLE_HINT_FLOOR) return fit;
    evidence.push({ feature: `role ${hint}`, value: hints[hint], favours: fit.kind, weight: ROLE_HINT_BONUS, why: 'a role name; weak evidence' });
    return { ...fit, score: fit.score + ROLE_HINT_BONUS };
  });
  return { fits: hinted, evidence };
}

function inferFrom(candidates: readonly { kind: InferredKind; score: number }[], untyped: number): InferredTopology {
  const ranked = [...candidates].sort((a, b) => b.score - a.score || (a.kind < b.kind ? -1 : 1));
  const best = ranked[0];
  if (best === undefined || best.score <= 0) return { kind: 'undetermined', confidence: 0, runnerUp: null };
  const sharpness = SHARPNESS_TYPED + (SHARPNESS_UNTYPED - SHARPNESS_TYPED) * untyped;
  let total = 0;
  for (const { score } of ranked) total += (score / best.score) ** sharpness;
  return { kind: best.kind, confidence: calibrate(1 / total), runnerUp: ranked[1]?.kind ?? null };
}

function withoutEdges(graph: TopologyGraph, metrics: TopologyMetrics): TopologyClassification {
  const flat = graph.kind === 'flat' && metrics.nodes > DEGENERATE_SIZE;
  const inferred: InferredTopology = flat
    ? { kind: 'flat', confidence: DECLARED_FLAT_CONFIDENCE, runnerUp: 'undetermined' }
    : { kind: 'undetermined', confidence: 0, runnerUp: null };
  const why = metrics.nodes <= DEGENERATE_SIZE ? 'two nodes or fewer look alike in every kind' : 'no edges: only what is declared can tell';
  const evidence = [
    {
      feature: metrics.nodes <= DEGENERATE_SIZE ? 'nodes' : 'edges',
      value: metrics.nodes <= DEGENERATE_SIZE ? metrics.nodes : 0,
      favours: inferred.kind,
      weight: 0,
      why,
    },
  ];
  return { declared: graph.kind, inferred, metrics, evidence };
}

/**
 * Infers the kind of a topology from its structure and edge kinds; the declared kind never decides, except that flat without
 * edges can be known from nothing else. Never throws; two nodes or fewer are "undetermined".
 */
export function classifyTopology(graph: TopologyGraph): TopologyClassification {
  const view = viewGraph(graph);
  const metrics = measureView(view);
  if (view.n <= DEGENERATE_SIZE || view.pairs === 0) return withoutEdges(graph, metrics);
  const context = contextOf(view);
  const { fits, evidence } = withRoleHints(fitAll(context), metrics.roleHints);
  const alone = MIXED_TYPED + (MIXED_UNTYPED - MIXED_TYPED) * context.untyped;
  const candidates = [...fits, { kind: 'mixed' as const, score: alone }];
  const reasons: ClassifierEvidence[] = fits.map((fit) => ({ feature: fit.feature, value: fit.value, favours: fit.kind, weight: fit.score, why: fit.why }));
  reasons.push({
    feature: 'best single kind',
    value: Math.max(...fits.map((fit) => fit.score)),
    favours: 'mixed',
    weight: alone,
    why: 'a kind that explains less than this leaves room for several',
  });
  if (context.untyped > 0)
    evidence.push({ feature: 'untyped pairs', value: context.untyped, favours: 'undetermined', weight: 0, why: 'edges without a kind lower every fit' });
  const strongest = reasons.sort((a, b) => b.weight - a.weight || (a.feature < b.feature ? -1 : 1)).slice(0, EVIDENCE_LIMIT - evidence.length);
  return { declared: graph.kind, inferred: inferFrom(candidates, context.untyped), metrics, evidence: [...strongest, ...evidence] };
}
