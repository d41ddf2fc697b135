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
