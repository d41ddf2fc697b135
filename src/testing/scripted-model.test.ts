import { describe, expect, it } from 'vitest';
import type { Clock } from '#lib';
import { modelRequest } from './model-request.ts';
import { ScriptedModel, textReply } from './scripted-model.ts';

const signal = new AbortController().signal;

describe('ScriptedModel', () => {
  it('replies from a queue in order and fails when it runs dry', () => {
    const model = new ScriptedModel(['a', null, textReply('c', { outputTokens: 3 }), { kind: 'wait', token: 'w', question: 'q' }]);
    const replies = Array.from({ length: 5 }, () => model.complete(modelRequest(), signal));
    expect(replies).toMatchObject([
      { text: 'a' },
      { text: null },
      { text: 'c', usage: { outputTokens: 3 } },
      { kind: 'wait' },
      { kind: 'failed', reason: 'malformed' },
    ]);
  });

  it('replies from a function of the request, throws what it is told to throw, and can throw when dry', () => {
    const model = new ScriptedModel((request, call) => (request.round === 1 ? new TypeError('boom') : call > 1 ? undefined : `${call}`), { whenDry: 'throw' });
    expect(model.complete(modelRequest(), signal)).toMatchObject({ text: '0' });
    expect(() => model.complete(modelRequest({ round: 1 }), signal)).toThrow(TypeError);
    expect(() => model.complete(modelRequest(), signal)).toThrow(expect.objectContaining({ code: 'model.failed' }));
  });

  it('keeps records of its calls that nobody can change', () => {
    const shown = [{ from: 'x', text: 'before' }];
    const model = new ScriptedModel(['a']);
    model.complete(modelRequest({ shown }), signal);
    shown[0] = { from: 'x', text: 'after' };
    expect(model.calls[0]?.shown).toEqual([{ from: 'x', text: 'before' }]);
    expect(Object.isFrozen(model.calls[0]) && Object.isFrozen(model.calls[0]?.shown) && Object.isFrozen(model.calls[0]?.task)).toBe(true);
  });

  it('delays on the given clock', async () => {
    const waits: number[] = [];
    const clock: Clock = {
      now: () => 0,
      monotonic: () => 0,
      after(ms, call) {
        waits.push(ms);
        queueMicrotask(call);
        return () => undefined;
      },
    };
    const model = new ScriptedModel([{ afterMs: 70, reply: 'late' }], { clock });
    expect(await model.complete(modelRequest(), signal)).toMatchObject({ text: 'late' });
    expect(waits).toEqual([70]);
    expect(() => new ScriptedModel([{ afterMs: 1, reply: 'x' }]).complete(modelRequest(), signal)).toThrow(/clock/);
  });
});
