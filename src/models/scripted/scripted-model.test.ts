import { describe, expect, it } from 'vitest';
import { type Clock, PolityError } from '#lib';
import { modelRequest } from '#testing';
import type { ModelPort, ModelRequest } from '../ports.ts';
import { parseScript } from './script.ts';
import { createScriptedModel } from './scripted-model.ts';

const FILE = 'replies.jsonl';
const signal = new AbortController().signal;

/** A clock that moves when told. */
function manualClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      now += ms;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.call();
    },
  };
}

const scripted = (lines: readonly unknown[], clock: Clock = manualClock()): ModelPort =>
  createScriptedModel(parseScript(lines.map((line) => JSON.stringify(line)).join('\n'), { file: FILE }), { id: `scripted:${FILE}`, clock });
const ask = (model: ModelPort, changes: Partial<ModelRequest> = {}) => model.complete(modelRequest(changes), signal);
const bob = { id: 'bob', skills: [], model: null };

describe('a scripted model', () => {
  it('replies with texts, failures and questions and their counters', () => {
    const model = scripted([
      { round: 0, text: '42', input_tokens: 5, output_tokens: 2, cost_usd: 0.1, latency_ms: 9 },
      { round: 1, text: null },
      { round: 2, failed: { reason: 'timeout', message: 'too slow' }, output_tokens: 3 },
      { round: 3, wait: 'Which one?' },
    ]);
    expect(ask(model)).toEqual({
      kind: 'reply',
      text: '42',
      usage: { inputTokens: 5, cachedInputTokens: null, outputTokens: 2, reasoningTokens: null },
      costUsd: 0.1,
      latencyMs: 9,
    });
    expect(ask(model, { round: 1 })).toMatchObject({ kind: 'reply', text: null, usage: { outputTokens: null } });
    expect(ask(model, { round: 2 })).toMatchObject({ kind: 'failed', reason: 'timeout', message: 'too slow', usage: { outputTokens: 3 } });
    expect(ask(model, { round: 3 })).toMatchObject({ kind: 'wait', question: 'Which one?' });
  });

  it('takes the line that names most members, and the first of equals', () => {
    const model = scripted([
      { text: 'any' },
      { agent: 'bob', text: 'bob' },
      { task_id: 't1', text: 'task' },
      { agent: 'bob', text: 'bob again' },
      { agent: 'bob', task_id: 't1', round: 1, text: 'exact' },
      { shape: 'judgement', ordinal: 0, text: 'judge' },
    ]);
    expect(ask(model)).toMatchObject({ text: 'task' });
    expect(ask(model, { task: { id: 'other', input: '', class: null } })).toMatchObject({ text: 'any' });
    expect(ask(model, { agent: bob })).toMatchObject({ text: 'bob' });
    expect(ask(model, { agent: bob, round: 1 })).toMatchObject({ text: 'exact' });
    expect(ask(model, { agent: bob, shape: 'judgement' })).toMatchObject({ text: 'judge' });
  });

  it('fails as malformed and names the request when no line matches', () => {
    const reply = ask(scripted([{ agent: 'bob', text: 'x' }]), { round: 4, ordinal: 2 });
    expect(reply).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
      message: expect.stringMatching(/agent "agent-1", task "t1", round 4, shape answer, ordinal 2/),
    });
  });

  it('waits under one token per request', () => {
    const model = scripted([{ wait: '?' }]);
    expect(ask(model)).toEqual(ask(model, { seed: 8 }));
    for (const changes of [{ round: 1 }, { ordinal: 1 }, { agent: bob }, { shape: 'statement' as const }]) expect(ask(model, changes)).not.toEqual(ask(model));
  });

  it('sleeps on the clock before it replies', async () => {
    const clock = manualClock();
    const seen: unknown[] = [];
    const reply = Promise.resolve(ask(scripted([{ text: 'late', sleep_ms: 50 }], clock))).then((r) => seen.push(r));
    clock.pass(49);
    await Promise.resolve();
    expect(seen).toEqual([]);
    clock.pass(1);
    await reply;
    expect(seen).toMatchObject([{ kind: 'reply', text: 'late' }]);
  });

  it('gives up at once when aborted, before or during the sleep, with the reason of the signal', async () => {
    const model = scripted([{ text: 'late', sleep_ms: 50 }]);
    const controller = new AbortController();
    const during = model.complete(modelRequest(), controller.signal);
    controller.abort();
    await expect(during).rejects.toMatchObject({ code: 'interrupted' });
    await expect(model.complete(modelRequest(), AbortSignal.abort(new PolityError('run.cancelled', 'stop')))).rejects.toMatchObject({ code: 'run.cancelled' });
  });

  it('lists every problem of a broken script with its line', () => {
    const lines = [
      '{"text":"ok"}',
      '{}',
      '{"text":"a","wait":"b"}',
      '{"txet":"a"}',
      '{"failed":{"reason":"timout"}}',
      '{"text":5,"round":-1,"shape":"answers"}',
      'x',
      '{"text":"a","sleep_ms":1e12}',
    ];
    let found: unknown;
    try {
      parseScript(lines.join('\n'), { file: FILE });
    } catch (error) {
      found = (error as PolityError).details.problems;
    }
    expect(found).toMatchObject([
      { line: 2, message: expect.stringContaining('exactly one outcome') },
      { line: 3, message: expect.stringContaining('exactly one outcome') },
      { line: 4, nearest: 'text' },
      { line: 4 },
      { line: 5, path: 'failed.reason', nearest: 'timeout' },
      { line: 6, path: 'round' },
      { line: 6, path: 'shape', nearest: 'answer' },
      { line: 6, path: 'text' },
      { line: 7, message: expect.stringContaining('not valid JSON') },
      { line: 8, path: 'sleep_ms' },
    ]);
    expect(() => parseScript('\n', { file: FILE })).toThrow(/empty/);
  });
});
