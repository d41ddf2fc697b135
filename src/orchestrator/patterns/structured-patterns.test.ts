import { template } from '#topology';
import { ATTEMPTS } from '../structured/ask.ts';
import { bindEach, freeText } from '../testing/harness.ts';
import { patternCases } from '../testing/pattern-cases.ts';
import { tedious } from '../testing/tedious.ts';
import { patternOf as of } from './registry.ts';

const LIST = 'Work these out:\n1. 6 × 7\n2. 6 × 8\n3. 6 × 9\n4. 7 × 8\n5. 7 × 9';

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
