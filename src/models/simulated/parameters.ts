import type { OutputShape, TokenPrice } from '../ports.ts';

/** Means of output tokens by shape, and what a call costs besides. Tokens. */
export interface TokenParameters {
  /** Instructions and rules of every prompt. */
  readonly base: number;
  /** Added per message shown: the reasoning that a real message would carry around its answer. */
  readonly perMessage: number;
  readonly output: Readonly<Record<OutputShape, number>>;
  /** Standard deviation of the logarithm of the output. */
  readonly spread: number;
}

/** How one agent behaves. All probabilities are in [0, 1]. */
export interface AgentParameters {
  /** Probability that an unaided answer is right, by task class. */
  readonly skill: ReadonlyMap<string, number>;
  /** The same for tasks of other classes or none. */
  readonly defaultSkill: number;
  /** Seeing a right answer among those shown and its own: probability of recognising it. */
  readonly critique: number;
  /** Not having recognised one: probability of going with the plurality instead of staying with its own. */
  readonly conformity: number;
  /** As a judge, seeing a right statement among wrong ones: probability of choosing it. Also of seeing through one result, and how well an agent estimates skill, its own or others'. */
  readonly judging: number;
  /** Combining inputs of which one is right: probability of recognising it. */
  readonly combination: number;
  /** Nothing it sees is right: probability of trying anew, which succeeds with its unaided skill. */
  readonly refinement: number;
  /** Probability that a call fails and gives nothing. */
  readonly failureRate: number;
  readonly tokens: TokenParameters;
  /** Null = unknown price. */
  readonly price: TokenPrice | null;
  /** Virtual: nothing sleeps. Milliseconds. */
  readonly latency: { readonly baseMs: number; readonly perOutputTokenMs: number };
}

/** A simulated world: its agents, how their errors hang together, and its wrong answers. */
export interface SimulationParameters {
  /** Names the world: difficulties and wrong answers of the tasks. The seed of a run only redraws samples in it. */
  readonly worldSeed: number;
  /** Any agent that `agents` does not name. */
  readonly anyAgent: AgentParameters;
  readonly agents: ReadonlyMap<string, AgentParameters>;
  /** Of the latent normals behind errors on one task: `between` two agents, `within` two samples of one agent; between ≤ within. */
  readonly correlation: { readonly between: number; readonly within: number };
  /** Wrong answers are drawn from `count` per task, shared by all agents, with weights 1 / rank^skew. */
  readonly distractors: { readonly count: number; readonly skew: number };
}

/** Short forms (a bid, a route, a verdict) take a fraction of an answer. Tokens. */
const DEFAULT_OUTPUT: TokenParameters['output'] = {
  answer: 180,
  statement: 200,
  judgement: 120,
  combination: 200,
  brief: 120,
  revision: 190,
  aggregation: 210,
  plan: 140,
  route: 60,
  bid: 50,
  review: 50,
  entry: 150,
  claim: 50,
};

/**
 * The default population: equal agents of middling skill. The values are assumptions in the range of published experiments (single
 * small models near .55–.65 on grade-school mathematics, errors of one model family positively correlated), not measurements.
 */
export const DEFAULT_PARAMETERS: SimulationParameters = {
  worldSeed: 0,
  anyAgent: {
    skill: new Map(),
    defaultSkill: 0.6,
    critique: 0.2,
    conformity: 0.5,
    judging: 0.5,
    combination: 0.35,
    refinement: 0.1,
    failureRate: 0,
    tokens: { base: 80, perMessage: 120, output: DEFAULT_OUTPUT, spread: 0.35 },
    price: { inputUsd: 0.5e-6, outputUsd: 1.5e-6 },
    latency: { baseMs: 400, perOutputTokenMs: 12 },
  },
  agents: new Map(),
  correlation: { between: 0.5, within: 0.7 },
  distractors: { count: 4, skew: 1 },
};
