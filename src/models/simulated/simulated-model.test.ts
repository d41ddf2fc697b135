import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelRequest } from '#testing';
import type { ModelPort, ModelRequest, OutputShape } from '../ports.ts';
import { type AgentParameters, DEFAULT_PARAMETERS, type SimulationParameters } from './parameters.ts';
import { createSimulatedModel } from './simulated-model.ts';

const signal = new AbortController().signal;
const DRAWS = 4000;
/** Five standard errors of a proportion of DRAWS draws, rounded up: a fixed seed makes the test certain, the width makes it honest. */
const TOLERANCE = 0.04;

const targetFor = (task: { readonly id: string }) => String(100 + (Number(task.id.slice(1)) % 37));
const task = (index: number, taskClass: string | null = null) => ({ id: `t${index}`, input: `Problem ${index}`, class: taskClass });
const agent = (id: string) => ({ id, skills: [], model: null });

function world(any: Partial<AgentParameters> = {}, rest: Partial<SimulationParameters> = {}): ModelPort {
  const parameters = { ...DEFAULT_PARAMETERS, correlation: { between: 0, within: 0 }, ...rest, anyAgent: { ...DEFAULT_PARAMETERS.anyAgent, ...any } };
  return createSimulatedModel(parameters, { tasks: { targetFor } });
}

function textOf(model: ModelPort, changes: Partial<ModelRequest>): string {
  const reply = model.complete(modelRequest(changes), signal);
  if (reply instanceof Promise || reply.kind !== 'reply' || reply.text === null) throw new Error('expected a text at once');
  return reply.text;
}

function rate(happens: (index: number) => boolean): number {
  let count = 0;
  for (let index = 0; index < DRAWS; index++) if (happens(index)) count++;
  return count / DRAWS;
}

const right = (model: ModelPort, index: number, id = 'a', changes: Partial<ModelRequest> = {}) =>
  textOf(model, { task: task(index), agent: agent(id), ...changes }) === targetFor(task(index));

function vote(answers: readonly string[]): string | undefined {
  const count = (answer: string) => answers.filter((other) => other === answer).length;
  return answers.reduce((best, answer) => (count(answer) > count(best) ? answer : best));
}

describe('unaided answers', () => {
  it('are right as often as the skill of the class says, whatever the correlation', () => {
    const skill = new Map([
      ['easy', 0.9],
      ['hard', 0.15],
    ]);
    for (const correlation of [
      { between: 0, within: 0 },
      { between: 0.3, within: 0.6 },
    ]) {
      const model = world({ skill, defaultSkill: 0.5 }, { correlation });
      for (const [taskClass, want] of [
        ['easy', 0.9],
        ['hard', 0.15],
        ['other', 0.5],
        [null, 0.5],
      ] as const) {
        const measured = rate((index) => textOf(model, { task: task(index, taskClass) }) === targetFor(task(index)));
        expect(Math.abs(measured - want)).toBeLessThan(TOLERANCE);
      }
    }
  });

  it('never or always come right at skill 0 or 1', () => {
    expect(rate((index) => right(world({ defaultSkill: 0 }), index))).toBe(0);
    expect(rate((index) => right(world({ defaultSkill: 1 }), index))).toBe(1);
  });

  it('go wrong together as the correlation says', () => {
    // At skill 1/2 two normals of correlation r fall on the same side with probability 1/2 + asin(r) / π.
    for (const r of [0, 0.5, 0.9, 1]) {
      const model = world({ defaultSkill: 0.5 }, { correlation: { between: r, within: r } });
      const together = rate((index) => right(model, index, 'a') === right(model, index, 'b'));
      expect(Math.abs(together - (0.5 + Math.asin(r) / Math.PI))).toBeLessThan(TOLERANCE);
    }
  });

  it('of one agent are as alike over its samples as `within` says, and over agents as `between` says', () => {
    const model = world({ defaultSkill: 0.5 }, { correlation: { between: 0.2, within: 0.8 } });
    const samples = rate((index) => right(model, index, 'a') === right(model, index, 'a', { ordinal: 1 }));
    const agents = rate((index) => right(model, index, 'a') === right(model, index, 'b'));
    expect(Math.abs(samples - (0.5 + Math.asin(0.8) / Math.PI))).toBeLessThan(TOLERANCE);
    expect(Math.abs(agents - (0.5 + Math.asin(0.2) / Math.PI))).toBeLessThan(TOLERANCE);
  });

  it('gain from a vote of five where errors are independent and not where they coincide', () => {
    const five = ['a', 'b', 'c', 'd', 'e'];
    const gain = (correlation: { between: number; within: number }) => {
      const model = world({ defaultSkill: 0.6 }, { correlation });
      const voted = rate((index) => vote(five.map((id) => textOf(model, { task: task(index), agent: agent(id) }))) === targetFor(task(index)));
      return voted - rate((index) => right(model, index));
    };
    expect(gain({ between: 0, within: 0 })).toBeGreaterThan(0.1);
    expect(Math.abs(gain({ between: 0.999, within: 0.999 }))).toBeLessThan(0.02);
  });

  it('that are wrong fall on few shared distractors, so wrong votes can coincide', () => {
    const model = world({ defaultSkill: 0 }, { distractors: { count: 3, skew: 1 } });
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => textOf(model, { task: task(1), agent: agent(`a${seed % 7}`), seed })));
    expect(seen.size).toBe(3);
  });
});

describe('answers after exchange', () => {
  const wrongOf = (index: number) => String(900 + (index % 5));
  const shownRight = (index: number) => [
    { from: 'x', text: wrongOf(index) },
    { from: 'y', text: targetFor(task(index)) },
    { from: 'z', text: wrongOf(index) },
  ];
  const rightAfter = (any: Partial<AgentParameters>, shape: OutputShape, own: boolean) => {
    const model = world({ refinement: 0, ...any });
    return rate((index) => right(model, index, 'a', { round: 1, shape, shown: shownRight(index), own: own ? wrongOf(index) : null }));
  };

  it('recognise the right one as often as critique, combination and judging say', () => {
    for (const p of [0.2, 0.8]) {
      expect(Math.abs(rightAfter({ critique: p }, 'answer', true) - p)).toBeLessThan(TOLERANCE);
      expect(Math.abs(rightAfter({ critique: p }, 'statement', true) - p)).toBeLessThan(TOLERANCE);
      expect(Math.abs(rightAfter({ combination: p, conformity: 1 }, 'combination', false) - p)).toBeLessThan(TOLERANCE);
      expect(Math.abs(rightAfter({ judging: p }, 'judgement', false) - p)).toBeLessThan(TOLERANCE);
    }
  });

  it('follow the plurality or stay as conformity says when nothing right is recognised', () => {
    const model = world({ critique: 0, refinement: 0, conformity: 0.3 });
    const shown = [1, 2, 3].map((n) => ({ from: `x${n}`, text: '901' }));
    const followed = rate((index) => textOf(model, { task: task(index), shown, own: '950', round: 1 }) === '901');
    expect(Math.abs(followed - 0.3)).toBeLessThan(TOLERANCE);
  });

  it('improve wrong work as refinement and skill say', () => {
    const model = world({ refinement: 0.5, defaultSkill: 0.6, conformity: 1 });
    const improved = rate((index) => right(model, index, 'a', { shape: 'combination', shown: [{ from: 'x', text: wrongOf(index) }] }));
    expect(Math.abs(improved - 0.3)).toBeLessThan(TOLERANCE);
  });

  it('of skilled critics raise the accuracy of a mesh, of unskilled ones do not', () => {
    const mesh = (critique: number) => {
      const model = world({ critique, refinement: 0, conformity: 0.5, defaultSkill: 0.5 }, { correlation: { between: 0.2, within: 0.5 } });
      const members = ['a', 'b', 'c'];
      const final = (index: number) => {
        const first = members.map((id) => textOf(model, { task: task(index), agent: agent(id) }));
        const revised = members.map((id, at) => {
          const shown = members.flatMap((from, other) => (other === at ? [] : [{ from, text: first[other] ?? null }]));
          return textOf(model, { task: task(index), agent: agent(id), round: 1, shown, own: first[at] ?? null });
        });
        return vote(revised) === targetFor(task(index));
      };
      return rate(final) - rate((index) => vote(members.map((id) => textOf(model, { task: task(index), agent: agent(id) }))) === targetFor(task(index)));
    };
    expect(mesh(0.9)).toBeGreaterThan(0.1);
    expect(mesh(0)).toBeLessThan(0.02);
  });
});

describe('a simulated model', () => {
  const request = fc.record({
    round: fc.nat(3),
    ordinal: fc.nat(3),
    seed: fc.nat(100),
    shape: fc.constantFrom<OutputShape>('answer', 'statement', 'judgement', 'combination'),
    own: fc.option(fc.constantFrom('101', '102', ''), { nil: null }),
    shown: fc.array(fc.record({ from: fc.constantFrom('x', 'y'), text: fc.option(fc.constantFrom('101', '103', 'Well.\nAnswer: 104'), { nil: null }) }), {
      maxLength: 4,
    }),
  });

  it('is a function of the request alone: neither order of calls, nor instance, nor prompt changes a reply', () => {
    const shared = world();
    fc.assert(
      fc.property(request, (changes) => {
        const first = shared.complete(modelRequest({ ...changes, prompt: () => ({ system: 'A', user: 'hierarchical' }) }), signal);
        const explode = () => {
          throw new Error('a simulated model reads no prompt');
        };
        expect(world().complete(modelRequest({ ...changes, prompt: explode }), signal)).toEqual(first);
      }),
    );
  });

  it('draws anew for another seed, sample and agent', () => {
    const model = world({ defaultSkill: 0.5 });
    for (const changed of [{ seed: 2 }, { ordinal: 1 }, { agent: agent('b') }]) {
      expect(rate((index) => textOf(model, { task: task(index) }) !== textOf(model, { task: task(index), ...changed }))).toBeGreaterThan(0.4);
    }
  });

  it('gives an agent that is asked first in a chain the answer that it gives alone', () => {
    const model = world();
    for (const shape of ['statement', 'combination'] as const) {
      for (let index = 0; index < 50; index++) expect(textOf(model, { task: task(index), shape })).toBe(textOf(model, { task: task(index) }));
    }
  });

  it('counts what is shown, its own output and the price', () => {
    const tokens = { base: 10, perMessage: 5, output: { ...DEFAULT_PARAMETERS.anyAgent.tokens.output, answer: 100 }, spread: 0 };
    const model = world({ tokens, price: { inputUsd: 0.001, outputUsd: 0.01 }, latency: { baseMs: 7, perOutputTokenMs: 2 } });
    const asked = {
      task: { id: 't1', input: 'x'.repeat(40), class: null },
      shown: [
        { from: 'y', text: 'y'.repeat(8) },
        { from: 'n', text: null },
      ],
      own: 'zzzz',
    };
    const reply = model.complete(modelRequest(asked), signal);
    expect(reply).toMatchObject({ usage: { inputTokens: 10 + 10 + 5 + 2 + 1, outputTokens: 100, cachedInputTokens: 0 }, latencyMs: 207 });
    expect(reply).toMatchObject({ costUsd: expect.closeTo(0.028 + 1, 10) });
    expect(model.complete(modelRequest({ ...asked, maxOutputTokens: 30 }), signal)).toMatchObject({ usage: { outputTokens: 30 } });
    expect(model.price).toEqual({ inputUsd: 0.001, outputUsd: 0.01 });
  });

  it('spreads the output around its mean', () => {
    const model = world();
    let sum = 0;
    for (let index = 0; index < DRAWS; index++) {
      const reply = model.complete(modelRequest({ task: task(index) }), signal);
      if ('usage' in reply) sum += reply.usage.outputTokens ?? 0;
    }
    expect(Math.abs(sum / DRAWS / 180 - 1)).toBeLessThan(0.03);
  });

  it('fails as often as it is told to, and its price is unknown where one agent’s is', () => {
    const model = world({ failureRate: 0.25, price: null });
    const failed = rate((index) => {
      const reply = model.complete(modelRequest({ task: task(index) }), signal);
      return 'kind' in reply && reply.kind === 'failed';
    });
    expect(Math.abs(failed - 0.25)).toBeLessThan(TOLERANCE);
    expect(model.price).toBeNull();
  });

  it('makes up one truth for a task without a target, the same for every agent', () => {
    const model = createSimulatedModel({ ...DEFAULT_PARAMETERS, anyAgent: { ...DEFAULT_PARAMETERS.anyAgent, defaultSkill: 1 } });
    const answers = new Set(['a', 'b', 'c'].map((id) => textOf(model, { agent: agent(id) })));
    expect(answers.size).toBe(1);
    expect(textOf(model, { task: task(7) })).not.toBe(textOf(model, { task: task(8) }));
  });

  it('has a fingerprint of its parameters and targets', () => {
    const of = (any: Partial<AgentParameters>, targets?: string) =>
      createSimulatedModel({ ...DEFAULT_PARAMETERS, anyAgent: { ...DEFAULT_PARAMETERS.anyAgent, ...any } }, { tasks: { targetFor, fingerprint: targets } })
        .fingerprint;
    expect(of({})).toBe(of({}));
    expect(new Set([of({}), of({ critique: 0.1 }), of({ skill: new Map([['a', 0.2]]) }), of({}, 'targets')]).size).toBe(4);
  });
});
