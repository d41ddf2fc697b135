import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash32 } from '#lib';
import type { ModelRequest } from '#models';
import { freezeGraph, template } from '#topology';
import type { BoundTopology } from '../binding.ts';
import type { Pattern } from '../pattern.ts';
import { type Answering, bindEach, freeText, type PlayOptions, play } from '../testing/harness.ts';
import { speaking, wellFormed } from '../testing/well-formed.ts';
import { selfConsistency, single } from './controls.ts';
import { patternOf } from './registry.ts';

/** What is left of a run when names are stripped: who acts (numbered by first act), on whose outputs, on which part, in what form. */
interface Act {
  readonly agent: number;
  readonly sees: readonly number[];
  readonly seesOwn: boolean;
  readonly part: string | null;
  /** Member names of the JSON object that is the output; 'opinion' or 'text' for plain text. */
  readonly form: string;
}

async function traceOf(pattern: Pattern, topology: BoundTopology, answering: Answering, options: PlayOptions): Promise<readonly Act[]> {
  const { requests } = await play(pattern, topology, speaking(answering), options);
  const numbers = new Map<string, number>();
  const number = (agent: string): number => {
    if (!numbers.has(agent)) numbers.set(agent, numbers.size);
    return numbers.get(agent)!;
  };
  return requests.map((request) => ({
    agent: number(request.agent.id),
    sees: request.shown.map((message) => number(message.from)),
    seesOwn: request.own !== null,
    part: request.part ?? null,
    form: formOf(request),
  }));
}

/** The label of a form is a name, so that only what its output is made of counts: a brief, an answer and a synthesis are all text. */
function formOf(request: ModelRequest): string {
  if (request.shape === 'statement') return 'opinion';
  const reply = wellFormed(request, 'x');
  if (reply === 'x') return 'text';
  const members = new Set<string>();
  JSON.parse(reply, (key: string, value: unknown) => {
    if (/^[a-z_]+$/.test(key)) members.add(key);
    return value;
  });
  return [...members].sort().join();
}

/** Tells the protocol from its trace alone. Written from the protocol table, not from the code. */
function tell(trace: readonly Act[]): string {
  const agents = new Set(trace.map((act) => act.agent));
  if (agents.size === 1) return trace.length === 1 ? 'single' : 'self_consistency';
  const [first, last] = [trace[0]!, trace.at(-1)!];
  const acts = (agent: number) => trace.filter((act) => act.agent === agent).length;
  const forms = new Set(trace.map((act) => act.form));
  const has = (member: string) => [...forms].some((form) => form.split(',').includes(member));
  // Nobody is at the centre of a board: all write entries of the same form, one after the other (two members look like a ring but for the form).
  if (forms.size === 1 && has('content')) return 'blackboard';
  // One answer goes round: everyone but the first hears exactly the one before it, and the order repeats.
  const round = trace.every(
    (act, index) => index === 0 || (act.sees.length === 1 && act.agent === index % agents.size && act.sees[0] === trace[index - 1]!.agent),
  );
  if (round && trace.length >= 2 * agents.size) return 'ring';
  if (trace.some((act) => act.part !== null) && trace.every((act) => act.sees.length === 0 && act.form === 'text')) return 'flat';
  // Bids come from all who hear the first one; one of them acts again, and only its work and bid are judged.
  if (has('fit') && has('cost')) return 'market';
  if (has('fit')) return 'holacratic';
  const heardFirst = new Set(trace.filter((act) => act.agent !== first.agent && act.sees.includes(first.agent)).map((act) => act.agent));
  if (has('subtasks')) return has('experts') ? 'star_moe' : 'hierarchical';
  if (first.form === 'text' && heardFirst.size === agents.size - 1 && has('follow_ups')) return 'hub_spoke';
  const alone = trace.filter((act) => act.sees.length === 0 && !act.seesOwn);
  const lastActsOnce = acts(last.agent) === 1;
  // The sides of a debate hear what was said just before them; only they give opinions, and one who was silent so far decides.
  if (lastActsOnce && trace.some((act) => act.form === 'opinion')) return 'debate';
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
  ['ring', patternOf('ring'), (size) => bindEach(template('ring', size)), {}],
  ['flat', patternOf('flat'), (size) => bindEach(template('flat', size)), { input: 'All of these:\n- 6 × 7\n- 6 × 8\n- 6 × 9' }],
  ['hub_spoke', patternOf('hub_spoke'), (size) => bindEach(template('hub_spoke', size)), {}],
  ['hierarchical', patternOf('hierarchical'), (size) => bindEach(template('hierarchical', size)), {}],
  ['star_moe', patternOf('star_moe'), (size) => bindEach(template('star_moe', size)), {}],
  ['star_moe', patternOf('star_moe'), (size) => bindEach(template('star_moe', size)), { scorer: freeText }],
  ['market', patternOf('market'), (size) => bindEach(template('market', size)), {}],
  ['blackboard', patternOf('blackboard'), (size) => bindEach(template('blackboard', size)), {}],
  ['holacratic', patternOf('holacratic'), (size) => bindEach(template('holacratic', size + 1)), {}],
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
