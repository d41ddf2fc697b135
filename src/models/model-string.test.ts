import { describe, expect, it } from 'vitest';
import { modelRequest } from '#testing';
import { parseModelString } from './model-string.ts';
import { createPersonModel } from './person-model.ts';

describe('parseModelString', () => {
  it('reads every spelling', () => {
    expect(parseModelString('recorded')).toEqual({ kind: 'recorded' });
    expect(parseModelString('simulated')).toEqual({ kind: 'simulated', file: null });
    expect(parseModelString('simulated:a:b.yaml')).toEqual({ kind: 'simulated', file: 'a:b.yaml' });
    expect(parseModelString('scripted:C:\\x.jsonl')).toEqual({ kind: 'scripted', file: 'C:\\x.jsonl' });
    expect(parseModelString('person')).toEqual({ kind: 'person' });
  });

  it('refuses everything else, lists what is allowed and names the nearest', () => {
    for (const text of ['', 'gpt', 'scripted', 'scripted:', 'simulated:', 'recorded:x', 'person:me', 'Recorded', ' recorded', 'toString']) {
      expect(() => parseModelString(text), text).toThrow(expect.objectContaining({ code: 'model.unknown', message: expect.stringContaining('scripted:FILE') }));
    }
    expect(() => parseModelString('simulatd')).toThrow(/did you mean "simulated"/);
  });
});

describe('a person as the model', () => {
  it('leaves every turn open with the prompt as its question, under a token of the request', () => {
    const ask = (changes = {}) => createPersonModel().complete(modelRequest(changes), new AbortController().signal);
    expect(ask()).toMatchObject({ kind: 'wait', question: 'What is 6 × 7?', token: expect.stringMatching(/^wait_[0-9a-f]{20}$/) });
    expect(ask()).toEqual(ask());
    expect(ask({ round: 1 })).not.toEqual(ask());
  });
});
