import { describe, expect, it } from 'vitest';
import { type EdgeKind, freezeGraph } from '#topology';
import { asking, referTo, shownMessage } from './messages.ts';
import { bindEach } from './testing/harness.ts';
import type { TurnResult } from './turn.ts';

const bound = (edges: readonly { readonly from: string; readonly to: string; readonly kind?: EdgeKind }[]) =>
  bindEach(freezeGraph({ kind: null, nodes: ['x', 'y', 'b'].map((id) => ({ id, role: 'r' })), edges }));
const written: TurnResult = {
  ...{ key: 'x/0/act/0', node: 'x', agent: 'ada', round: 0, purpose: 'act', ordinal: 0, status: 'done', text: '{"content":"hi"}' },
  ...{ usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 }, costUsd: 0, latencyMs: 1, failure: null },
};
const overB = { turn: written, text: written.text, via: 'b' };

describe('a message over a board', () => {
  it('is written and read over edges to the board, in either mix of typed and untyped ones', () => {
    for (const [first, second] of [
      ['reads_writes', 'reads_writes'],
      [undefined, 'reads_writes'],
      ['reads_writes', undefined],
    ] as const) {
      const edges = [
        { from: 'x', to: 'b', ...(first && { kind: first }) },
        { from: 'y', to: 'b', ...(second && { kind: second }) },
      ];
      expect(referTo(bound(edges), overB, 'y')).toMatchObject({ turn: 'x/0/act/0', edge: second ?? 'untyped', via: 'b' });
    }
  });

  it('needs both edges, and passes over no node that is not a board', () => {
    const refused = expect.objectContaining({ code: 'topology.non_edge', message: expect.stringContaining('over "b"') });
    for (const edges of [
      [{ from: 'x', to: 'b', kind: 'reads_writes' as const }],
      [{ from: 'y', to: 'b', kind: 'reads_writes' as const }],
      [
        { from: 'x', to: 'b', kind: 'pipes_to' as const },
        { from: 'b', to: 'y', kind: 'pipes_to' as const },
      ],
      [
        { from: 'x', to: 'b', kind: 'peers_with' as const },
        { from: 'y', to: 'b', kind: 'reads_writes' as const },
      ],
      [{ from: 'x', to: 'y', kind: 'pipes_to' as const }],
    ])
      expect(() => referTo(bound(edges), overB, 'y')).toThrow(refused);
  });

  it('does not make the board a way for plain messages', () => {
    const edges = ['x', 'y'].map((from) => ({ from, to: 'b', kind: 'reads_writes' as const }));
    expect(() => referTo(bound(edges), written, 'y')).toThrow(expect.objectContaining({ code: 'topology.non_edge' }));
  });
});

describe('a message', () => {
  it('shows the whole output, or the text in it that is for its reader, and whether it asks for something', () => {
    expect(shownMessage(written)).toEqual({ from: 'ada', text: '{"content":"hi"}' });
    expect(shownMessage(asking(written, 'hi'))).toEqual({ from: 'ada', text: 'hi', asks: true });
  });
});
