import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRef, Purpose, TurnRecord } from '#orchestrator';
import { freezeGraph } from '#topology';
import { type LedgerAmount, ledgerOf } from './ledger.ts';
import { observedTopology } from './observed.ts';

const figure = fc.option(fc.nat(10_000), { freq: 20 });
const usage = fc.record({ inputTokens: figure, cachedInputTokens: figure, outputTokens: figure, reasoningTokens: figure });
const purpose = fc.constantFrom<Purpose>('answer', 'plan', 'work', 'synthesise', 'act', 'review', 'bid');

function turn(key: string, node: string, of: Partial<TurnRecord> = {}): TurnRecord {
  return {
    ...{ key, node, agent: `of-${node}`, round: 0, purpose: 'work', ordinal: 0, status: 'done', text: 'x', inputHash: 'h', inputs: [] },
    ...{ usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 }, costUsd: 0.5, latencyMs: 1, failure: null },
    ...{ model: 'm', startedAt: 0, finishedAt: 1, token: null, question: null },
    ...of,
  };
}

const log = fc
  .array(
    fc.record({
      node: fc.constantFrom('a', 'b', 'c', 'd'),
      purpose,
      usage,
      costUsd: fc.option(fc.double({ min: 0, max: 5, noNaN: true }), { freq: 20 }),
      status: fc.constantFrom<TurnRecord['status']>('done', 'done', 'failed', 'refused', 'waiting'),
      heard: fc.array(fc.record({ at: fc.nat(), reply: fc.boolean(), via: fc.boolean() }), { maxLength: 4 }),
    }),
    { maxLength: 25 },
  )
  .map((drawn) =>
    drawn.map(({ heard, ...rest }, index) => {
      const inputs =
        index === 0
          ? []
          : heard.map(
              ({ at, reply, via }): MessageRef => ({
                turn: `t${at % index}`,
                edge: via ? 'reads_writes' : 'delegates_to',
                reply,
                ...(via ? { via: 'board' } : {}),
              }),
            );
      return turn(`t${index}`, rest.node, { ...rest, inputs });
    }),
  );

const NAMES = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens', 'costUsd'] as const;

function expectSum(parts: readonly Omit<LedgerAmount, 'turns'>[], total: LedgerAmount): void {
  for (const name of NAMES) {
    const values = parts.map((part) => part[name]);
    const sum = values.reduce<number | null>((a, b) => (a === null || b === null ? null : a + b), 0);
    if (name !== 'costUsd' || sum === null || total.costUsd === null) expect([name, sum]).toEqual([name, total[name]]);
    else expect(sum).toBeCloseTo(total.costUsd, 9);
  }
}

describe('ledger', () => {
  it('sums to the total in each of its divisions, whatever was heard, unknown or failed', () => {
    fc.assert(
      fc.property(log, (turns) => {
        const { total, work, coordination, nodes, edges } = ledgerOf(turns);
        expect(total.turns).toBe(turns.filter(({ status }) => status === 'done' || status === 'failed').length);
        expect(work.turns + coordination.turns).toBe(total.turns);
        expect(nodes.reduce((sum, node) => sum + node.turns, 0)).toBe(total.turns);
        expect(nodes.reduce((sum, node) => sum + node.coordinationTurns, 0)).toBe(coordination.turns);
        for (const parts of [[work, coordination], nodes, edges]) expectSum(parts, total);
      }),
      { numRuns: 300 },
    );
  });

  it('divides a turn among the messages that reached it and names edges as they are declared', () => {
    const back = (of: string): MessageRef => ({ turn: of, edge: 'delegates_to', reply: true });
    const { edges, work, coordination } = ledgerOf([
      turn('m/0/plan/0', 'm', { purpose: 'plan' }),
      turn('u/0/work/0', 'u', { inputs: [{ turn: 'm/0/plan/0', edge: 'delegates_to', reply: false }] }),
      turn('m/1/synthesise/0', 'm', {
        purpose: 'synthesise',
        inputs: [back('u/0/work/0'), back('v/0/work/0')],
        usage: { inputTokens: 11, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 },
      }),
      turn('v/0/work/0', 'v', { status: 'failed', inputs: [{ turn: 'm/0/plan/0', edge: 'delegates_to', reply: false }] }),
    ]);
    const shown = edges.map(({ from, to, messages, replies, inputTokens }) => [from, to, messages, replies, inputTokens]);
    expect(shown.sort()).toEqual([
      [null, 'm', 0, 0, 1],
      ['m', 'u', 1, 1, 7],
      ['m', 'v', 1, 1, 6],
    ]);
    expect([work.turns, coordination.turns]).toEqual([2, 2]);
  });
});

describe('observed topology', () => {
  const declared = freezeGraph({
    kind: 'mesh',
    nodes: ['a', 'b', 'c', 'd'].map((id) => ({ id, role: 'peer' })),
    edges: [
      { from: 'a', to: 'b', kind: 'peers_with' },
      { from: 'b', to: 'c', kind: 'peers_with' },
    ],
  });

  it('tells what was used, what was not, and who was silent', () => {
    const observed = observedTopology(
      declared,
      ledgerOf([turn('b/0', 'b'), turn('a/1', 'a', { inputs: [{ turn: 'b/0', edge: 'peers_with', reply: false }] })]),
    );
    expect(observed.graph.edges).toEqual([{ from: 'b', to: 'a', kind: 'peers_with' }]);
    expect(observed).toMatchObject({ silentNodes: ['c', 'd'], unusedEdges: [{ from: 'b', to: 'c' }], undeclaredEdges: [] });
  });

  it('shows what travelled beside the declared edges', () => {
    const observed = observedTopology(
      declared,
      ledgerOf([turn('c/0', 'c'), turn('a/1', 'a', { inputs: [{ turn: 'c/0', edge: 'peers_with', reply: false }] })]),
    );
    expect(observed.undeclaredEdges).toEqual([{ from: 'c', to: 'a', kind: 'peers_with' }]);
  });
});
