import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { template } from '#topology';
import { bindTopology } from '../binding.ts';
import type { Pattern } from '../pattern.ts';
import { bindEach, play, roster } from '../testing/harness.ts';
import { addressees } from './addressees.ts';
import { aggregationForm } from './aggregation.ts';
import { ask, REPAIRS } from './ask.ts';
import { bidForm } from './bid.ts';
import { claimForm } from './claim.ts';
import { entryForm } from './entry.ts';
import { type Form, readReply } from './form.ts';
import { planForm } from './plan.ts';
import { reviewForm } from './review.ts';
import { revisionForm } from './revision.ts';
import { routeForm } from './route.ts';

const names = ['ada', 'bob', 'cy'];
const read = (form: Form<unknown>, value: unknown) => readReply(typeof value === 'string' ? value : JSON.stringify(value), form);
const problem = (form: Form<unknown>, value: unknown) => {
  const reading = read(form, value);
  return reading.kind === 'unusable' ? reading.problem : null;
};
const FORMS: readonly (readonly [string, Form<unknown>, unknown])[] = [
  ['revision', revisionForm, { changed: false, answer: '4' }],
  ['aggregation', aggregationForm(names, 2), { answer: '4', follow_ups: [{ to: 'bob', question: 'Sure?' }] }],
  ['plan', planForm(names, 3), { subtasks: [{ to: 'cy', task: 'a' }] }],
  ['route', routeForm(names), { subtasks: [{ task: 'a', experts: [{ name: 'ada', weight: 1 }] }] }],
  ['bid', bidForm, { fit: 0, cost: 2, plan: 'so' }],
  ['review', reviewForm, { accept: true, reason: 'right' }],
  ['entry', entryForm(names), { type: 'endorsement', content: '', endorses: 'bob' }],
  ['claim', claimForm(names), { claims: [{ role: 'ada', fit: 1 }] }],
];

describe.each(FORMS)('the form %s', (_, form, valid) => {
  it('reads its JSON alone, inside a fenced block, and with members that it does not know', () => {
    expect(read(form, valid)).toEqual({ kind: 'value', value: valid });
    expect(read(form, `\`\`\`json\n${JSON.stringify(valid)}\n\`\`\``)).toEqual({ kind: 'value', value: valid });
    expect(read(form, { ...(valid as object), thought: 'hm' })).toEqual({ kind: 'value', value: valid });
  });

  it('finds every other reply unusable and says why, whatever it is', () => {
    for (const [text, why] of [
      ['', /empty/],
      [' \n', /empty/],
      ['Answer: 4', /not one JSON object/],
      [JSON.stringify(valid).slice(1), /not one JSON object/],
      ['[]', /reply/],
      ['null', /reply/],
      ['"4"', /reply/],
      ['{}', /./],
    ] as const)
      expect(problem(form, text)).toMatch(why);
    fc.assert(fc.property(fc.json(), (text) => ['value', 'unusable'].includes(read(form, text).kind)));
  });
});

describe('what only the request knows', () => {
  it('names unknown agents with the nearest known one', () => {
    expect(problem(planForm(names, 3), { subtasks: [{ to: 'adda', task: 'a' }] })).toMatch(/"adda" is none of the names \(ada, bob, cy\); did you mean "ada"/);
    expect(problem(routeForm(names), { subtasks: [{ task: 'a', experts: [{ name: 'zoe', weight: 1 }] }] })).toMatch(/subtasks\.0\.experts: "zoe"/);
    expect(problem(claimForm(['cook']), { claims: [{ role: 'cok', fit: 1 }] })).toMatch(/did you mean "cook"/);
    expect(problem(aggregationForm(names, 2), { answer: '4', follow_ups: [{ to: '__proto__', question: 'x' }] })).toMatch(/__proto__/);
  });

  it('allows no empty plan, no name twice, and no more items than there is someone for', () => {
    expect(problem(planForm(names, 3), { subtasks: [] })).toMatch(/subtasks/);
    expect(problem(planForm(names, 3), { subtasks: ['ada', 'ada'].map((to) => ({ to, task: 'a' })) })).toMatch(/"ada" stands twice/);
    const many = Array.from({ length: 500 }, (_, index) => ({ to: `role ${index}`, task: 'a' }));
    expect(problem(planForm(null, 4), { subtasks: many })).toMatch(/there are 500, and at most 4 are allowed/);
    const routed = many.map(({ task }) => ({ task, experts: [{ name: 'ada', weight: 1 }] }));
    expect(problem(routeForm(names), { subtasks: routed })).toMatch(/there are 500, and at most 3/);
    const questions = names.map((to) => ({ to, question: 'x' }));
    expect(problem(aggregationForm(names, 2), { answer: '4', follow_ups: questions })).toMatch(/at most 2/);
    expect((problem(planForm(names, 3), { subtasks: many }) ?? '').length).toBeLessThan(2000);
  });

  it('lets a plan make up roles where no names are given', () => {
    expect(read(planForm(null, 2), { subtasks: [{ to: 'cook', task: 'a' }] }).kind).toBe('value');
  });

  it('endorses what was seen only, and writes nothing blank', () => {
    expect(problem(entryForm([]), { type: 'endorsement', endorses: 'ada' })).toMatch(/no solution/);
    expect(problem(entryForm(names), { type: 'endorsement' })).toMatch(/missing/);
    expect(problem(entryForm(names), { type: 'endorsement', endorses: 'zoe' })).toMatch(/"zoe"/);
    expect(problem(entryForm(names), { type: 'solution', content: ' ' })).toMatch(/blank/);
    expect(read(entryForm([]), { type: 'nothing' }).kind).toBe('value');
  });

  it('keeps numbers in their range', () => {
    for (const bid of [
      { fit: 1.1, cost: 1 },
      { fit: 0.5, cost: 0 },
      { fit: '1', cost: 1 },
      { fit: -1, cost: 1 },
    ])
      expect(problem(bidForm, bid)).toMatch(/fit|cost/);
  });
});

describe('a repair', () => {
  const mesh = bindEach(template('mesh', 2));
  const asks: Pattern = {
    name: 'asks',
    version: 1,
    run: async (context) => {
      const node = context.topology.nodes[0] ?? '';
      const reply = await ask(context, { node, round: 0, ordinal: 1, purpose: 'bid', instruction: 'Bid.', inputs: [] }, bidForm);
      return reply.kind === 'value' ? { kind: 'answer', text: String(reply.value.fit) } : { kind: 'failed', message: reply.message };
    },
  };

  it('asks again in new turns, showing the reply and what is wrong with it', async () => {
    const replies = ['no', '{"fit":2,"cost":1}', '{"fit":0.25,"cost":1}'];
    const played = await play(asks, mesh, ({ ordinal }) => replies[ordinal - 3] ?? null);
    expect(played.end).toMatchObject({ outcome: { kind: 'answer', text: '0.25' } });
    expect(played.requests.map((request) => [request.ordinal, request.own, request.problem])).toEqual([
      [3, null, undefined],
      [4, 'no', expect.stringContaining('not one JSON object')],
      [5, '{"fit":2,"cost":1}', expect.stringContaining('fit')],
    ]);
    expect(played.requests[2]?.prompt().user).toMatch(/could not be used:\n<untrusted from="check">\nfit: /);
  });

  it('ends after its last attempt, and is no remedy for a call that fails', async () => {
    const stubborn = await play(asks, mesh, () => 'no');
    expect(stubborn.calls).toHaveLength(REPAIRS + 1);
    expect(stubborn.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringMatching(/no usable bid after 2 repairs/) } });
    const down = await play(asks, mesh, () => new Error('down'));
    expect(down.calls).toHaveLength(1);
    expect(down.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringContaining('down') } });
  });
});

describe('addressees', () => {
  it('are named by their agents, each apart even when one agent fills several nodes', () => {
    const graph = template('mesh', 5);
    const bound = bindTopology(graph, [...roster(2), { id: 'a1 (2)', skills: ['algebra'], model: null }], {
      answering: graph.nodes.map(({ id }) => id),
      parameters: {},
    });
    const people = addressees(bound, bound.nodes);
    expect(new Set(people.names).size).toBe(5);
    for (const node of bound.nodes) expect(people.node(people.name(node))).toBe(node);
    expect(people.choices[2]).toEqual({ name: 'a1 (2)', skills: ['algebra'] });
    expect(people.node('peer_1')).toBeUndefined();
  });
});
