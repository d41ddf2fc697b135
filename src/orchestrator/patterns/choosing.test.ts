import { describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '#models';
import { type AttributeValue, freezeGraph, type TopologyKind, template } from '#topology';
import { type Answering, bindEach, counted, freeText, type Played, type PlayOptions, play } from '../testing/harness.ts';
import { speaking, unformed } from '../testing/well-formed.ts';
import { assignRoles } from './circles.ts';
import { patternOf } from './registry.ts';

type Options = PlayOptions & { parameters?: Readonly<Record<string, AttributeValue>> };
const onTemplate = (kind: TopologyKind, size: number, answering: Answering, options: Options = {}): Promise<Played> =>
  play(patternOf(kind), bindEach(template(kind, size), options.parameters), speaking(answering), options);

const nodeOf = (request: Pick<ModelRequest, 'agent'>): string => request.agent.id.replace('agent of ', '');
const answerOf = ({ end }: Played): unknown => (end.kind === 'outcome' && end.outcome.kind === 'answer' ? end.outcome.text : end);
const failureOf = ({ end }: Played): unknown => (end.kind === 'outcome' && end.outcome.kind === 'failed' ? end.outcome.message : end);
const json = (request: ModelRequest, value: unknown): ModelReply => counted(request, unformed(JSON.stringify(value)));
const acts = ({ requests }: Played): readonly string[] => requests.map((request) => `${nodeOf(request)} ${request.shape} ${request.round}`);
const heard = (request: ModelRequest | undefined): readonly (string | null)[] => request?.shown.map((message) => message.text) ?? ['no request'];

describe('star_moe', () => {
  const routed =
    (weights: Readonly<Record<string, number>>, answers: Readonly<Record<string, string>>): Answering =>
    (request) =>
      request.shape === 'route'
        ? json(request, { subtasks: [{ task: 'go', experts: Object.entries(weights).map(([node, weight]) => ({ name: `agent of ${node}`, weight })) }] })
        : (answers[nodeOf(request)] ?? `${nodeOf(request)} of ${request.shape}`);

  it('runs the experts with the highest weights only, and lets their weights vote', async () => {
    const weights = { expert_1: 0.2, expert_2: 0.5, expert_3: 0.9, expert_4: 0.3 };
    const answers = { expert_1: '1', expert_2: '2', expert_3: '3', expert_4: '2.0' };
    const two = await onTemplate('star_moe', 6, routed(weights, answers));
    expect(acts(two)).toEqual(['router route 0', 'expert_2 answer 0', 'expert_3 answer 0']);
    expect(heard(two.requests[1])).toEqual(['go']);
    expect(answerOf(two)).toBe('3');
    expect(answerOf(await onTemplate('star_moe', 6, routed({ ...weights, expert_3: 0.6 }, answers), { parameters: { top_k: 3 } }))).toBe('2');
  });

  it('takes the experts that come first where weights are equal', async () => {
    const played = await onTemplate('star_moe', 5, routed({ expert_4: 0.5, expert_2: 0.5, expert_1: 0.5 }, {}));
    expect(acts(played).slice(1)).toEqual(['expert_1 answer 0', 'expert_2 answer 0']);
  });

  it('has the router combine where answers cannot be compared, and where there are several subtasks', async () => {
    const free = await onTemplate('star_moe', 4, routed({ expert_1: 1, expert_3: 1 }, {}), { scorer: freeText });
    expect(acts(free).at(-1)).toBe('router combination 1');
    expect(heard(free.requests.at(-1))).toEqual(['expert_1 of answer', 'expert_3 of answer']);
    const two = await onTemplate('star_moe', 4, (request) =>
      request.shape === 'route'
        ? json(request, { subtasks: ['a', 'b'].map((task) => ({ task, experts: [{ name: 'agent of expert_1', weight: 1 }] })) })
        : `${heard(request).join()}!`,
    );
    expect(answerOf(two)).toBe('a!,b!!');
    expect(two.history.turns.map((turn) => turn.key)).toContain('expert_1/0/work/1');
  });

  it('fails without a route, and when no expert has a result', async () => {
    expect(failureOf(await onTemplate('star_moe', 4, routed({ nobody: 1 }, {})))).toMatch(/no route.*"agent of nobody"/);
    expect(failureOf(await onTemplate('star_moe', 3, (request) => (request.shape === 'answer' ? null : 'x')))).toMatch(/expert_1/);
  });
});

describe('market', () => {
  const bids =
    (offers: Readonly<Record<string, readonly [number, number]>>, accepts: readonly string[]): Answering =>
    (request) => {
      const [fit, cost] = offers[nodeOf(request)] ?? [0, 1];
      if (request.shape === 'bid') return json(request, { fit, cost, plan: 'so' });
      if (request.shape === 'review') return json(request, { accept: accepts.includes(request.shown[1]?.text ?? '') });
      return nodeOf(request);
    };

  it('announces, hears all bids at once, and lets the best fit per cost work', async () => {
    const played = await onTemplate('market', 4, bids({ bidder_1: [0.9, 3], bidder_2: [0.5, 1], bidder_3: [0.4, 1] }, ['bidder_2']), { delays: 3 });
    expect(acts(played)[0]).toBe('auctioneer brief 0');
    expect([...acts(played).slice(1, 4)].sort()).toEqual(['bidder_1 bid 0', 'bidder_2 bid 0', 'bidder_3 bid 0']);
    expect(acts(played).slice(4)).toEqual(['bidder_2 answer 0', 'auctioneer review 0']);
    for (const request of played.requests.slice(1, 5)) expect(heard(request)).toEqual(['auctioneer']);
    expect(played.requests[4]?.own).toContain('"fit":0.5');
    expect(played.requests[5]?.shown.map((message) => message.from)).toEqual(['agent of bidder_2', 'agent of bidder_2']);
    expect(answerOf(played)).toBe('bidder_2');
  });

  it('breaks ties by node id, and goes on to the next bidder when a result is turned down or missing', async () => {
    const even = { bidder_1: [0.5, 1], bidder_2: [0.5, 1], bidder_3: [1, 2] } as const;
    expect(answerOf(await onTemplate('market', 4, bids(even, ['bidder_1', 'bidder_2', 'bidder_3'])))).toBe('bidder_1');
    expect(answerOf(await onTemplate('market', 4, bids(even, ['bidder_3'])))).toBe('bidder_3');
    const ill: Answering = (request) => (request.shape === 'answer' && nodeOf(request) === 'bidder_1' ? new Error('ill') : bids(even, ['bidder_2'])(request));
    expect(answerOf(await onTemplate('market', 4, ill))).toBe('bidder_2');
  });

  it('gives no answer that was turned down, and awards no more often than allowed', async () => {
    const offers = { bidder_1: [1, 1], bidder_2: [1, 1], bidder_3: [1, 1], bidder_4: [1, 1] } as const;
    const played = await onTemplate('market', 5, bids(offers, ['bidder_4']));
    expect(failureOf(played)).toMatch(/accepted none of the results of agent of bidder_1, agent of bidder_2, agent of bidder_3$/);
    expect(answerOf(await onTemplate('market', 5, bids(offers, ['bidder_4']), { parameters: { max_awards: 4 } }))).toBe('bidder_4');
  });

  it('fails when everybody declines, by a fit of 0 or by no usable bid', async () => {
    const played = await onTemplate('market', 3, (request) => (nodeOf(request) === 'bidder_2' ? unformed('no') : bids({}, [])(request)));
    expect(failureOf(played)).toMatch(/everybody declined: agent of bidder_1, agent of bidder_2 \(no usable bid after 2 repairs/);
  });
});

describe('blackboard', () => {
  const entry = (request: ModelRequest, type: string, rest: object = {}) =>
    json(request, { type, content: type === 'endorsement' ? '' : nodeOf(request), ...rest });

  it('lets the member with most to read act, and carries entries over the board', async () => {
    const played = await onTemplate('blackboard', 5, (request) => entry(request, request.round === 0 ? 'finding' : 'solution', {}));
    // Contributors read the task, so that they come first; the critic reads findings and solutions only.
    expect(acts(played).slice(0, 4)).toEqual(['contributor_1 entry 0', 'contributor_2 entry 1', 'contributor_3 entry 2', 'critic entry 3']);
    expect(played.requests[3]?.shown.map((message) => message.from)).toEqual([1, 2, 3].map((n) => `agent of contributor_${n}`));
    const [first] = played.history.turns.find((turn) => turn.node === 'critic')?.inputs ?? [];
    expect(first).toEqual({ turn: 'contributor_1/0/act/0', edge: 'reads_writes', reply: true, via: 'board' });
    expect(played.requests.some((request) => nodeOf(request) === 'board')).toBe(false);
  });

  it('ends with a solution that another member endorses, by name or by an equivalent one of its own', async () => {
    const named = await onTemplate('blackboard', 4, (request) =>
      request.choices?.length ? entry(request, 'endorsement', { endorses: request.choices[0]?.name }) : json(request, { type: 'solution', content: '7' }),
    );
    expect([answerOf(named), named.calls.length]).toEqual(['7', 2]);
    const equal = await onTemplate('blackboard', 4, (request) => json(request, { type: 'solution', content: request.round === 0 ? '7' : '7.0' }));
    expect([answerOf(equal), equal.calls.length]).toEqual(['7', 2]);
  });

  it('does not take an endorsement of oneself, or of what was not read', async () => {
    const played = await onTemplate('blackboard', 3, (request) => entry(request, 'endorsement', { endorses: request.agent.id }));
    expect(failureOf(played)).toMatch(/no solution of someone else/);
  });

  it('ends when nobody has anything left to read, and after its most acts', async () => {
    const quiet = await onTemplate('blackboard', 4, (request) =>
      request.round === 0 ? json(request, { type: 'solution', content: '5' }) : entry(request, 'nothing'),
    );
    expect([answerOf(quiet), quiet.calls.length]).toEqual(['5', 3]);
    const loud = await onTemplate('blackboard', 4, (request) => json(request, { type: 'finding', content: String(request.round) }));
    expect([failureOf(loud), loud.calls.length]).toEqual(['no solution was posted', 6]);
  });

  it('without an endorsement votes over the last solutions, or takes the latest where answers cannot be compared', async () => {
    const texts = ['1', '2', '3', '4', '5', '6'];
    const differ: Answering = (request) => json(request, { type: 'solution', content: texts[request.round] });
    expect(answerOf(await onTemplate('blackboard', 4, differ, { scorer: freeText }))).toBe('6');
    expect(texts.slice(3)).toContain(answerOf(await onTemplate('blackboard', 4, differ)));
  });

  it('begins also where nobody declares to read tasks, and hears members of untyped edges', async () => {
    const nodes = [...['x', 'y'].map((id) => ({ id, role: 'r', attrs: { types: 'solution' } })), { id: 'z', role: 'board' }];
    const graph = freezeGraph({
      kind: 'blackboard',
      nodes,
      edges: [
        { from: 'x', to: 'z' },
        { from: 'y', to: 'z' },
      ],
    });
    const played = await play(
      patternOf('blackboard'),
      bindEach(graph),
      speaking(() => '9'),
    );
    expect([answerOf(played), acts(played)]).toEqual(['9', ['x entry 0', 'y entry 1']]);
  });
});

describe('holacratic', () => {
  it('plans, claims, works and carries in every circle, and integrates once', async () => {
    const played = await onTemplate('holacratic', 4, (request) => {
      if (request.shape === 'plan') return json(request, { subtasks: ['cook', 'wash', 'shop'].map((to) => ({ to, task: `please ${to}` })) });
      if (request.shape === 'claim')
        return json(request, {
          claims: [
            { role: 'wash', fit: nodeOf(request) === 'rep' ? 0.9 : 0.4 },
            { role: 'cook', fit: 0.3 },
          ],
        });
      return request.shape === 'answer'
        ? `${nodeOf(request)}: ${request.part ?? heard(request).join()}`
        : `${nodeOf(request)} has ${heard(request).join(' and ')}`;
    });
    const lead = 'lead_2';
    expect(acts(played).slice(0, 3)).toEqual([`${lead} plan 0`, 'rep claim 0', 'member claim 0']);
    // The rep fits washing better, so that the member gets to cook and the lead must shop.
    const outputs = played.history.turns.filter((turn) => turn.purpose === 'work').map((turn) => turn.text);
    expect(outputs.sort()).toEqual([`${lead}: please shop`, 'member: please cook', 'rep: please wash']);
    expect(acts(played).slice(-2)).toEqual(['rep combination 1', 'lead_1 combination 2']);
    expect(played.requests.at(-2)?.own).toBe('rep: please wash');
    expect(heard(played.requests.at(-1))).toEqual([`rep has member: please cook and ${lead}: please shop`]);
  });

  it('runs every circle at once, the anchor too where it has members', async () => {
    const played = await onTemplate('holacratic', 14, () => '7', { delays: 3 });
    const circles = new Set(template('holacratic', 14).nodes.map((node) => node.attrs?.circle));
    expect(played.history.turns.filter((turn) => turn.purpose === 'plan')).toHaveLength(circles.size);
    expect(played.history.turns.filter((turn) => turn.purpose === 'integrate')).toHaveLength(1);
    expect(answerOf(played)).toBe('7');
  });

  it('goes on without a circle that has no plan, and fails when none has a result', async () => {
    const leads = template('holacratic', 14).nodes.filter((node) => node.attrs?.link === 'lead');
    const planless =
      (nodes: readonly string[]): Answering =>
      (request) =>
        request.shape === 'plan' && nodes.includes(nodeOf(request)) ? unformed('no') : '7';
    expect(answerOf(await onTemplate('holacratic', 14, planless([leads[1]?.id ?? ''])))).toBe('7');
    expect(failureOf(await onTemplate('holacratic', 14, planless(leads.map(({ id }) => id))))).toMatch(/gave no plan/);
  });

  it('settles claims by fit, then by node id, one role a member, and leaves the rest to the lead', () => {
    const claims = [
      { role: 'a', node: 'n2', fit: 0.5 },
      { role: 'a', node: 'n1', fit: 0.5 },
      { role: 'b', node: 'n1', fit: 0.4 },
      { role: 'b', node: 'n3', fit: 0.3 },
      { role: 'a', node: 'n3', fit: 0.2 },
    ];
    for (const order of [claims, [...claims].reverse()]) {
      expect([...assignRoles(['a', 'b', 'c'], order, 'n0')]).toEqual([
        ['a', 'n1'],
        ['b', 'n3'],
        ['c', 'n0'],
      ]);
    }
    expect([...assignRoles(['a'], [], 'n0')]).toEqual([['a', 'n0']]);
  });
});
