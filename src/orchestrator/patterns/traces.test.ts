import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash32 } from '#lib';
import { freezeGraph, template } from '#topology';
import type { BoundTopology } from '../binding.ts';
import type { Pattern } from '../pattern.ts';
import { type Answering, bindEach, freeText, type PlayOptions, play } from '../testing/harness.ts';
import { selfConsistency, single } from './controls.ts';
import { patternOf } from './registry.ts';

/** What is left of a run when names are stripped: who acts (numbered by first act), on whose outputs, in what form. */
interface Act {
  readonly agent: number;
  readonly sees: readonly number[];
  readonly seesOwn: boolean;
  readonly shape: string;
}

async function traceOf(pattern: Pattern, topology: BoundTopology, answering: Answering, options: PlayOptions): Promise<readonly Act[]> {
  const { requests } = await play(pattern, topology, answering, options);
  const numbers = new Map<string, number>();
  const number = (agent: string): number => {
    if (!numbers.has(agent)) numbers.set(agent, numbers.size);
    return numbers.get(agent)!;
  };
  return requests.map((request) => ({
    agent: number(request.agent.id),
    sees: request.shown.map((message) => number(message.from)),
    seesOwn: request.own !== null,
    // A model is asked for an answer either alone or over messages; the label of the form is a name, so that only its kind of reply counts.
    shape: request.shape === 'statement' ? 'opinion' : 'answer',
  }));
}

/** Tells the protocol from its trace alone. Written from the protocol table, not from the code. */
function tell(trace: readonly Act[]): string {
  const agents = new Set(trace.map((act) => act.agent));
  if (agents.size === 1) return trace.length === 1 ? 'single' : 'self_consistency';
  const alone = trace.filter((act) => act.sees.length === 0 && !act.seesOwn);
  const last = trace.at(-1)!;
  const acts = (agent: number) => trace.filter((act) => act.agent === agent).length;
  const lastActsOnce = acts(last.agent) === 1;
  // The sides of a debate hear what was said just before them; only they give opinions, and one who was silent so far decides.
  if (lastActsOnce && trace.some((act) => act.shape === 'opinion')) return 'debate';
  if (trace.some((act) => act.seesOwn)) return 'mesh';
  if (alone.length === trace.length || (lastActsOnce && alone.length === trace.length - 1 && last.sees.length === alone.length && alone.length > 1))
    return 'swarm';
  return 'pipeline';
}

const agent = freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent' }], edges: [] });
const disagree: Answering = (request) => `Answer: ${hash32(`${request.agent.id}/${request.round}/${request.ordinal}/${request.shown.length}`) % 1000}`;

const SUBJECTS: readonly (readonly [string, Pattern, (size: number) => BoundTopology, PlayOptions])[] = [
  ['single', single, () => bindEach(agent), {}],
  ['self_consistency', selfConsistency, (size) => bindEach(agent, { samples: size }), {}],
  ['swarm', patternOf('swarm'), (size) => bindEach(template('swarm', size)), {}],
  ['swarm', patternOf('swarm'), (size) => bindEach(template('swarm', size)), { scorer: freeText }],
  ['mesh', patternOf('mesh'), (size) => bindEach(template('mesh', size)), {}],
  ['pipeline', patternOf('pipeline'), (size) => bindEach(template('pipeline', size)), {}],
  ['debate', patternOf('debate'), (size) => bindEach(template('debate', size)), {}],
];

describe('a trace', () => {
  it.each(SUBJECTS)('tells %s (%#) with every name stripped, on tasks where members disagree', async (name, pattern, make, options) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 7 }), fc.nat(50), async (size, seed) => {
        expect(tell(await traceOf(pattern, make(size), disagree, { ...options, delays: seed, seed }))).toBe(name);
      }),
      { numRuns: 20 },
    );
  });
});
