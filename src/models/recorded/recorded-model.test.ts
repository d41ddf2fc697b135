import { describe, expect, it } from 'vitest';
import { type ModelRequest, OUTPUT_SHAPES } from '../ports.ts';
import { createRecordedModel } from './recorded-model.ts';
import { buildRecording, type RecordedRow } from './recording.ts';

const row = (agent: string, round: number, answer: string | null, taskId = 't'): RecordedRow => ({
  taskId,
  agent,
  round,
  answer,
  inputTokens: null,
  outputTokens: 9,
  costUsd: null,
  latencyMs: null,
});
const model = createRecordedModel(buildRecording([row('a', 0, '1'), row('b', 0, null), row('b', 1, '2'), row('c', 0, '5', 'other')]));

function ask(changes: Partial<ModelRequest> & { readonly who?: string; readonly on?: string }) {
  const { who = 'a', on = 't', ...rest } = changes;
  const request: ModelRequest = {
    agent: { id: who, skills: [], model: null },
    task: { id: on, input: '', class: null },
    round: 0,
    ordinal: 0,
    shape: 'answer',
    shown: [],
    own: null,
    seed: 3,
    maxOutputTokens: 10,
    prompt: () => ({ system: '', user: '' }),
    ...rest,
  };
  return model.complete(request, new AbortController().signal);
}

describe('createRecordedModel', () => {
  it('gives back the recorded answer of agent, task and round, and null where none was given', () => {
    expect(ask({})).toMatchObject({ kind: 'reply', text: '1', usage: { outputTokens: 9, inputTokens: null }, costUsd: null });
    expect(ask({ who: 'b' })).toMatchObject({ kind: 'reply', text: null });
    expect(ask({ who: 'b', round: 1, shown: [{ from: 'a', text: '1' }], own: null })).toMatchObject({ kind: 'reply', text: '2' });
  });

  it('says that an agent took no part where only others have the round', () => {
    expect(ask({ round: 1 })).toEqual({ kind: 'no_part' });
    expect(ask({ who: 'c' })).toEqual({ kind: 'no_part' });
  });

  it('says that the experiment ended in a round that no agent of the task has', () => {
    for (const who of ['a', 'b', 'c']) expect(ask({ who, round: 2 })).toEqual({ kind: 'ended' });
    expect(ask({ who: 'c', on: 'other', round: 1 })).toEqual({ kind: 'ended' });
  });

  it('names what a recording cannot answer', () => {
    expect(ask({ on: 'missing' })).toMatchObject({ kind: 'not_recorded', message: expect.stringContaining('missing') });
    expect(ask({ ordinal: 1 })).toMatchObject({ kind: 'not_recorded', message: expect.stringContaining('sample 2') });
    expect(ask({ part: '1. a' })).toMatchObject({ kind: 'not_recorded', message: expect.stringContaining('a part') });
    expect(ask({ who: 'B2' })).toMatchObject({ kind: 'not_recorded', message: expect.stringContaining('did you mean') });
    for (const shape of OUTPUT_SHAPES.filter((other) => other !== 'answer')) {
      expect(ask({ shape })).toMatchObject({ kind: 'not_recorded', message: expect.stringContaining(shape) });
    }
  });

  it('does not depend on the seed', () => {
    expect(model.stochastic).toBe(false);
    expect(ask({ seed: 99 })).toEqual(ask({ seed: 1 }));
  });
});
