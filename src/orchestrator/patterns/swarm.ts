import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { centreOf, type TopologyGraph } from '#topology';
import type { Pattern } from '../pattern.ts';
import { lastOutcome, tookPart, voteOutcome } from './outcome.ts';

/** The nodes that attempt the task: all but the aggregator and a dispatcher that only routes. */
export function attemptNodes(graph: TopologyGraph): readonly string[] {
  const aggregator = centreOf(graph);
  const dispatchers = new Set(graph.edges.filter((edge) => edge.kind === 'routes_to').map((edge) => edge.from));
  return graph.nodes.map((node) => node.id).filter((id) => id !== aggregator && !dispatchers.has(id));
}

/**
 * Swarm: isolated attempts in parallel, then one answer: by vote where the scorer knows when answers are the same, else by the aggregator,
 * which sees every attempt that gave an answer. Failed attempts do not vote; no answer at all fails the run.
 */
export const swarm: Pattern = {
  name: 'swarm',
  version: 1,
  run: async (context) => {
    const { topology, scorer } = context;
    const nodes = attemptNodes(topology.graph);
    const attempts = await Promise.all(
      nodes.map((node) => context.turn({ node, round: 0, purpose: 'answer', shape: 'answer', instruction: INSTRUCTIONS.answer, inputs: [] })),
    );
    const aggregator = centreOf(topology.graph);
    const combine = topology.parameters.combine ?? 'auto';
    const votes = combine === 'vote' || (combine === 'auto' && (scorer.hasEquivalence || aggregator === null || aggregator === undefined));
    if (votes || aggregator === null || aggregator === undefined) return voteOutcome(attempts, scorer);
    const inputs = attempts.filter((turn) => tookPart(turn) && !isAbsent(turn.text));
    if (inputs.length === 0) return voteOutcome(attempts, scorer);
    return lastOutcome(await context.turn({ node: aggregator, round: 1, purpose: 'combine', shape: 'combination', instruction: INSTRUCTIONS.combine, inputs }));
  },
};
