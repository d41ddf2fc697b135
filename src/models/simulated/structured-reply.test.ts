import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelRequest } from '#testing';
import { type ModelPort, type ModelRequest, OUTPUT_SHAPES, STRUCTURED_SHAPES } from '../ports.ts';
import { type AgentParameters, DEFAULT_PARAMETERS } from './parameters.ts';
import { createSimulatedModel } from './simulated-model.ts';

const signal = new AbortController().signal;
const DRAWS = 2000;
/** Five standard errors of a proportion of DRAWS draws, rounded up. */
const TOLERANCE = 0.06;

const targetFor = (task: { readonly id: string }) => (task.id === 'list' ? '1. 11\n2. 22' : String(100 + (Number(task.id.slice(1)) % 37)));
const task = (index: number) => ({ id: `t${index}`, input: `Problem ${index}`, class: null });
const names = ['ada', 'bob', 'cy'];
const choices = names.map((name) => ({ name, skills: [] }));

function world(any: Partial<AgentParameters> = {}, skills: Readonly<Record<string, number>> = {}): ModelPort {
  const anyAgent = { ...DEFAULT_PARAMETERS.anyAgent, ...any };
  const agents = new Map(Object.entries(skills).map(([id, defaultSkill]) => [id, { ...anyAgent, defaultSkill }]));
  return createSimulatedModel({ ...DEFAULT_PARAMETERS, correlation: { between: 0, within: 0 }, anyAgent, agents }, { tasks: { targetFor } });
}
function textOf(model: ModelPort, changes: Partial<ModelRequest>): string {
  const reply = model.complete(modelRequest(changes), signal);
  if (reply instanceof Promise || reply.kind !== 'reply' || reply.text === null) throw new Error('expected a text at once');
  return reply.text;
}
const said = (model: ModelPort, changes: Partial<ModelRequest>) => JSON.parse(textOf(model, changes));
const rate = (happens: (index: number) => boolean) => Array.from({ length: DRAWS }, (_, index) => index).filter(happens).length / DRAWS;

describe('a simulated structured reply', () => {
  it('is JSON in every structured form, whatever is shown', () => {
    const shown = fc.array(
      fc.record({ from: fc.constantFrom(...names), text: fc.option(fc.constantFrom('101', '{"type":"solution","content":"7"}'), { nil: null }) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...STRUCTURED_SHAPES), shown, fc.nat(9), (shape, messages, seed) => {
        const reply = said(world(), { shape, shown: messages, seed, choices, limit: 3 });
        expect(typeof reply).toBe('object');
        for (const subtask of reply.subtasks ?? [])
          for (const name of [subtask.to, ...(subtask.experts ?? []).map((expert: { name: string }) => expert.name)].filter(Boolean))
            expect(names).toContain(name);
      }),
    );
  });

  it('of a revision is an answer like any other, unaided when nothing has arrived', () => {
    for (let index = 0; index < 50; index++) {
      expect(said(world(), { task: task(index), shape: 'revision' })).toEqual({ changed: true, answer: textOf(world(), { task: task(index) }) });
    }
    const kept = said(world({ critique: 0, refinement: 0, conformity: 1 }), {
      shape: 'revision',
      shown: [{ from: 'x', text: '901' }],
      own: '{"changed":true,"answer":"901"}',
      round: 1,
    });
    expect(kept).toEqual({ changed: false, answer: '901' });
  });

  it('of a bid and a route follows skill, blurred by how poorly the agent judges', () => {
    const skills = { ada: 0.9, bob: 0.3, cy: 0.6 };
    const bid = (id: string, judging: number, seed: number) =>
      said(world({ judging }, skills), { shape: 'bid', seed, agent: { id, skills: [], model: null } }).fit;
    expect([bid('ada', 1, 1), bid('bob', 1, 1)]).toEqual([0.9, 0.3]);
    expect(new Set(Array.from({ length: 20 }, (_, seed) => bid('cy', 0, seed))).size).toBeGreaterThan(5);
    const route = said(world({ judging: 1 }, skills), { shape: 'route', choices });
    expect(route.subtasks).toEqual([{ task: 'What is 6 × 7?', experts: names.map((name) => ({ name, weight: skills[name as 'ada'] })) }]);
  });

  it('of a review sees through a wrong result as often as judging says, and never turns a right one down', () => {
    for (const judging of [0.2, 0.9]) {
      const accepts = (text: (index: number) => string) =>
        rate(
          (index) =>
            said(world({ judging }), {
              task: task(index),
              shape: 'review',
              shown: [
                { from: 'x', text: '{"fit":1,"cost":1}' },
                { from: 'x', text: text(index) },
              ],
            }).accept,
        );
      expect(Math.abs(accepts(() => '901') - (1 - judging))).toBeLessThan(TOLERANCE);
      expect(accepts((index) => targetFor(task(index)))).toBe(1);
    }
  });

  it('of a plan gives everyone the task, and everyone a part where it has parts', () => {
    expect(said(world(), { shape: 'plan', choices, limit: 3 }).subtasks).toEqual(names.map((to) => ({ to, task: 'What is 6 × 7?' })));
    const list = { id: 'list', input: 'Do:\n1. a\n2. b\n3. c\n4. d', class: null };
    expect(said(world(), { shape: 'plan', task: list, choices, limit: 3 }).subtasks).toEqual([
      { to: 'ada', task: '1. a\n4. d' },
      { to: 'bob', task: '2. b' },
      { to: 'cy', task: '3. c' },
    ]);
    expect(said(world(), { shape: 'plan', limit: 2 }).subtasks.map((subtask: { to: string }) => subtask.to)).toEqual(['role 1', 'role 2']);
  });

  it('of an entry endorses the right solution of someone else as often as critique says, else posts its own', () => {
    const model = world({ critique: 0.7, defaultSkill: 0 });
    const endorses = rate((index) => {
      const solution = JSON.stringify({ type: 'solution', content: targetFor(task(index)) });
      return (
        said(model, { task: task(index), shape: 'entry', choices: [{ name: 'bob', skills: [] }], shown: [{ from: 'bob', text: solution }], round: 1 })
          .endorses === 'bob'
      );
    });
    expect(endorses).toBeGreaterThan(0.7 - TOLERANCE);
    expect(said(model, { shape: 'entry', choices: [] }).type).toBe('solution');
  });
});

describe('what asks for something', () => {
  it('is no answer that could be followed', () => {
    const model = world({ conformity: 1, critique: 0, refinement: 0 });
    for (let index = 0; index < 30; index++) {
      const shown = [{ from: 'hub', text: task(index).input, asks: true as const }];
      expect(textOf(model, { task: task(index), shown })).toBe(textOf(model, { task: task(index) }));
    }
  });

  it('for a part is answered with that part of the target, asked by the run or by a message', () => {
    const list = { id: 'list', input: 'Do:\n1. a\n2. b', class: null };
    const model = world({ defaultSkill: 1 });
    expect(textOf(model, { task: list, part: '2. b' })).toBe('2. 22');
    expect(textOf(model, { task: list, shown: [{ from: 'x', text: '1. a', asks: true }] })).toBe('1. 11');
    expect(textOf(model, { task: list })).toBe('1. 11\n2. 22');
    const shown = ['1. 11', '2. 22'].map((text) => ({ from: 'x', text }));
    expect(textOf(model, { task: list, shape: 'combination', shown })).toBe('1. 11\n2. 22');
  });
});

describe('tokens', () => {
  it('have a mean of their own for every form', () => {
    for (const shape of OUTPUT_SHAPES) {
      const { tokens } = DEFAULT_PARAMETERS.anyAgent;
      const model = world({ tokens: { ...tokens, spread: 0, output: { ...tokens.output, [shape]: 33 } } });
      expect(model.complete(modelRequest({ shape, choices, limit: 1 }), signal)).toMatchObject({ usage: { outputTokens: 33 } });
    }
  });
});
