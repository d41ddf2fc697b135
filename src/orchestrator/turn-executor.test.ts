import { describe, expect, it } from 'vitest';
import { hash32 } from '#lib';
import type { ModelReply } from '#models';
import { freezeGraph, template } from '#topology';
import { canonicalRunLog } from './canonical-log.ts';
import type { Pattern, RunContext } from './pattern.ts';
import { patternOf } from './patterns/registry.ts';
import type { RunHistory } from './ports.ts';
import { type Answering, bindEach, COUNTED_PRICE, counted, play } from './testing/harness.ts';
import { turnKey } from './turn.ts';

const mesh = patternOf('mesh');
const pipeline = patternOf('pipeline');
const nodeOf = (agent: string): string => agent.replace('agent of ', '');
const dag = bindEach(
  freezeGraph({
    kind: 'pipeline',
    nodes: ['left', 'left 2', 'right', 'right 2', 'join'].map((id) => ({ id, role: 'stage' })),
    edges: [
      ['left', 'left 2'],
      ['right', 'right 2'],
      ['left 2', 'join'],
      ['right 2', 'join'],
    ].map(([from, to]) => ({ from: from!, to: to!, kind: 'pipes_to' as const })),
  }),
);
const ask = (context: RunContext, node: string, inputs: readonly Awaited<ReturnType<RunContext['turn']>>[] = [], ordinal = 0) =>
  context.turn({ node, round: 0, purpose: 'answer', ordinal, shape: 'answer', instruction: 'x', inputs });
const custom = (run: Pattern['run']): Pattern => ({ name: 'custom', version: 1, run });

describe('a message', () => {
  it('over a non-edge ends the run before the turn is asked for', async () => {
    const cheat = custom(async (context) => {
      const first = await ask(context, 'left');
      await ask(context, 'join', [first]);
      return { kind: 'answer', text: 'x' };
    });
    const { end, calls } = await play(cheat, dag, () => '1');
    expect(end).toMatchObject({ kind: 'error', error: { code: 'topology.non_edge', details: { from: 'left', to: 'join' } } });
    expect(calls).toHaveLength(1);
  });

  it('against the direction of a pipe is one over a non-edge', async () => {
    const cheat = custom(async (context) => {
      await ask(context, 'left', [await ask(context, 'left 2')]);
      return { kind: 'answer', text: 'x' };
    });
    expect((await play(cheat, dag, () => '1')).end).toMatchObject({ error: { code: 'topology.non_edge' } });
  });
});

describe('a turn', () => {
  it('cannot be asked for twice under one position', async () => {
    const twice = custom(async (context) => {
      await Promise.all([ask(context, 'left'), ask(context, 'left')]);
      return { kind: 'answer', text: 'x' };
    });
    expect((await play(twice, dag, () => '1')).end).toMatchObject({ error: { code: 'internal', message: expect.stringContaining('left/0/answer/0') } });
  });

  it('has a key that no node id can forge', () => {
    const keys = ['a/0', 'a%2F0', 'a', '%'].map((node) => turnKey({ node, round: 0, purpose: 'answer' }));
    expect(keys).toEqual(['a%2F0/0/answer/0', 'a%252F0/0/answer/0', 'a/0/answer/0', '%25/0/answer/0']);
  });

  it('is logged before its result is used', async () => {
    const played = await play(pipeline, dag, (request) => nodeOf(request.agent.id), {
      onCall: (key, log) => {
        if (key.startsWith('join')) expect(log.turns.map((turn) => turn.node).sort()).toEqual(['left', 'left 2', 'right', 'right 2']);
      },
      delays: 3,
    });
    expect(played.end.kind).toBe('outcome');
  });

  it('that was in flight when another branch ended the run is logged and counted; nothing starts after it', async () => {
    // The right branch is slow and answers after the left one has ended the run; its second stage must not begin.
    const played = await play(
      pipeline,
      dag,
      (request) => (nodeOf(request.agent.id) === 'left' ? { kind: 'not_recorded', message: 'gap' } : counted(request, 'x')),
      { delays: slowest('right', 'left') },
    );
    expect(played.end).toMatchObject({ kind: 'error', error: { code: 'model.not_recorded' } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(played.calls.map((key) => key.split('/')[0]).sort()).toEqual(['left', 'right']);
    expect(played.log.paid).toEqual(['right/0/stage/0']);
    expect(played.totals.turns).toBe(1);
  });
});

/** A number for `delays` under which the first node answers later than the second. */
function slowest(late: string, early: string): number {
  const delay = (salt: number, node: string) => hash32(`${salt}:${turnKey({ node, round: 0, purpose: 'answer' })}`) % 5;
  for (let salt = 1; ; salt++) if (delay(salt, late) > delay(salt, early) + 2) return salt;
}

describe('a logged turn', () => {
  const model: Answering = (request) => `Answer: ${request.agent.id.length}`;

  it('stops the run as diverged when the version of its protocol changes', async () => {
    const { history } = await play(mesh, bindEach(template('mesh', 3)), model);
    const { end } = await play({ ...mesh, version: mesh.version + 1 }, bindEach(template('mesh', 3)), model, { history });
    expect(end).toMatchObject({ error: { code: 'run.diverged', details: { turn: 'peer_1/0/answer/0' } } });
  });

  it('stops the run as diverged when its agent, its bound on output or what it was shown changes', async () => {
    const graph = template('pipeline', 2);
    const { history } = await play(pipeline, bindEach(graph), model);
    const others = bindEach(freezeGraph({ ...graph, nodes: graph.nodes.map((node) => ({ ...node, id: node.id })) }), { max_output_tokens: 9 });
    expect((await play(pipeline, others, model, { history })).end).toMatchObject({ error: { code: 'run.diverged' } });
    const edited: RunHistory = { ...history, turns: history.turns.map((turn, index) => (index === 0 ? { ...turn, text: 'tampered' } : turn)) };
    expect((await play(pipeline, bindEach(graph), model, { history: edited })).end).toMatchObject({
      error: { code: 'run.diverged', details: { turn: history.turns[1]!.key } },
    });
    const stranger = { ...bindEach(graph), agent: () => ({ id: 'stranger', skills: [], model: null }) };
    expect((await play(pipeline, stranger, model, { history })).end).toMatchObject({ error: { code: 'run.diverged' } });
  });
});

describe('values from outside the turns', () => {
  const drawing = custom(async (context) => ({
    kind: 'answer',
    text: `${await context.random('a')} ${await context.random('b')} ${await context.clock('now')}`,
  }));

  it('are logged and replayed, differ by label and seed, and stand in the canonical log without the times', async () => {
    const first = await play(drawing, dag, () => '');
    const again = await play(drawing, dag, () => '', { seed: 1 });
    const other = await play(drawing, dag, () => '', { seed: 2 });
    expect(again.end).toEqual(first.end);
    expect(other.end).not.toEqual(first.end);
    expect(canonicalRunLog(first.history).split('\n').filter(Boolean)).toHaveLength(2);
    const faked = { turns: [], values: first.history.values.map((value) => ({ ...value, value: 0.5 })) };
    const replayed = await play(drawing, dag, () => '', { history: faked });
    expect(replayed.end).toMatchObject({ outcome: { text: '0.5 0.5 0.5' } });
    expect(replayed.log.values).toHaveLength(3);
  });
});

const wait = (token: string): ModelReply => ({ kind: 'wait', token, question: `${token}?` });
/** The history after the outside has answered a waiting turn. */
const answered = (history: RunHistory, node: string, text: string): RunHistory => ({
  ...history,
  turns: history.turns.map((turn) => (turn.node === node && turn.status === 'waiting' ? { ...turn, status: 'done' as const, text } : turn)),
});

describe('a run that waits', () => {
  const person: Answering = (request) => (['left', 'right'].includes(nodeOf(request.agent.id)) ? wait(nodeOf(request.agent.id)) : nodeOf(request.agent.id));

  it.each([
    ['left', 'right'],
    ['right', 'left'],
  ])('for two answers goes on with each in turn (%s first) and repeats nothing', async (one, two) => {
    const start = await play(pipeline, dag, person);
    expect(start.end).toEqual({ kind: 'suspended' });
    expect(start.history.turns.map((turn) => [turn.node, turn.status, turn.token])).toEqual([
      ['left', 'waiting', 'left'],
      ['right', 'waiting', 'right'],
    ]);
    const half = await play(pipeline, dag, person, { history: answered(start.history, one, 'yes') });
    expect(half.end).toEqual({ kind: 'suspended' });
    expect(half.requests.map((request) => nodeOf(request.agent.id))).toEqual([`${one} 2`]);
    const whole = await play(pipeline, dag, person, { history: answered(half.history, two, 'no') });
    expect(whole.requests.map((request) => nodeOf(request.agent.id))).toEqual([`${two} 2`, 'join']);
    expect(whole.end).toEqual({ kind: 'outcome', outcome: { kind: 'answer', text: 'join' } });
  });

  it('lets other branches finish first, however slow they are', async () => {
    const oneWaits: Answering = (request) => (nodeOf(request.agent.id) === 'left' ? wait('w') : nodeOf(request.agent.id));
    for (let delays = 0; delays < 20; delays++) {
      const { end, log } = await play(pipeline, dag, oneWaits, { delays });
      expect(end).toEqual({ kind: 'suspended' });
      expect(log.turns.map((turn) => turn.node).sort()).toEqual(['left', 'right', 'right 2']);
    }
  });

  it('fails when another branch ends it meanwhile', async () => {
    const { end } = await play(pipeline, dag, (request) => (nodeOf(request.agent.id) === 'left' ? wait('w') : { kind: 'not_recorded', message: 'gap' }), {
      delays: 5,
    });
    expect(end).toMatchObject({ kind: 'error', error: { code: 'model.not_recorded' } });
  });

  it('counts its waiting turns as spent, before and after it is resumed', async () => {
    const topology = bindEach(template('mesh', 3));
    const all: Answering = (request) => wait(request.agent.id);
    const first = await play(mesh, topology, all, { budget: { turns: 2 } });
    expect(first.end).toMatchObject({ kind: 'error', error: { code: 'budget.exceeded' } });
    expect(first.history.turns.map((turn) => turn.status)).toEqual(['waiting', 'waiting', 'refused']);
    const second = await play(mesh, topology, all, { budget: { turns: 3 }, history: { ...first.history, turns: first.history.turns.slice(0, 2) } });
    expect([second.end.kind, second.budget.spent.turns]).toEqual(['suspended', 3]);
  });
});

describe('totals', () => {
  it('take the longest chain of messages for the latency, not the sum', async () => {
    const latency: Readonly<Record<string, number>> = { left: 10, 'left 2': 20, right: 100, 'right 2': 5, join: 1 };
    const { totals } = await play(pipeline, dag, (request) => ({ ...reply(request), latencyMs: latency[nodeOf(request.agent.id)]! }));
    expect(totals.latencyMs).toBe(106);
  });

  it('count a member’s own last turn into its chain', async () => {
    const { totals } = await play(mesh, bindEach(template('mesh', 2), { stop: 'rounds' }), (request) => ({
      ...reply(request),
      latencyMs: nodeOf(request.agent.id) === 'peer_1' ? 7 : 1,
    }));
    expect(totals.latencyMs).toBe(21);
  });

  it('call a figure unknown when one turn’s is, and leave the others', async () => {
    const { totals } = await play(pipeline, dag, (request) =>
      nodeOf(request.agent.id) === 'left' ? { ...reply(request), costUsd: null, usage: { ...reply(request).usage, cachedInputTokens: null } } : reply(request),
    );
    expect(totals).toMatchObject({ turns: 5, costUsd: null, cachedInputTokens: null, outputTokens: 35, latencyMs: 30 });
    const blind = await play(pipeline, dag, () => 'text without figures');
    expect(blind.totals).toMatchObject({ turns: 5, inputTokens: null, outputTokens: null, costUsd: null, latencyMs: null });
  });

  it('do not depend on the order in which turns ended', async () => {
    const prices: Readonly<Record<string, number>> = { left: 0.06, 'left 2': 1e15, right: 0.06, 'right 2': 0.06, join: 0.06 };
    const sums = new Set<number | null>();
    for (let delays = 0; delays < 12; delays++) {
      const { totals } = await play(pipeline, dag, (request) => ({ ...reply(request), costUsd: prices[nodeOf(request.agent.id)]! }), { delays });
      sums.add(totals.costUsd);
    }
    expect(sums.size).toBe(1);
  });

  it('hold the turns of the log that a stopped run did not come to again', async () => {
    const model: Answering = (request) => counted(request, 'x');
    const bound = await play(pipeline, dag, model, { budget: { turns: 3 }, model: { price: COUNTED_PRICE } });
    expect(bound.end).toMatchObject({ error: { code: 'budget.exceeded' } });
    const again = await play(pipeline, dag, () => new Error('never'), { budget: { turns: 3 }, model: { price: COUNTED_PRICE }, history: bound.history });
    expect(again.totals.turns).toBe(3);
    expect(again.totals.costUsd).toBe(bound.totals.costUsd);
  });
});

function reply(request: Parameters<typeof counted>[0]): Extract<ModelReply, { kind: 'reply' }> {
  const made = counted(request, nodeOf(request.agent.id));
  if (made.kind !== 'reply') throw new Error('counted gives replies');
  return made;
}
