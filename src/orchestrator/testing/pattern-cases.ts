import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scorer } from '#scoring';
import type { TopologyGraph } from '#topology';
import type { BoundTopology } from '../binding.ts';
import { canonicalRunLog } from '../canonical-log.ts';
import type { Pattern } from '../pattern.ts';
import type { RunHistory, TurnRecord } from '../ports.ts';
import { anyModel, anyModelOrGap, anyTalker } from './any-reply.ts';
import { type Answering, COUNTED_PRICE, callKey, counted, keyOf, type Played, type PlayOptions, play } from './harness.ts';
import { downSets } from './log-prefixes.ts';
import { speaking, textsIn } from './well-formed.ts';

/** A pattern under the contract, with what it declares of itself. */
export interface PatternCase {
  readonly name: string;
  readonly pattern: Pattern;
  readonly sizes: readonly number[];
  /** A topology of the size, every node with an agent of its own (`bindEach`). */
  readonly make: (size: number) => BoundTopology;
  readonly scorer?: Scorer;
  /** The task, for protocols that divide it. */
  readonly input?: string;
  /** The most turns that the protocol can ask for. */
  readonly cap: (topology: BoundTopology) => number;
  /** A model that keeps the protocol going to its cap; default: answers that always differ. */
  readonly longest?: Answering;
  /** What becomes of the run when every turn of this node fails and all others answer alike. */
  readonly onFailure: (topology: BoundTopology, node: string) => 'fails' | 'goes on';
}

const RUNS = { numRuns: 25 } as const;
/** Resumes tried per model: a wide wave has exponentially many partial logs. */
const PARTIAL_LOGS = 60;
/** Calls at which one model is interrupted, evenly taken where a run has more. */
const INTERRUPTIONS = 12;

/** The contract of a pattern: every pattern passes all of it on several sizes. */
export function patternCases(subject: PatternCase): void {
  describe.each([...subject.sizes])(`${subject.name} of size %i`, (size) => {
    const topology = subject.make(size);
    const run = (answering: Answering, options: PlayOptions = {}): Promise<Played> =>
      play(subject.pattern, topology, speaking(answering), {
        ...(subject.scorer === undefined ? {} : { scorer: subject.scorer }),
        ...(subject.input === undefined ? {} : { input: subject.input }),
        ...options,
      });
    const cases: Cases = { subject, topology, run };
    messageCases(cases);
    endCases(cases);
    failureCases(cases);
    budgetCases(cases);
    replayCases(cases);
    resumeCases(cases);
  });
}

interface Cases {
  readonly subject: PatternCase;
  readonly topology: BoundTopology;
  readonly run: (answering: Answering, options?: PlayOptions) => Promise<Played>;
}

/** Whether an edge of the graph lets a message pass, told from the graph alone: the oracle of the channels. */
function edgeOf(graph: TopologyGraph, from: string, to: string): string | null {
  for (const edge of graph.edges) {
    const kind = edge.kind ?? 'untyped';
    if (edge.from === from && edge.to === to) return kind;
    if (edge.from === to && edge.to === from && (kind === 'peers_with' || kind === 'untyped')) return kind;
  }
  const replied = graph.edges.find((edge) => edge.from === to && edge.to === from);
  return replied?.kind !== undefined && ['delegates_to', 'routes_to', 'bids_to', 'reads_writes'].includes(replied.kind) ? `${replied.kind} reply` : null;
}

/** An edge, or a board that one of them writes and the other reads. */
function wayOf(graph: TopologyGraph, from: string, to: string): string | null {
  const board = graph.nodes.find((node) => node.role === 'board')?.id;
  if (board !== undefined && edgeOf(graph, from, board) === 'reads_writes' && edgeOf(graph, board, to) === 'reads_writes reply') return board;
  return edgeOf(graph, from, to);
}

function messageCases({ topology, run }: Cases): void {
  it('sends messages along edges only, each over the edge that it names', async () => {
    await fc.assert(
      fc.asyncProperty(anyModelOrGap, fc.nat(9), async (model, delays) => {
        const { history, requests } = await run(model.answer, { delays });
        const byKey = new Map(history.turns.map((turn) => [turn.key, turn]));
        for (const turn of history.turns) {
          for (const input of turn.inputs) {
            const from = byKey.get(input.turn)?.node ?? '?';
            if (input.via !== undefined) expect([from, edgeOf(topology.graph, from, input.via)]).toEqual([from, 'reads_writes']);
            const last = input.via ?? from;
            expect([last, turn.node, input.reply ? `${input.edge} reply` : input.edge]).toEqual([last, turn.node, edgeOf(topology.graph, last, turn.node)]);
          }
        }
        for (const request of requests) {
          const to = nodeOf(request.agent.id);
          for (const message of request.shown) expect([message.from, to, wayOf(topology.graph, nodeOf(message.from), to)]).not.toContain(null);
        }
      }),
      RUNS,
    );
  });

  it('shows an agent nothing but what arrived, and its own last output', async () => {
    await fc.assert(
      fc.asyncProperty(anyTalker, async (model) => {
        const unique: Answering = (request) => counted(request, `${text(model.answer(request))} said by ${request.agent.id} in ${request.round}`);
        const { history, requests } = await run(unique);
        const texts = new Map(history.turns.map((turn) => [turn.key, turn.text]));
        for (const turn of history.turns) {
          const request = requests.find((candidate) => keyOf(candidate) === callKey(turn));
          expect(request?.shown.length).toBe(turn.inputs.length);
          // A message is what the other one wrote: all of it, or the text in it that is for the reader.
          for (const [index, input] of turn.inputs.entries()) expect(textsIn(texts.get(input.turn) ?? null)).toContain(request?.shown[index]?.text);
          if (request?.own != null) expect(history.turns.some((other) => other.node === turn.node && other.text === request.own)).toBe(true);
        }
      }),
      RUNS,
    );
  });
}

function endCases({ subject, topology, run }: Cases): void {
  it('ends within its cap and asks for each position once, whatever the model does', async () => {
    await fc.assert(
      fc.asyncProperty(anyModelOrGap, fc.nat(9), async (model, delays) => {
        const { end, calls, history } = await run(model.answer, { delays });
        expect(calls.length).toBeLessThanOrEqual(subject.cap(topology));
        expect(new Set(history.turns.map((turn) => turn.key)).size).toBe(history.turns.length);
        if (end.kind === 'error') expect(end.error.code).toBe('model.not_recorded');
        else expect(end.kind).toBe('outcome');
        if (end.kind === 'outcome' && end.outcome.kind === 'answer') expect(end.outcome.text?.trim()).toBeTruthy();
        if (end.kind === 'outcome' && end.outcome.kind === 'failed') expect(end.outcome.message).not.toBe('');
      }),
      RUNS,
    );
  });

  it('logs every turn that was paid for, and its totals are the sum of them', async () => {
    await fc.assert(
      fc.asyncProperty(anyModelOrGap, async (model) => {
        const { totals, history } = await run(model.answer);
        const paid = history.turns.filter((turn) => turn.status === 'done' || turn.status === 'failed');
        const sum = (read: (turn: TurnRecord) => number | null) => paid.reduce<number | null>((all, turn) => add(all, read(turn)), 0);
        expect(totals).toMatchObject({
          turns: paid.length,
          failedTurns: paid.filter((turn) => turn.status === 'failed').length,
          inputTokens: sum((turn) => turn.usage.inputTokens),
          outputTokens: sum((turn) => turn.usage.outputTokens),
          costUsd: sum((turn) => turn.costUsd),
        });
      }),
      RUNS,
    );
  });
}

function failureCases({ subject, topology, run }: Cases): void {
  it('follows its declared rule when any one agent fails, and shows the failure', async () => {
    for (const node of topology.nodes) {
      const { end, totals, requests } = await run((request) =>
        nodeOf(request.agent.id) === node
          ? { kind: 'failed', reason: 'timeout', message: 'too slow', usage: NO_USAGE, costUsd: null, latencyMs: null }
          : counted(request, 'Answer: 42'),
      );
      const asked = requests.some((request) => nodeOf(request.agent.id) === node);
      const rule = asked ? subject.onFailure(topology, node) : 'goes on';
      expect([node, end.kind === 'outcome' ? end.outcome.kind : end]).toEqual([node, rule === 'fails' ? 'failed' : 'answer']);
      expect(totals.failedTurns > 0).toBe(asked);
      if (rule === 'fails' && end.kind === 'outcome' && end.outcome.kind === 'failed') expect(end.outcome.message).toContain('timeout');
    }
  });

  it('fails when no agent gives an answer', async () => {
    for (const silence of [null, '', ' \n ']) {
      const { end } = await run((request) => counted(request, silence));
      expect(end).toMatchObject({ kind: 'outcome', outcome: { kind: 'failed' } });
    }
  });
}

function budgetCases({ subject, topology, run }: Cases): void {
  it('ends with budget.exceeded before any limit is overshot, and with its answer where the limit suffices', async () => {
    await fc.assert(
      fc.asyncProperty(anyTalker, fc.double({ min: 0, max: 1.2, noNaN: true }), fc.nat(9), async (model, share, delays) => {
        const free = await run(model.answer);
        const spent = { turns: free.totals.turns, tokens: (free.totals.inputTokens ?? 0) + (free.totals.outputTokens ?? 0), usd: free.totals.costUsd ?? 0 };
        for (const name of ['turns', 'tokens', 'usd'] as const) {
          const limit = name === 'usd' ? spent.usd * share : Math.floor(spent[name] * share);
          const bound = await run(model.answer, { delays, budget: { [name]: limit }, model: { price: COUNTED_PRICE } });
          expect(bound.budget.spent[name]).toBeLessThanOrEqual(limit);
          if (bound.end.kind === 'error') expect(bound.end.error.code).toBe('budget.exceeded');
          else expect(bound.end).toEqual(free.end);
          if (name === 'turns') expect(bound.end.kind === 'error').toBe(limit < spent.turns);
          expect(bound.calls.length).toBe(bound.log.paid.length);
        }
      }),
      RUNS,
    );
  });

  it('goes on after a refusal when it gets a larger budget, and pays only for the rest', async () => {
    await fc.assert(
      fc.asyncProperty(anyTalker, async (model) => {
        const free = await run(model.answer);
        for (let turns = 0; turns < free.totals.turns; turns++) {
          const refused = await run(model.answer, { budget: { turns } });
          const kept = { ...refused.history, turns: refused.history.turns.filter((turn) => turn.status !== 'refused') };
          const rest = await run(model.answer, { history: kept, budget: { turns: free.totals.turns } });
          expect(rest.end).toEqual(free.end);
          expect(rest.calls.length).toBe(free.totals.turns - refused.totals.turns);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('keeps to its limit of turns in flight and gives the same answer', async () => {
    for (const concurrency of [1, 2, 3]) {
      const model: Answering = (request) => counted(request, `Answer: ${request.agent.id.length}`);
      const bound = await run(model, { budget: { concurrency }, delays: 3 });
      expect(bound.peak).toBeLessThanOrEqual(concurrency);
      expect(bound.end).toEqual((await run(model)).end);
    }
  });

  it('has a cap that its longest run reaches', async () => {
    // Answers that always differ keep every protocol going to its cap.
    const quarrel = await run(
      subject.longest ??
        ((request) => counted(request, `Answer: ${request.agent.id.length}${request.round}${topology.nodes.indexOf(nodeOf(request.agent.id))}`)),
    );
    expect(quarrel.calls.length).toBe(subject.cap(topology));
  });
}

function replayCases({ run }: Cases): void {
  it('writes the same canonical log for the same seed and model, whichever replies come late', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, fc.integer({ min: 1, max: 99 }), async (model, delays) => {
        const first = await run(model.answer);
        const second = await run(model.answer, { delays });
        expect(second.end).toEqual(first.end);
        expect(canonicalRunLog(second.history)).toBe(canonicalRunLog(first.history));
        expect(second.totals).toEqual(first.totals);
      }),
      RUNS,
    );
  });

  it('replays its whole log without paying for a turn', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (model) => {
        const first = await run(model.answer);
        // Turns in which an agent took no part cost nothing, are not logged and may be asked for again.
        const again = await run((request) => (isFree(model.answer(request)) ? model.answer(request) : new Error(`paid again: ${request.agent.id}`)), {
          history: first.history,
        });
        expect(again.end).toEqual(first.end);
        expect(again.totals).toEqual(first.totals);
        expect(again.log.turns).toEqual(first.log.turns);
      }),
      RUNS,
    );
  });
}

function resumeCases({ subject, topology, run }: Cases): void {
  it('comes to the same result from every part of its log that a crash can leave, and pays for the missing turns only', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (model) => {
        const whole = await run(model.answer);
        const log = canonicalRunLog(whole.history);
        for (const kept of await partialLogs(run, model.answer)) {
          const resumed = await run(model.answer, { history: { turns: kept, values: [] }, delays: kept.length });
          expect(resumed.end).toEqual(whole.end);
          expect(canonicalRunLog(resumed.history)).toBe(log);
          expect(resumed.totals).toEqual(whole.totals);
          const had = new Set(kept.map(callKey));
          expect(resumed.calls.filter((key) => had.has(key))).toEqual([]);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('comes to the same result when it is interrupted at any call', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, fc.nat(9), async (model, delays) => {
        const whole = await run(model.answer);
        const calls = Math.min(whole.calls.length, subject.cap(topology));
        for (let at = 1; at <= calls; at += Math.ceil(calls / INTERRUPTIONS)) {
          const stopped = await run(model.answer, { interruptAt: at, delays });
          expect(stopped.end).toMatchObject({ kind: 'error', error: { code: 'interrupted' } });
          const resumed = await run(model.answer, { history: stopped.history });
          expect(resumed.end).toEqual(whole.end);
          expect(canonicalRunLog(resumed.history)).toBe(canonicalRunLog(whole.history));
          const had = new Set(stopped.history.turns.map(callKey));
          expect(resumed.calls.filter((key) => had.has(key))).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('refuses to go on when what decided a logged turn has changed', async () => {
    const model: Answering = (request) => counted(request, 'Answer: 42');
    const first = await run(model);
    const changes: readonly PlayOptions[] = [{ seed: 2 }, { input: 'What is 6 × 8?' }, { model: { fingerprint: 'g' } }, { model: { id: 'other' } }];
    for (const change of changes) {
      const { end, calls } = await run(model, { history: first.history, ...change });
      expect(end).toMatchObject({ kind: 'error', error: { code: 'run.diverged' } });
      expect(calls).toEqual([]);
    }
  });
}

/** Every set of committed turns that some order of commits leaves behind, at most PARTIAL_LOGS of them, evenly taken. */
async function partialLogs(run: Cases['run'], answering: Answering): Promise<readonly (readonly TurnRecord[])[]> {
  // What a turn needed is what was committed before it was asked for in every order of commits seen.
  const needs = new Map<string, Set<string>>();
  let history: RunHistory = { turns: [], values: [] };
  for (let delays = 0; delays < 6; delays++) {
    const { history: seen } = await run(answering, {
      delays,
      onCall: (key, log) => {
        const before = new Set(log.turns.map(callKey));
        const known = needs.get(key);
        needs.set(key, known === undefined ? before : new Set([...known].filter((other) => before.has(other))));
      },
    });
    history = seen;
  }
  return downSets(history.turns, (turn) => needs.get(callKey(turn)) ?? new Set(), callKey, PARTIAL_LOGS);
}

const NO_USAGE = { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null } as const;

function nodeOf(agent: string): string {
  return agent.replace('agent of ', '');
}

function text(reply: ReturnType<Answering>): string {
  return reply !== null && typeof reply === 'object' && 'kind' in reply && reply.kind === 'reply' ? (reply.text ?? '') : '';
}

function isFree(reply: ReturnType<Answering>): boolean {
  return reply !== null && typeof reply === 'object' && 'kind' in reply && (reply.kind === 'no_part' || reply.kind === 'ended');
}

function add(sum: number | null, next: number | null): number | null {
  return sum === null || next === null ? null : sum + next;
}
