import { type Problem, problemsError } from '#lib';
import { byLine } from '../jsonl.ts';
import { OUTPUT_SHAPES, type OutputShape, type TokenPrice } from '../ports.ts';
import { type Located, LocatedYaml, type NumberRange } from './located-yaml.ts';
import { type AgentParameters, DEFAULT_PARAMETERS, type SimulationParameters, type TokenParameters } from './parameters.ts';

const PROBABILITY: NumberRange = { min: 0, max: 1 };
const TOKENS: NumberRange = { min: 0, max: 1_000_000 };
const MILLISECONDS: NumberRange = { min: 0, max: 86_400_000 };
const USD_PER_MILLION: NumberRange = { min: 0, max: 1_000_000 };
const SEED: NumberRange = { min: 0, max: 4_294_967_295, integer: true };
const MILLION = 1_000_000;

const AGENT_KEYS = ['skill', 'critique', 'conformity', 'judging', 'combination', 'refinement', 'failure_rate', 'tokens', 'price', 'latency'] as const;

/**
 * Parses the YAML or JSON of `simulated:FILE`: `version: 1`, `world_seed`, `defaults` (any agent), `agents` (by id, over the defaults),
 * `correlation`, `distractors`; what is left out stays as in `DEFAULT_PARAMETERS`. Throws one `file.invalid` that lists every problem.
 */
export function parseSimulation(text: string, source: { readonly file: string }): SimulationParameters {
  const problems: Problem[] = [];
  const yaml = new LocatedYaml(text, source.file, problems);
  const parameters = problems.length === 0 ? readWorld(yaml) : DEFAULT_PARAMETERS;
  if (problems.length > 0) throw problemsError('file.invalid', 'The simulation parameters cannot be used:', byLine(problems));
  return parameters;
}

function readWorld(yaml: LocatedYaml): SimulationParameters {
  const preset = DEFAULT_PARAMETERS;
  const world = yaml.members(yaml.root, ['version', 'world_seed', 'defaults', 'agents', 'correlation', 'distractors']);
  if (world.version === undefined) yaml.problem(yaml.root, 'the key "version" is missing', { allowed: '1' });
  yaml.number(world.version, { min: 1, max: 1, integer: true }, 1);
  const anyAgent = world.defaults === undefined ? preset.anyAgent : readAgent(yaml, world.defaults, preset.anyAgent);
  const named = world.agents === undefined ? [] : yaml.entries(world.agents);
  const distractors = world.distractors === undefined ? {} : yaml.members(world.distractors, ['count', 'skew']);
  return {
    worldSeed: yaml.number(world.world_seed, SEED, preset.worldSeed),
    anyAgent,
    agents: new Map(named.map(([id, value]) => [id, readAgent(yaml, value, anyAgent)])),
    correlation: readCorrelation(yaml, world.correlation),
    distractors: {
      count: yaml.number(distractors.count, { min: 1, max: 26, integer: true }, preset.distractors.count),
      skew: yaml.number(distractors.skew, { min: 0, max: 10 }, preset.distractors.skew),
    },
  };
}

function readCorrelation(yaml: LocatedYaml, value: Located | undefined): SimulationParameters['correlation'] {
  const preset = DEFAULT_PARAMETERS.correlation;
  if (value === undefined) return preset;
  const keys = yaml.members(value, ['between', 'within']);
  const between = yaml.number(keys.between, PROBABILITY, preset.between);
  // Two samples of one agent are at least as alike as samples of two agents.
  const within = yaml.number(keys.within, PROBABILITY, Math.max(preset.within, between));
  if (within < between) yaml.problem(keys.within ?? value, 'is smaller than correlation.between', { found: String(within), allowed: `${between} to 1` });
  return { between, within };
}

function readAgent(yaml: LocatedYaml, value: Located, preset: AgentParameters): AgentParameters {
  const keys = yaml.members(value, AGENT_KEYS);
  const latency = keys.latency === undefined ? {} : yaml.members(keys.latency, ['base_ms', 'per_output_token_ms']);
  return {
    ...readSkill(yaml, keys.skill, preset),
    critique: yaml.number(keys.critique, PROBABILITY, preset.critique),
    conformity: yaml.number(keys.conformity, PROBABILITY, preset.conformity),
    judging: yaml.number(keys.judging, PROBABILITY, preset.judging),
    combination: yaml.number(keys.combination, PROBABILITY, preset.combination),
    refinement: yaml.number(keys.refinement, PROBABILITY, preset.refinement),
    failureRate: yaml.number(keys.failure_rate, PROBABILITY, preset.failureRate),
    tokens: keys.tokens === undefined ? preset.tokens : readTokens(yaml, keys.tokens, preset.tokens),
    price: keys.price === undefined ? preset.price : readPrice(yaml, keys.price),
    latency: {
      baseMs: yaml.number(latency.base_ms, MILLISECONDS, preset.latency.baseMs),
      perOutputTokenMs: yaml.number(latency.per_output_token_ms, MILLISECONDS, preset.latency.perOutputTokenMs),
    },
  };
}

/** `skill: 0.6` sets every class; `skill: {default: 0.6, algebra: 0.4}` sets those named over what the preset has. */
function readSkill(yaml: LocatedYaml, value: Located | undefined, preset: AgentParameters): Pick<AgentParameters, 'skill' | 'defaultSkill'> {
  if (value === undefined) return { skill: preset.skill, defaultSkill: preset.defaultSkill };
  if (!yaml.isMap(value)) return { skill: new Map(), defaultSkill: yaml.number(value, PROBABILITY, preset.defaultSkill) };
  const skill = new Map(preset.skill);
  let defaultSkill = preset.defaultSkill;
  for (const [name, member] of yaml.entries(value)) {
    if (name === 'default') defaultSkill = yaml.number(member, PROBABILITY, defaultSkill);
    else skill.set(name, yaml.number(member, PROBABILITY, defaultSkill));
  }
  return { skill, defaultSkill };
}

function readTokens(yaml: LocatedYaml, value: Located, preset: TokenParameters): TokenParameters {
  const keys = yaml.members(value, ['base', 'per_message', ...OUTPUT_SHAPES, 'spread']);
  const mean = (shape: OutputShape): number => yaml.number(keys[shape], TOKENS, preset.output[shape]);
  return {
    base: yaml.number(keys.base, TOKENS, preset.base),
    perMessage: yaml.number(keys.per_message, TOKENS, preset.perMessage),
    output: {
      answer: mean('answer'),
      statement: mean('statement'),
      judgement: mean('judgement'),
      combination: mean('combination'),
      brief: mean('brief'),
      revision: mean('revision'),
      aggregation: mean('aggregation'),
      plan: mean('plan'),
      route: mean('route'),
      bid: mean('bid'),
      review: mean('review'),
      entry: mean('entry'),
      claim: mean('claim'),
    },
    spread: yaml.number(keys.spread, { min: 0, max: 3 }, preset.spread),
  };
}

function readPrice(yaml: LocatedYaml, value: Located): TokenPrice | null {
  if (yaml.isNull(value)) return null;
  const keys = yaml.members(value, ['input_usd_per_million', 'output_usd_per_million']);
  for (const key of ['input_usd_per_million', 'output_usd_per_million'] as const) {
    if (keys[key] === undefined) yaml.problem(value, `the key "${key}" is missing`, { allowed: 'both prices, or `price: null` for unknown' });
  }
  return {
    inputUsd: yaml.number(keys.input_usd_per_million, USD_PER_MILLION, 0) / MILLION,
    outputUsd: yaml.number(keys.output_usd_per_million, USD_PER_MILLION, 0) / MILLION,
  };
}
