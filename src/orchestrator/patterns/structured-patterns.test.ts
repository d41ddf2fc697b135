import { type TopologyKind, template } from '#topology';
import type { Pattern } from '../pattern.ts';
import { ATTEMPTS } from '../structured/ask.ts';
import { type Answering, bindEach, counted, freeText } from '../testing/harness.ts';
import { patternCases } from '../testing/pattern-cases.ts';
import { unformed } from '../testing/well-formed.ts';
import { patternOf } from './registry.ts';

function of(kind: TopologyKind): Pattern {
  const pattern = patternOf(kind);
  if (pattern === undefined) throw new Error(`no pattern runs ${kind}`);
  return pattern;
}

const LIST = 'Work these out:\n1. 6 × 7\n2. 6 × 8\n3. 6 × 9\n4. 7 × 8\n5. 7 × 9';

/** Gives every structured reply at the last attempt only, and answers that always differ. */
const tedious: Answering = (request) => {
  const structured = !['answer', 'combination', 'brief', 'statement', 'judgement'].includes(request.shape);
  if (structured && request.ordinal % ATTEMPTS < ATTEMPTS - 1) return counted(request, unformed('no JSON'));
  return counted(request, `Answer: ${request.agent.id.length}${request.round}${request.agent.id.charCodeAt(request.agent.id.length - 1)}`);
};

patternCases({
  name: 'ring',
  pattern: of('ring'),
  sizes: [2, 4],
  make: (size) => bindEach(template('ring', size)),
  cap: ({ nodes, parameters }) => nodes.length * Number(parameters.max_laps) * ATTEMPTS,
  longest: tedious,
  onFailure: () => 'goes on',
});

patternCases({
  name: 'ring whose answers cannot be compared',
  pattern: of('ring'),
  sizes: [3],
  make: (size) => bindEach(template('ring', size), { min_laps: 1, max_laps: 2 }),
  scorer: freeText,
  cap: ({ nodes }) => nodes.length * 2 * ATTEMPTS,
  longest: tedious,
  onFailure: () => 'goes on',
});

patternCases({
  name: 'flat with a task of one part',
  pattern: of('flat'),
  sizes: [2],
  make: (size) => bindEach(template('flat', size)),
  cap: () => 1,
  onFailure: () => 'fails',
});

patternCases({
  name: 'flat with a task of five parts',
  pattern: of('flat'),
  sizes: [3, 7],
  input: LIST,
  make: (size) => bindEach(template('flat', size)),
  cap: () => 5,
  onFailure: () => 'fails',
});

patternCases({
  name: 'hub_spoke',
  pattern: of('hub_spoke'),
  sizes: [2, 4],
  make: (size) => bindEach(template('hub_spoke', size)),
  // The brief, all spokes; per follow-up an aggregation and the spoke; the last answer.
  cap: ({ nodes, parameters }) => nodes.length + Number(parameters.max_follow_ups) * (ATTEMPTS + 1) + 1,
  longest: tedious,
  onFailure: ({ nodes }, node) => (node === 'hub' || nodes.length === 2 ? 'fails' : 'goes on'),
});

patternCases({
  name: 'hub_spoke without follow-ups',
  pattern: of('hub_spoke'),
  sizes: [4],
  make: (size) => bindEach(template('hub_spoke', size), { max_follow_ups: 0 }),
  cap: ({ nodes }) => nodes.length + 1,
  onFailure: (_, node) => (node === 'hub' ? 'fails' : 'goes on'),
});

patternCases({
  name: 'hierarchical',
  pattern: of('hierarchical'),
  sizes: [2, 5, 9],
  make: (size) => bindEach(template('hierarchical', size)),
  cap: ({ graph: { nodes, edges } }) => nodes.length + new Set(edges.map((edge) => edge.from)).size * ATTEMPTS,
  longest: tedious,
  onFailure: ({ nodes, graph }, node) => (graph.nodes.find(({ id }) => id === node)?.level === 0 || nodes.length === 2 ? 'fails' : 'goes on'),
});

patternCases({
  name: 'star_moe with a weighted vote',
  pattern: of('star_moe'),
  sizes: [2, 5],
  make: (size) => bindEach(template('star_moe', size)),
  cap: ({ nodes, parameters }) => ATTEMPTS + Math.min(nodes.length - 1, Number(parameters.top_k)),
  longest: tedious,
  onFailure: ({ nodes }, node) => (node === 'router' || nodes.length === 2 ? 'fails' : 'goes on'),
});

patternCases({
  name: 'star_moe whose router combines',
  pattern: of('star_moe'),
  sizes: [4],
  make: (size) => bindEach(template('star_moe', size), { top_k: 3 }),
  scorer: freeText,
  cap: ({ nodes }) => ATTEMPTS + nodes.length,
  longest: tedious,
  onFailure: (_, node) => (node === 'router' ? 'fails' : 'goes on'),
});

const hardToPlease: Answering = (request) =>
  request.shape === 'review' && request.ordinal === ATTEMPTS - 1 ? counted(request, unformed('{"accept":false}')) : tedious(request);

patternCases({
  name: 'market',
  pattern: of('market'),
  sizes: [2, 5],
  make: (size) => bindEach(template('market', size)),
  // The announcement; every bid; for each award the work and the verdict.
  cap: ({ nodes, parameters }) => 1 + ATTEMPTS * (nodes.length - 1) + Math.min(nodes.length - 1, Number(parameters.max_awards)) * (1 + ATTEMPTS),
  longest: hardToPlease,
  onFailure: ({ nodes }, node) => (node === 'auctioneer' || nodes.length === 2 ? 'fails' : 'goes on'),
});

patternCases({
  name: 'blackboard',
  pattern: of('blackboard'),
  sizes: [2, 4],
  make: (size) => bindEach(template('blackboard', size)),
  // One member alone has nothing more to read after its first act.
  cap: ({ nodes, parameters }) => ATTEMPTS * (nodes.length === 2 ? 1 : (nodes.length - 1) * Number(parameters.max_acts_per_node)),
  longest: tedious,
  onFailure: ({ nodes }) => (nodes.length === 2 ? 'fails' : 'goes on'),
});

const modest: Answering = (request) =>
  request.shape === 'claim' && request.ordinal === ATTEMPTS - 1 ? counted(request, unformed('{"claims":[]}')) : tedious(request);

patternCases({
  name: 'holacratic',
  pattern: of('holacratic'),
  sizes: [4, 9],
  make: (size) => bindEach(template('holacratic', size)),
  // In a circle of m: one plan, m - 1 claims, m roles, and one turn that carries them (in the anchor: that integrates).
  cap: ({ graph }) => {
    const sizes = new Map<unknown, number>();
    for (const { attrs } of graph.nodes) sizes.set(attrs?.circle, (sizes.get(attrs?.circle) ?? 0) + 1);
    return [...sizes].reduce((sum, [name, size]) => sum + (name === 'anchor' && size === 1 ? 1 : ATTEMPTS * size + size + 1), 0);
  },
  longest: modest,
  onFailure: ({ nodes, graph }, node) => {
    const { circle, link } = graph.nodes.find(({ id }) => id === node)?.attrs ?? {};
    return (circle === 'anchor' && link === 'lead') || (nodes.length === 4 && link !== 'none') ? 'fails' : 'goes on';
  },
});
