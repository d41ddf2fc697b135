import { nearestName, type Problem, problemsError, quoteFound } from '#lib';
import type { Attributes, AttributeValue, TopologyGraph } from './graph.ts';
import { MAXIMUM_SIZE, TOPOLOGY_KINDS, type TopologyKind } from './kinds.ts';

/** One parameter of a kind's protocol: what it means, its default, what it may hold and where the default comes from. */
export type ParameterRule = {
  readonly name: string;
  readonly meaning: string;
  readonly source: string;
} & (
  | { readonly type: 'integer'; readonly default: number; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] }
);

const PROTOCOL = 'docs/design/topology.md, protocol table';
/** No protocol gains from more rounds than this; the bound stops a typing error from spending a budget. */
const ROUND_LIMIT = 100;

const COMMON: readonly ParameterRule[] = [
  integer('max_output_tokens', 1024, 1, 1_000_000, 'largest number of output tokens of one turn; reserved from the budget before the turn starts'),
];

const OWN: Readonly<Record<TopologyKind, readonly ParameterRule[]>> = {
  hierarchical: [],
  flat: [],
  pipeline: [],
  swarm: [choice('combine', 'auto', ['auto', 'vote', 'aggregate'], 'how attempts become one answer; auto votes where answers have an equivalence')],
  mesh: [
    integer('max_rounds', 3, 1, ROUND_LIMIT, 'rounds in all, the first answers included'),
    choice('stop', 'agreement', ['agreement', 'rounds'], 'end at agreement or standstill, or always play every round'),
  ],
  hub_spoke: [integer('max_follow_ups', 2, 0, ROUND_LIMIT, 'follow-up questions of the hub to named spokes')],
  ring: [
    integer('min_laps', 2, 1, ROUND_LIMIT, 'laps before a lap without change may end the run'),
    integer('max_laps', 3, 1, ROUND_LIMIT, 'laps after which the run ends in any case'),
  ],
  star_moe: [integer('top_k', 2, 1, MAXIMUM_SIZE, 'experts that one subtask goes to')],
  market: [integer('max_awards', 3, 1, ROUND_LIMIT, 'bidders that are awarded one after the other until one result is accepted')],
  blackboard: [integer('max_acts_per_node', 2, 1, ROUND_LIMIT, 'acts in all, as a multiple of the number of members')],
  debate: [integer('rounds', 2, 1, ROUND_LIMIT, 'statements of each side before the verdict')],
  holacratic: [],
};

/** An undeclared graph may run as any kind, so it may carry the parameters of any. */
const ANY_KIND: ReadonlyMap<string, ParameterRule> = new Map([...Object.values(OWN).flat(), ...COMMON].map((rule) => [rule.name, rule]));

/** The parameters that a kind knows, its own first, then those of every kind; for an undeclared kind (null) those of every kind only. */
export function parametersOf(kind: TopologyKind | null): readonly ParameterRule[] {
  return kind === null ? COMMON : [...OWN[kind], ...COMMON];
}

/** The graph's parameters with every default filled in; throws 'topology.invalid' listing each unknown or out-of-range one. */
export function resolveParameters(graph: Pick<TopologyGraph, 'kind' | 'parameters'>): Attributes {
  const problems = parameterProblems(graph.kind, graph.parameters ?? {});
  if (problems.length > 0) throw problemsError('topology.invalid', 'the parameters of the topology are not valid', problems);
  return filled(graph.kind, graph.parameters ?? {});
}

/** Every problem of a parameter map: names that the kind does not know, wrong types, values out of range, limits that contradict. */
export function parameterProblems(kind: TopologyKind | null, given: Attributes): readonly Problem[] {
  const rules = kind === null ? ANY_KIND : new Map(parametersOf(kind).map((rule) => [rule.name, rule]));
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(given)) {
    const rule = rules.get(name);
    const problem = rule === undefined ? unknownParameter(kind, name, rules) : valueProblem(rule, value);
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length === 0 && kind === 'ring') problems.push(...lapProblems(filled(kind, given), given));
  return problems;
}

function filled(kind: TopologyKind | null, given: Attributes): Attributes {
  const known = Object.fromEntries(parametersOf(kind).map((rule) => [rule.name, own(given, rule.name) ?? rule.default]));
  return kind === null ? { ...known, ...given } : known;
}

function own(map: Attributes, key: string): AttributeValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function unknownParameter(kind: TopologyKind | null, name: string, rules: ReadonlyMap<string, ParameterRule>): Problem {
  const owners = TOPOLOGY_KINDS.filter((other) => OWN[other].some((rule) => rule.name === name));
  const hint = owners.length === 0 ? '' : `; ${owners.join(', ')} ${owners.length === 1 ? 'knows' : 'know'} it`;
  return {
    path: `parameters.${name}`,
    message: kind === null ? 'no kind has such a parameter' : `the kind ${kind} has no such parameter${hint}`,
    found: quoteFound(name),
    allowed: [...rules.keys()].join(', '),
    nearest: nearestName(name, rules.keys()),
  };
}

function valueProblem(rule: ParameterRule, value: AttributeValue): Problem | undefined {
  const path = `parameters.${rule.name}`;
  if (rule.type === 'integer') {
    if (typeof value === 'number' && Number.isInteger(value) && value >= rule.minimum && value <= rule.maximum) return undefined;
    return { path, message: 'not a whole number in range', found: quoteFound(value), allowed: `${rule.minimum} to ${rule.maximum}` };
  }
  if (typeof value === 'string' && rule.choices.includes(value)) return undefined;
  const nearest = typeof value === 'string' ? nearestName(value, rule.choices) : undefined;
  return { path, message: 'not one of the choices', found: quoteFound(value), allowed: rule.choices.join(', '), nearest };
}

function lapProblems(resolved: Attributes, given: Attributes): readonly Problem[] {
  const least = resolved.min_laps ?? 0;
  const most = resolved.max_laps ?? 0;
  if (least <= most) return [];
  const path = Object.hasOwn(given, 'min_laps') ? 'parameters.min_laps' : 'parameters.max_laps';
  return [{ path, message: 'min_laps is larger than max_laps', found: `min_laps ${least}, max_laps ${most}`, allowed: 'min_laps ≤ max_laps' }];
}

function integer(name: string, byDefault: number, minimum: number, maximum: number, meaning: string): ParameterRule {
  return { name, type: 'integer', default: byDefault, minimum, maximum, meaning, source: PROTOCOL };
}

function choice(name: string, byDefault: string, choices: readonly string[], meaning: string): ParameterRule {
  return { name, type: 'choice', default: byDefault, choices, meaning, source: PROTOCOL };
}
