import { template } from '#topology';
import { ATTEMPTS } from '../structured/ask.ts';
import { type Answering, bindEach, counted, freeText } from '../testing/harness.ts';
import { patternCases } from '../testing/pattern-cases.ts';
import { tedious } from '../testing/tedious.ts';
import { unformed } from '../testing/well-formed.ts';
import { patternOf as of } from './registry.ts';

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
