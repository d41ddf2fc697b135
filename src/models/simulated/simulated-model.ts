import { canonicalJson, createRng, hash32, type Rng } from '#lib';
import { sha256 } from '#lib/node';
import type { ModelPort, ModelReply, ModelRequest, OutputShape, TokenPrice, Usage } from '../ports.ts';
import { answerIn, answersIn, judge, plurality } from './choose.ts';
import { type AgentParameters, DEFAULT_PARAMETERS, type SimulationParameters } from './parameters.ts';
import { briefText, isTextShape, type StructuredMeans, structuredReply, type TextShape } from './structured-reply.ts';
import { type AgentProfile, mixInto, type TargetOracle, type TaskLatents, tokensOf, World } from './world.ts';

const SHAPE_CODE: Readonly<Record<OutputShape, number>> = {
  ...{ answer: 1, statement: 2, judgement: 3, combination: 4, brief: 5, revision: 6, aggregation: 7 },
  ...{ plan: 8, route: 9, bid: 10, review: 11, entry: 12, claim: 13 },
};

/**
 * A model without a model: replies are drawn from stated probabilities. It sees the request and nothing else, and a reply is a pure function
 * of it: identical requests get identical replies in every arm; another seed, sample, round or message shown draws anew.
 * @example createSimulatedModel(DEFAULT_PARAMETERS, { tasks: { targetFor: (task) => targets.get(task.id) ?? null } })
 */
export function createSimulatedModel(
  parameters: SimulationParameters = DEFAULT_PARAMETERS,
  options: { readonly tasks: TargetOracle; readonly id?: string } = { tasks: { targetFor: () => null } },
): ModelPort {
  const simulation = new Simulation(parameters, options.tasks);
  return {
    id: options.id ?? 'simulated',
    provenance: 'simulated',
    stochastic: true,
    fingerprint: fingerprint(parameters, options.tasks),
    price: highestPrice([parameters.anyAgent, ...parameters.agents.values()]),
    complete: (request) => simulation.complete(request),
  };
}

function fingerprint(parameters: SimulationParameters, tasks: TargetOracle): string {
  const plain = JSON.stringify({ parameters, targets: tasks.fingerprint }, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  return sha256(canonicalJson(JSON.parse(plain)));
}

/** A budget is reserved before it is known which agent calls, so the dearest counts. */
function highestPrice(agents: readonly AgentParameters[]): TokenPrice | null {
  let inputUsd = 0;
  let outputUsd = 0;
  for (const { price } of agents) {
    if (price === null) return null;
    inputUsd = Math.max(inputUsd, price.inputUsd);
    outputUsd = Math.max(outputUsd, price.outputUsd);
  }
  return { inputUsd, outputUsd };
}

/** One turn as the simulation sees it; `own` and `answers` hold the answers in the texts. */
interface Turn {
  readonly task: TaskLatents;
  readonly agent: AgentProfile;
  readonly answers: readonly string[];
  readonly own: string | null;
  /** Key of the unaided attempt. */
  readonly attemptKey: number;
  /** Source of every other draw. */
  readonly rng: Rng;
}

class Simulation {
  readonly #world: World;
  readonly #within: boolean;
  /** Loadings of the shared difficulty, the agent's own view of the task, and the sample: their squares sum to 1. */
  readonly #loadings: readonly [number, number, number];
  readonly #cumulative: readonly number[];

  constructor(parameters: SimulationParameters, tasks: TargetOracle) {
    this.#world = new World(parameters, tasks);
    const { between, within } = parameters.correlation;
    this.#within = within > between;
    this.#loadings = [Math.sqrt(between), Math.sqrt(Math.max(0, within - between)), Math.sqrt(1 - within)];
    let sum = 0;
    this.#cumulative = Array.from({ length: parameters.distractors.count }, (_, rank) => {
      sum += 1 / (rank + 1) ** parameters.distractors.skew;
      return sum;
    });
  }

  complete(request: ModelRequest): ModelReply {
    const task = this.#taskOf(request);
    const agent = this.#world.agent(request.agent.id);
    // An unaided attempt depends on who tries what for which time, not on where it is asked for: the first stage of a chain and a lone
    // agent with the same seed give the same answer, so that arms differ by their organisation and not by luck.
    const attemptKey = mixInto(mixInto(mixInto(mixInto(this.#world.key, request.seed), agent.hash), task.hash), request.ordinal);
    const rng = createRng(requestKey(attemptKey, request));
    const inputTokens = countInput(request, task, agent.parameters);
    if (rng.next() < agent.parameters.failureRate) return failure(inputTokens, agent.parameters);
    const outputTokens = countOutput(request, agent.parameters, rng);
    const turn: Turn = { task, agent, answers: answersIn(request.shown), own: answerIn(request.own), attemptKey, rng };
    const text = isTextShape(request.shape) ? this.#answer(request.shape, turn, request) : structuredReply(request.shape, request, this.#means(turn));
    return reply(text, inputTokens, outputTokens, agent.parameters);
  }

  /** The task, or the part of it that the request is about: named by the request itself or by a message that asks for one of its parts. */
  #taskOf({ task, part, shown }: ModelRequest): TaskLatents {
    if (part !== undefined && part !== task.input) return this.#world.part(task, part);
    const asked = shown.find((message) => message.asks === true)?.text ?? null;
    if (asked === null || asked === task.input || asked.length > task.input.length) return this.#world.task(task);
    const whole = this.#world.partsOf(task.input);
    return whole.parts.length > 1 && whole.indexOf(asked) !== -1 ? this.#world.part(task, asked) : this.#world.task(task);
  }

  /** What the structured forms draw on. */
  #means(turn: Turn): StructuredMeans {
    const { judging, combination, critique, conformity, refinement } = turn.agent.parameters;
    const revise = (recognise: number) => this.#revise(turn.own === null && turn.answers.length === 0 ? this.#withOwn(turn) : turn, recognise, conformity);
    return {
      rng: turn.rng,
      truth: turn.task.truth,
      answers: turn.answers,
      own: turn.own,
      judging,
      critique,
      refinement,
      skill: skillOf(turn.agent.parameters, turn.task.class),
      skillOf: (name) => skillOf(this.#world.agent(name).parameters, turn.task.class),
      attempt: () => (turn.answers.length === 0 && turn.own === null ? this.#unaided(turn) : revise(critique)),
      combine: () => revise(combination),
    };
  }

  #answer(shape: TextShape, turn: Turn, request: ModelRequest): string {
    const { answers, own, agent, task, rng } = turn;
    if (shape === 'brief') return briefText(request);
    // Results for different parts are put one after the other; the simulation does not check them against each other.
    if (shape === 'combination' && answers.length > 1 && answers.length === this.#world.partsOf(request.task.input).parts.length) return answers.join('\n');
    if (answers.length === 0 && (own === null || shape === 'judgement')) return own ?? this.#unaided(turn);
    const { judging, combination, critique, conformity } = agent.parameters;
    switch (shape) {
      case 'judgement':
        return judge(answers, task.truth, judging, rng);
      case 'combination':
        return this.#revise(turn, combination, conformity);
      case 'statement':
        // A side that has taken its position leaves it for a reason, not for company.
        return own === null ? this.#revise(this.#withOwn(turn), critique, conformity) : this.#revise(turn, critique, 0);
      case 'answer':
        return this.#revise(own === null ? this.#withOwn(turn) : turn, critique, conformity);
    }
  }

  /** Who is asked for an answer of its own works the task out before it weighs what it sees. */
  #withOwn(turn: Turn): Turn {
    return { ...turn, own: this.#unaided(turn) };
  }

  #unaided(turn: Turn): string {
    return this.#attempt(turn.task, turn.agent, createRng(turn.attemptKey));
  }

  /** What an agent makes of the answers before it: recognises a right one, or tries anew when none is; else follows the plurality or stays. */
  #revise(turn: Turn, recognise: number, conformity: number): string {
    const { task, agent, answers, own, rng } = turn;
    if (own === task.truth || answers.includes(task.truth)) {
      if (rng.next() < recognise) return task.truth;
    } else if (rng.next() < agent.parameters.refinement) {
      const again = this.#attempt(task, agent, rng);
      if (again === task.truth) return again;
    }
    const common = rng.next() < conformity ? plurality(answers, own) : null;
    return common ?? own ?? this.#unaided(turn);
  }

  /** One unaided attempt: right when the latent normal falls below the threshold of the agent's skill for the class (Gaussian copula). */
  #attempt(task: TaskLatents, agent: AgentProfile, rng: Rng): string {
    const threshold = (task.class === null ? undefined : agent.thresholds.get(task.class)) ?? agent.defaultThreshold;
    const [shared, personal, sample] = this.#loadings;
    const view = this.#within ? personal * createRng(mixInto(mixInto(this.#world.key, agent.hash), task.hash)).normal() : 0;
    if (shared * task.difficulty + view + sample * rng.normal() < threshold) return task.truth;
    const known = Math.min(task.wrong.length, this.#cumulative.length);
    const at = rng.next() * (this.#cumulative[known - 1] ?? 0);
    const rank = this.#cumulative.findIndex((sum) => at < sum);
    return task.wrong[Math.max(0, rank)] ?? `not ${task.truth}`;
  }
}

/** Key of every draw but the unaided attempt: all of the request that may change a reply. */
function requestKey(attemptKey: number, request: ModelRequest): number {
  let key = mixInto(mixInto(attemptKey, request.round), SHAPE_CODE[request.shape]);
  for (const choice of request.choices ?? []) key = hash32(choice.name, mixInto(key, 5));
  if (request.limit !== undefined) key = mixInto(key, request.limit + 6);
  for (const message of request.shown) {
    key = hash32(message.from, key);
    key = message.text === null ? mixInto(key, 1) : hash32(message.text, mixInto(key, 2));
  }
  return request.own === null ? mixInto(key, 3) : hash32(request.own, mixInto(key, 4));
}

function countInput(request: ModelRequest, task: TaskLatents, parameters: AgentParameters): number {
  const { base, perMessage } = parameters.tokens;
  let tokens = base + task.inputTokens + (request.own === null ? 0 : tokensOf(request.own));
  for (const message of request.shown) tokens += message.text === null ? 0 : perMessage + tokensOf(message.text);
  return Math.round(tokens);
}

/** Log-normal around the mean of the shape, within the bound of the request. */
function countOutput(request: ModelRequest, parameters: AgentParameters, rng: Rng): number {
  const { output, spread } = parameters.tokens;
  const factor = spread === 0 ? 1 : Math.exp(spread * rng.normal() - (spread * spread) / 2);
  return Math.min(request.maxOutputTokens, Math.max(1, Math.round(output[request.shape] * factor)));
}

function skillOf({ skill, defaultSkill }: AgentParameters, taskClass: string | null): number {
  return (taskClass === null ? undefined : skill.get(taskClass)) ?? defaultSkill;
}

function usage(inputTokens: number, outputTokens: number): Usage {
  return { inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 };
}

function cost(inputTokens: number, outputTokens: number, price: TokenPrice | null): number | null {
  return price === null ? null : inputTokens * price.inputUsd + outputTokens * price.outputUsd;
}

function reply(text: string, inputTokens: number, outputTokens: number, { price, latency }: AgentParameters): ModelReply {
  return {
    kind: 'reply',
    text,
    usage: usage(inputTokens, outputTokens),
    costUsd: cost(inputTokens, outputTokens, price),
    latencyMs: Math.round(latency.baseMs + latency.perOutputTokenMs * outputTokens),
  };
}

/** A failed call has sent its input and got nothing back. */
function failure(inputTokens: number, { price, latency }: AgentParameters): ModelReply {
  return {
    kind: 'failed',
    reason: 'error',
    message: 'simulated failure of the call',
    usage: usage(inputTokens, 0),
    costUsd: cost(inputTokens, 0, price),
    latencyMs: latency.baseMs,
  };
}
