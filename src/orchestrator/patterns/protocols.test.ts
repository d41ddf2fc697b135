import { describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '#models';
import { type AttributeValue, freezeGraph, type TopologyKind, template } from '#topology';
import { type Answering, bindEach, freeText, type Played, type PlayOptions, play } from '../testing/harness.ts';
import { matched, selfConsistency } from './controls.ts';
import { patternOf } from './registry.ts';

type Graph = Parameters<typeof bindEach>[0];
type Parameters_ = Readonly<Record<string, AttributeValue>>;

function run(graph: Graph, answering: Answering, options: PlayOptions & { parameters?: Parameters_ } = {}): Promise<Played> {
  return play(patternOf(graph.kind!), bindEach(graph, options.parameters), answering, options);
}

const onTemplate = (kind: TopologyKind, size: number, answering: Answering, options: PlayOptions & { parameters?: Parameters_ } = {}): Promise<Played> =>
  run(template(kind, size), answering, options);

/** Replies by node, one per round; the last one repeats. */
function script(replies: Readonly<Record<string, readonly (string | null | ModelReply)[]>>): Answering {
  return (request) => {
    const lines = replies[nodeOf(request)] ?? replies['*'] ?? [null];
    return lines[Math.min(request.round, lines.length - 1)] ?? null;
  };
}

const nodeOf = (request: Pick<ModelRequest, 'agent'>): string => request.agent.id.replace('agent of ', '');
const answerOf = ({ end }: Played): unknown => (end.kind === 'outcome' && end.outcome.kind === 'answer' ? end.outcome.text : end);
const failed: ModelReply = {
  kind: 'failed',
  reason: 'refusal',
  message: 'no',
  usage: { inputTokens: 1, cachedInputTokens: null, outputTokens: 0, reasoningTokens: null },
  costUsd: null,
  latencyMs: null,
};
const roundsOf = (played: Played): number => new Set(played.history.turns.map((turn) => turn.round)).size;

describe('mesh', () => {
  it('stops after the first round when every member has an equivalent answer', async () => {
    const played = await onTemplate('mesh', 3, script({ peer_1: ['18'], peer_2: ['Answer: 18.0'], peer_3: ['18.00'] }));
    expect(roundsOf(played)).toBe(1);
    expect(answerOf(played)).toBe('18');
  });

  it('does not take silence for agreement', async () => {
    const played = await onTemplate('mesh', 3, script({ peer_1: ['18'], peer_2: ['18'], peer_3: [null, '18'] }));
    expect(roundsOf(played)).toBe(2);
  });

  it('stops at a standstill, absent answers included', async () => {
    const played = await onTemplate('mesh', 3, script({ peer_1: ['1', '1.0'], peer_2: ['2'], peer_3: [null, ''] }), { parameters: { max_rounds: 9 } });
    expect(roundsOf(played)).toBe(2);
    expect(answerOf(played)).toBe('1.0');
  });

  it('plays every round when it is told to', async () => {
    const played = await onTemplate('mesh', 3, script({ '*': ['5'] }), { parameters: { max_rounds: 4, stop: 'rounds' } });
    expect(played.calls).toHaveLength(12);
  });

  it('stops at its last round while members still disagree', async () => {
    const played = await onTemplate('mesh', 2, script({ peer_1: ['1', '2', '3', '4'], peer_2: ['5', '6', '7', '8'] }), { parameters: { max_rounds: 2 } });
    expect(roundsOf(played)).toBe(2);
    expect(answerOf(played)).toBe('2');
  });

  it('shows each member the last answers of its neighbours only, its own apart', async () => {
    const line = freezeGraph({
      kind: 'mesh',
      nodes: ['x', 'y', 'z'].map((id) => ({ id, role: 'peer' })),
      edges: [
        { from: 'y', to: 'x', kind: 'peers_with' },
        { from: 'y', to: 'z', kind: 'peers_with' },
      ],
    });
    const played = await run(line, script({ x: ['1'], y: ['2'], z: ['3'] }), { parameters: { max_rounds: 2 } });
    const revisions = played.requests.filter((request) => request.round === 1);
    expect(revisions.map((request) => [nodeOf(request), request.own, request.shown.map((message) => message.text)])).toEqual([
      ['x', '1', ['2']],
      ['y', '2', ['1', '3']],
      ['z', '3', ['2']],
    ]);
  });

  it('keeps the last answer of a member whose revision fails', async () => {
    const played = await onTemplate('mesh', 3, script({ peer_1: ['1'], peer_2: ['2', failed], peer_3: ['2'] }), { parameters: { max_rounds: 2 } });
    expect(answerOf(played)).toBe('2');
    expect(played.totals.failedTurns).toBe(1);
  });

  it('goes on without members that take no part, and asks them no more', async () => {
    const played = await onTemplate('mesh', 4, script({ peer_1: ['1', '3'], peer_2: [{ kind: 'no_part' }], peer_3: ['2', { kind: 'ended' }], peer_4: ['4'] }));
    const asked = (round: number) => played.requests.filter((request) => request.round === round).map(nodeOf);
    expect([asked(0), asked(1), asked(2)]).toEqual([
      ['peer_1', 'peer_2', 'peer_3', 'peer_4'],
      ['peer_1', 'peer_3', 'peer_4'],
      ['peer_1', 'peer_4'],
    ]);
    expect(played.totals.turns).toBe(7);
  });

  it('answers with the round before when the recorded experiment had ended', async () => {
    const played = await onTemplate('mesh', 3, (request) => (request.round === 1 ? { kind: 'ended' } : nodeOf(request) === 'peer_1' ? '7' : '8'));
    expect(answerOf(played)).toBe('8');
    expect(played.totals.turns).toBe(3);
  });
});

describe('votes', () => {
  it('go to the first in node order at a tie, in its own words', async () => {
    const played = await onTemplate('swarm', 5, script({ solver_1: ['Answer: 9'], solver_2: ['4'], solver_3: ['4.0'], solver_4: ['9'] }));
    expect(answerOf(played)).toBe('Answer: 9');
  });

  it('do not count answers that are not there', async () => {
    const played = await onTemplate('swarm', 5, script({ solver_1: [null], solver_2: [' '], solver_3: [failed], solver_4: ['3'] }));
    expect(answerOf(played)).toBe('3');
  });

  it('count an answer that cannot be read as a class of its own', async () => {
    const played = await onTemplate('swarm', 5, script({ solver_1: ['dunno'], solver_2: ['dunno'], solver_3: ['3'], solver_4: ['3'] }));
    expect(answerOf(played)).toBe('3');
  });

  it('are taken over the samples of one agent, which differ in nothing but their ordinal', async () => {
    const topology = bindEach(freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent' }], edges: [] }), { samples: 3 });
    const played = await play(selfConsistency, topology, (request) => (request.ordinal === 0 ? '1' : '2'));
    expect(answerOf(played)).toBe('2');
    expect(new Set(played.requests.map(({ ordinal, prompt, ...rest }) => JSON.stringify([rest, prompt()])))).toHaveProperty('size', 1);
  });
});

describe('matched', () => {
  const using = (inputTokens: number | null): Answering => {
    const usage = { inputTokens, cachedInputTokens: 0, outputTokens: 10, reasoningTokens: 0 };
    return ({ ordinal }) => ({ kind: 'reply', text: ordinal === 0 ? '1' : '2', usage, costUsd: null, latencyMs: null });
  };
  const withTokens = (parameters: Parameters_, answering: Answering): Promise<Played> =>
    play(matched, bindEach(freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent' }], edges: [] }), parameters), answering);

  it.each([
    [1, 1, '1'],
    [99, 1, '1'],
    [100, 2, '1'],
    [299, 5, '2'],
    [300, 6, '2'],
  ])('with %i tokens takes %i samples of 50, the first in any case, and votes', async (tokens, samples, answer) => {
    const played = await withTokens({ tokens }, using(40));
    expect(played.requests.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: samples }, (_, index) => index));
    expect(answerOf(played)).toBe(answer);
  });

  it('is unscored where the tokens of its arm or of a sample are unknown', async () => {
    const unknown = await withTokens({}, using(40));
    expect(unknown).toMatchObject({ requests: [], end: { kind: 'error', error: { code: 'model.not_recorded' } } });
    expect(await withTokens({ tokens: 300 }, using(null))).toMatchObject({ end: { kind: 'error', error: { code: 'model.not_recorded' } } });
  });

  it('ends also for an agent that says it uses nothing', async () => {
    const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
    const played = await withTokens({ tokens: 5 }, () => ({ kind: 'reply', text: '1', usage, costUsd: null, latencyMs: null }));
    expect(played.requests).toHaveLength(1000);
  });
});

describe('swarm', () => {
  it('gives free text to the aggregator, which sees every attempt that said something', async () => {
    const played = await onTemplate(
      'swarm',
      5,
      script({ solver_1: ['one'], solver_2: [' '], solver_3: [failed], solver_4: ['two'], aggregator: ['x', 'both'] }),
      {
        scorer: freeText,
      },
    );
    expect(answerOf(played)).toBe('both');
    expect(played.requests.at(-1)?.shown).toEqual([
      { from: 'agent of solver_1', text: 'one' },
      { from: 'agent of solver_4', text: 'two' },
    ]);
    expect(played.totals.turns).toBe(5);
  });

  it('does not trouble the aggregator when nobody said anything', async () => {
    const played = await onTemplate('swarm', 3, script({ '*': [''] }), { scorer: freeText });
    expect(played.end).toMatchObject({ outcome: { kind: 'failed' } });
    expect(played.calls).toHaveLength(2);
  });

  it('votes on free text where it has no aggregator, or is told to', async () => {
    const nodes = ['p', 'q', 'r'].map((id) => ({ id, role: 'solver' }));
    const replies = script({ p: ['cat'], q: ['dog '], r: ['dog'] });
    expect(answerOf(await run(freezeGraph({ kind: 'swarm', nodes, edges: [] }), replies, { scorer: freeText }))).toBe('dog ');
    const told = await onTemplate('swarm', 4, script({ solver_1: ['cat'], solver_2: ['dog'], solver_3: ['dog'] }), {
      scorer: freeText,
      parameters: { combine: 'vote' },
    });
    expect([answerOf(told), told.calls.length]).toEqual(['dog', 3]);
  });

  it('aggregates numbers when it is told to', async () => {
    const played = await onTemplate('swarm', 3, script({ '*': ['1', '2'] }), { parameters: { combine: 'aggregate' } });
    expect(answerOf(played)).toBe('2');
  });

  it('takes a dispatcher for no attempt', async () => {
    const nodes = ['boss', 'p', 'q', 'sum'].map((id) => ({ id, role: id === 'sum' ? 'aggregator' : id === 'boss' ? 'dispatcher' : 'solver' }));
    const edges = ['p', 'q'].flatMap((id) => [
      { from: 'boss', to: id, kind: 'routes_to' as const },
      { from: id, to: 'sum', kind: 'pipes_to' as const },
    ]);
    const played = await run(freezeGraph({ kind: 'swarm', nodes, edges }), script({ '*': ['6'] }));
    expect(played.requests.map(nodeOf)).toEqual(['p', 'q']);
  });
});

const stages = (ids: readonly string[], edges: readonly (readonly [string, string])[], kind: 'pipes_to' | null = 'pipes_to'): Graph =>
  freezeGraph({
    kind: 'pipeline',
    nodes: ids.map((id) => ({ id, role: 'stage' })),
    edges: edges.map(([from, to]) => (kind === null ? { from, to } : { from, to, kind })),
  });

describe('pipeline', () => {
  it('hands each output to the next stage, which does not see the ones before', async () => {
    const played = await onTemplate('pipeline', 3, (request) => `${request.shown.map((message) => message.text).join()}>${nodeOf(request)}`);
    expect(answerOf(played)).toBe('>planner>builder>reviewer');
  });

  it('runs over edges whose kind was left out, in the direction in which they are written', async () => {
    const played = await run(stages(['last', 'first'], [['first', 'last']], null), (request) => nodeOf(request));
    expect(played.requests.map(nodeOf)).toEqual(['first', 'last']);
    expect(answerOf(played)).toBe('last');
  });

  it('is not confused by other edges beside the stages', async () => {
    const graph = stages(
      ['p', 'q', 'r'],
      [
        ['p', 'q'],
        ['q', 'r'],
      ],
    );
    const more = freezeGraph({
      ...graph,
      edges: [...graph.edges, { from: 'r', to: 'p', kind: 'reports_to' as const }, { from: 'p', to: 'r', kind: 'peers_with' as const }],
    });
    const played = await run(more, (request) => nodeOf(request));
    expect(played.requests.map((request) => request.shown.length)).toEqual([0, 1, 1]);
    expect(answerOf(played)).toBe('r');
  });

  it('runs stages without a path between them in parallel, and joins in node order', async () => {
    const played = await run(
      stages(
        ['s', 'a', 'b', 'c', 'd'],
        [
          ['s', 'a'],
          ['s', 'b'],
          ['b', 'c'],
          ['a', 'd'],
          ['c', 'd'],
        ],
      ),
      (request) => nodeOf(request),
      { delays: 2 },
    );
    expect(played.peak).toBe(2);
    expect(played.requests.at(-1)?.shown.map((message) => message.text)).toEqual(['a', 'c']);
  });

  it('answers with all last stages when there are several', async () => {
    const played = await run(
      stages(
        ['s', 'a', 'b'],
        [
          ['s', 'b'],
          ['s', 'a'],
        ],
      ),
      (request) => nodeOf(request),
    );
    expect(answerOf(played)).toBe('a\n\nb');
  });

  it('fails at the stage that fails and starts none behind it', async () => {
    const played = await onTemplate('pipeline', 4, script({ planner: ['x'], builder_1: [failed] }));
    expect(played.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringContaining('builder_1') } });
    expect(played.calls).toHaveLength(2);
  });

  it('fails loudly when its stages form a cycle', async () => {
    const played = await run(
      stages(
        ['p', 'q'],
        [
          ['p', 'q'],
          ['q', 'p'],
        ],
      ),
      () => 'x',
    );
    expect(played.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringContaining('cycle') } });
    expect(played.calls).toEqual([]);
  });
});

describe('debate', () => {
  const speech: Answering = (request) => (request.shape === 'judgement' ? 'Answer: 3' : `${nodeOf(request)}${request.round}`);

  it('alternates the sides; each sees the other side’s last statement and its own', async () => {
    const played = await onTemplate('debate', 3, speech);
    expect(played.requests.map((request) => [nodeOf(request), request.own, ...request.shown.map((message) => message.text)])).toEqual([
      ['proposer', null],
      ['critic', null, 'proposer0'],
      ['proposer', 'proposer0', 'critic0'],
      ['critic', 'critic0', 'proposer1'],
      ['judge', null, 'proposer0', 'critic0', 'proposer1', 'critic1'],
    ]);
    expect(answerOf(played)).toBe('Answer: 3');
    expect(played.peak).toBe(1);
  });

  it('plays as many rounds as it is told, one after the other even when replies dawdle', async () => {
    const played = await onTemplate('debate', 4, speech, { parameters: { rounds: 3 }, delays: 4 });
    expect(played.calls).toHaveLength(10);
    expect(played.peak).toBe(1);
  });

  it('asks proposers and critics for different things', async () => {
    const played = await onTemplate('debate', 3, speech);
    const [first, second] = played.requests.map((request) => request.prompt().user);
    expect([first?.includes('Argue for'), second?.includes('Challenge the answer')]).toEqual([true, true]);
  });

  it('takes a failed statement for silence: the other side still sees the one before', async () => {
    const played = await onTemplate('debate', 3, (request) => (nodeOf(request) === 'proposer' && request.round === 1 ? failed : speech(request)));
    expect(played.requests[3]?.shown.map((message) => message.text)).toEqual(['proposer0']);
    expect(played.requests[4]?.shown.map((message) => message.text)).toEqual(['proposer0', 'critic0', 'critic1']);
  });

  it('fails without a judgement, and without any statement', async () => {
    const mute = await onTemplate('debate', 3, () => null);
    expect(mute.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringContaining('no side') } });
    const undecided = await onTemplate('debate', 3, (request) => (request.shape === 'judgement' ? '' : 'x'));
    expect(undecided.end).toMatchObject({ outcome: { kind: 'failed', message: expect.stringContaining('judge') } });
  });
});
