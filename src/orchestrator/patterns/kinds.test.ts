import { describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '#models';
import { type AttributeValue, freezeGraph, type TopologyKind, template } from '#topology';
import { type Answering, bindEach, counted, freeText, type Played, type PlayOptions, play } from '../testing/harness.ts';
import { speaking, unformed } from '../testing/well-formed.ts';
import { patternOf } from './registry.ts';

type Graph = Parameters<typeof bindEach>[0];
type Options = PlayOptions & { parameters?: Readonly<Record<string, AttributeValue>> };

function run(graph: Graph, answering: Answering, options: Options = {}): Promise<Played> {
  if (graph.kind === null) throw new Error('a kind is needed');
  return play(patternOf(graph.kind), bindEach(graph, options.parameters), speaking(answering), options);
}
const onTemplate = (kind: TopologyKind, size: number, answering: Answering, options: Options = {}) => run(template(kind, size), answering, options);

const nodeOf = (request: Pick<ModelRequest, 'agent'>): string => request.agent.id.replace('agent of ', '');
const answerOf = ({ end }: Played): unknown => (end.kind === 'outcome' && end.outcome.kind === 'answer' ? end.outcome.text : end);
const failureOf = ({ end }: Played): unknown => (end.kind === 'outcome' && end.outcome.kind === 'failed' ? end.outcome.message : end);
const json = (request: ModelRequest, value: unknown): ModelReply => counted(request, unformed(JSON.stringify(value)));
const acts = ({ requests }: Played): readonly string[] => requests.map((request) => `${nodeOf(request)} ${request.shape} ${request.round}`);
const heard = (request: ModelRequest | undefined): readonly (string | null)[] => request?.shown.map((message) => message.text) ?? ['no request'];

describe('ring', () => {
  const says =
    (answers: Readonly<Record<string, readonly string[]>>, changed = true): Answering =>
    (request) => {
      const own = answers[nodeOf(request)] ?? answers['*'] ?? [];
      return json(request, { changed, answer: own[Math.min(request.round, own.length - 1)] });
    };

  it('hands the answer of each member to the next one only, its own last reply apart', async () => {
    const played = await onTemplate('ring', 3, says({ refiner_1: ['1', '4', '7'], refiner_2: ['2', '5', '8'], refiner_3: ['3', '6', '9'] }));
    expect(played.requests.map((request) => heard(request).join())).toEqual(['', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(played.requests[3]?.own).toBe('{"changed":true,"answer":"1"}');
    expect(answerOf(played)).toBe('9');
  });

  it('ends after the first lap without change, but not before its least number of laps', async () => {
    expect((await onTemplate('ring', 3, says({ '*': ['18', '18.0'] }))).calls).toHaveLength(6);
    expect((await onTemplate('ring', 3, says({ '*': ['18'] }), { parameters: { min_laps: 3 } })).calls).toHaveLength(9);
    expect((await onTemplate('ring', 3, says({ '*': ['18'], refiner_2: ['18', '19', '18'] }))).calls).toHaveLength(9);
  });

  it('believes the flag where answers cannot be compared, and the scorer where they can', async () => {
    const restless = says({ refiner_1: ['1', '2', '3'], '*': ['x'] }, false);
    expect((await onTemplate('ring', 2, restless, { scorer: freeText })).calls).toHaveLength(4);
    expect((await onTemplate('ring', 2, restless)).calls).toHaveLength(6);
  });

  it('passes a silent member by: the next one hears what that one last said, or nothing', async () => {
    const played = await onTemplate('ring', 3, (request) =>
      nodeOf(request) === 'refiner_2' && request.round !== 1 ? new Error('down') : `${nodeOf(request)}${request.round}`,
    );
    const third = played.requests.filter((request) => nodeOf(request) === 'refiner_3').map(heard);
    expect(third).toEqual([[], ['refiner_21'], ['refiner_21']]);
  });

  it('does not run over members that form no ring', async () => {
    const graph = freezeGraph({ kind: 'ring', nodes: ['a', 'b', 'c'].map((id) => ({ id, role: 'r' })), edges: [{ from: 'a', to: 'b', kind: 'pipes_to' }] });
    expect(failureOf(await run(graph, () => 'x'))).toMatch(/one ring/);
  });
});

describe('flat', () => {
  const input = 'Work out:\n1. a\n2. b\n3. c';
  it('gives each part to one member in turn, at once and without exchange, and joins the results in order', async () => {
    const played = await onTemplate('flat', 2, (request) => `${nodeOf(request)} ${request.part}`, { input, delays: 4 });
    expect(answerOf(played)).toBe('worker_1 1. a\n\nworker_2 2. b\n\nworker_1 3. c');
    expect(played.peak).toBe(3);
    expect(played.requests.every((request) => request.shown.length === 0 && request.own === null)).toBe(true);
  });

  it('gives a task of one part to the first member alone', async () => {
    const played = await onTemplate('flat', 4, () => '42');
    expect(acts(played)).toEqual(['worker_1 answer 0']);
    expect(played.requests[0]?.part).toBeUndefined();
  });

  it('fails when a part has no result', async () => {
    expect(failureOf(await onTemplate('flat', 3, (request) => (request.part === '2. b' ? null : 'x'), { input }))).toMatch(/worker_2/);
  });
});

describe('hub_spoke', () => {
  const aggregated = (follow_ups: readonly unknown[]) => (request: ModelRequest) => json(request, { answer: 'all', follow_ups });

  it('briefs all spokes alike, has them work at once, and aggregates what they give', async () => {
    const played = await onTemplate('hub_spoke', 4, (request) => (request.shape === 'aggregation' ? aggregated([])(request) : `${nodeOf(request)}!`));
    expect(acts(played)).toEqual(['hub brief 0', 'spoke_1 answer 0', 'spoke_2 answer 0', 'spoke_3 answer 0', 'hub aggregation 0']);
    for (const work of played.requests.slice(1, 4)) expect(work.shown).toEqual([{ from: 'agent of hub', text: 'hub!', asks: true }]);
    expect(heard(played.requests[4])).toEqual(['spoke_1!', 'spoke_2!', 'spoke_3!']);
    expect(answerOf(played)).toBe('all');
  });

  it('puts its questions to the spokes that it names, each of which sees its own question only, and no more than allowed', async () => {
    const played = await onTemplate('hub_spoke', 4, (request) => {
      if (request.shape !== 'aggregation') return `${nodeOf(request)} ${request.round}`;
      const names = request.choices?.map((choice) => choice.name) ?? [];
      return aggregated(names.slice(0, 2).map((to) => ({ to, question: `${to}?` })))(request);
    });
    expect(acts(played).slice(4)).toEqual(['hub aggregation 0', 'spoke_1 answer 1', 'spoke_2 answer 1', 'hub combination 3']);
    expect(heard(played.requests[5])).toEqual(['agent of spoke_1?']);
    expect(played.requests[5]?.own).toBe('spoke_1 0');
    expect(heard(played.requests[7])).toEqual(['spoke_1 1', 'spoke_2 1', 'spoke_3 0']);
  });
});

describe('hierarchical', () => {
  it('plans level by level, shows each report its own subtask only, and synthesises upward', async () => {
    const played = await onTemplate('hierarchical', 7, (request) => {
      if (request.shape !== 'plan') return `${nodeOf(request)}.`;
      return json(request, { subtasks: (request.choices ?? []).slice(0, 2).map(({ name }) => ({ to: name, task: `for ${name}` })) });
    });
    expect([...acts(played)].sort()).toEqual(
      ['manager_1 combination 1', 'manager_1 plan 0', 'manager_2 combination 1', 'manager_2 plan 0', 'worker_1 answer 0', 'worker_5 answer 0'].sort(),
    );
    const of = (node: string, shape: string) => played.requests.find((request) => nodeOf(request) === node && request.shape === shape);
    expect(heard(of('manager_2', 'plan'))).toEqual(['for agent of manager_2']);
    expect(heard(of('worker_5', 'answer'))).toEqual(['for agent of worker_5']);
    expect(heard(of('manager_2', 'combination'))).toEqual(['for agent of manager_2', 'worker_5.']);
    expect(heard(of('manager_1', 'combination'))).toEqual(['manager_2.', 'worker_1.']);
    expect(answerOf(played)).toBe('manager_1.');
  });

  it('goes on without the branches that are silent, and fails with a reason when all are', async () => {
    const played = await onTemplate('hierarchical', 7, (request) => (nodeOf(request) === 'manager_2' ? unformed('{"subtasks":[]}') : nodeOf(request)));
    expect(answerOf(played)).toBe('manager_1');
    expect(failureOf(await onTemplate('hierarchical', 3, (request) => (request.shape === 'answer' ? null : 'x')))).toMatch(/worker_1 gave nothing/);
    expect(failureOf(await onTemplate('hierarchical', 3, () => unformed('{"subtasks":[]}')))).toMatch(/no plan.*after 2 repairs/);
  });

  it('fails before its first turn where everyone has a manager, or a subtask could not get down', async () => {
    const nodes = ['a', 'b'].map((id) => ({ id, role: 'r' }));
    const cycle = freezeGraph({
      kind: 'hierarchical',
      nodes,
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    });
    const upOnly = freezeGraph({ kind: 'hierarchical', nodes, edges: [{ from: 'b', to: 'a', kind: 'reports_to' }] });
    for (const [graph, why] of [
      [cycle, /everyone has a manager/],
      [upOnly, /needs delegates_to/],
    ] as const) {
      const played = await run(graph, () => 'x');
      expect(failureOf(played)).toMatch(why);
      expect(played.calls).toEqual([]);
    }
  });

  it('hands a report with two managers, or one in a cycle below the root, its work once', async () => {
    const nodes = ['r', 'm', 'n', 'w'].map((id) => ({ id, role: 'x' }));
    const pairs = [
      ['r', 'm'],
      ['r', 'n'],
      ['m', 'w'],
      ['n', 'w'],
      ['w', 'm'],
    ] as const;
    const graph = freezeGraph({ kind: 'hierarchical', nodes, edges: pairs.map(([from, to]) => ({ from, to, kind: 'delegates_to' as const })) });
    expect(acts(await run(graph, () => 'x')).filter((act) => act.startsWith('w'))).toEqual(['w answer 0']);
  });
});
