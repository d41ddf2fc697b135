import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolityError, type Problem } from '#lib';
import { MAX_LINE_LENGTH } from '../jsonl.ts';
import { parseRecording } from './parse-recording.ts';
import { type RecordedRow, rowLine } from './recording.ts';

const FILE = 'recording.jsonl';

function problemsOf(text: string): readonly Problem[] {
  try {
    parseRecording(text, { file: FILE });
  } catch (error) {
    if (!(error instanceof PolityError)) throw error;
    expect(error.code).toBe('file.invalid');
    return error.details.problems as Problem[];
  }
  throw new Error('the recording was accepted');
}

const line = (changes: Record<string, unknown> = {}) => JSON.stringify({ task_id: 't', agent: 'a', round: 0, answer: 'x', ...changes });

describe('parseRecording', () => {
  it('reads answers, counters and the agents in order of first appearance', () => {
    const text = [
      line({ agent: 'zed', output_tokens: 12, cost_usd: 0.5, latency_ms: 3.5, input_tokens: 7 }),
      line({ answer: null }),
      line({ task_id: 'u' }),
    ].join('\n');
    const recording = parseRecording(text, { file: FILE });
    expect(recording.agents).toEqual(['zed', 'a']);
    expect([...recording.tasks.keys()]).toEqual(['t', 'u']);
    expect(recording.tasks.get('t')?.turns.get('zed')?.[0]).toMatchObject({ answer: 'x', inputTokens: 7, outputTokens: 12, costUsd: 0.5, latencyMs: 3.5 });
    expect(recording.tasks.get('t')?.turns.get('a')?.[0]).toMatchObject({
      answer: null,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      latencyMs: null,
    });
  });

  it('accepts a byte order mark, CRLF, blank lines and a missing or present final newline', () => {
    const rows = [line(), line({ agent: 'b' })];
    const plain = parseRecording(rows.join('\n'), { file: FILE });
    for (const text of [`\ufeff${rows.join('\r\n')}\r\n`, `${rows.join('\n\n')}\n`]) {
      expect(parseRecording(text, { file: FILE }).fingerprint).toBe(plain.fingerprint);
    }
  });

  it('takes numbers as their text and refuses those that lost digits', () => {
    const recording = parseRecording([line({ answer: 20.5 }), line({ agent: 'b', answer: -3 })].join('\n'), { file: FILE });
    expect(recording.tasks.get('t')?.turns.get('a')?.[0]?.answer).toBe('20.5');
    expect(recording.tasks.get('t')?.turns.get('b')?.[0]?.answer).toBe('-3');
    expect(problemsOf(line().replace('"x"', '9007199254740993'))).toMatchObject([{ line: 1, path: 'answer' }]);
    expect(problemsOf(line().replace('"x"', '1e999'))).toMatchObject([{ line: 1, path: 'answer' }]);
  });

  it('lists every problem of a broken file at once, each with its line', () => {
    const text = [
      '{"task_id": "t", ',
      line({ ruond: 1 }),
      line({ round: -1 }),
      line({ round: 1.5, answer: true }),
      line({ output_tokens: -4, cost_usd: '1', latency_ms: 1e300 }),
      '[1]',
      line({ task_id: 7, agent: '' }),
      '{"agent":"a","round":0,"answer":null}',
    ].join('\n');
    const problems = problemsOf(text);
    expect(problems.map((problem) => [problem.line, problem.path])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 'round'],
      [4, 'round'],
      [4, 'answer'],
      [5, 'output_tokens'],
      [5, 'cost_usd'],
      [5, 'latency_ms'],
      [6, undefined],
      [7, 'task_id'],
      [7, 'agent'],
      [8, 'task_id'],
    ]);
    expect(problems[1]).toMatchObject({ nearest: 'round' });
    expect(problems.every((problem) => problem.file === FILE)).toBe(true);
  });

  it('refuses a second row of one agent, task and round and names the first', () => {
    expect(problemsOf([line(), line({ agent: 'b' }), line({ answer: 'y' })].join('\n'))).toMatchObject([
      { line: 3, message: expect.stringContaining('line 1') },
    ]);
  });

  it('refuses a round before which no agent has one, and allows an agent to skip', () => {
    expect(problemsOf([line(), line({ round: 2 })].join('\n'))).toMatchObject([{ line: 2, message: expect.stringContaining('no agent has round 1') }]);
    const skipping = [line(), line({ agent: 'b' }), line({ agent: 'b', round: 1 }), line({ round: 2 })].join('\n');
    expect(parseRecording(skipping, { file: FILE }).tasks.get('t')?.rounds).toBe(3);
  });

  it('refuses an empty file and a line of unreasonable length', () => {
    for (const text of ['', '\ufeff', '\n\r\n']) expect(problemsOf(text)).toMatchObject([{ message: 'the recording is empty' }]);
    expect(problemsOf(`${line()}\n"${'x'.repeat(MAX_LINE_LENGTH)}"`)).toMatchObject([{ line: 2, message: 'the line is too long' }]);
  });

  it('reads back what rowLine wrote', () => {
    const counter = fc.option(fc.nat(100_000), { nil: null });
    const row = fc.record<RecordedRow>({
      taskId: fc.constantFrom('t1', 't2', 'τ', '__proto__'),
      agent: fc.constantFrom('a', 'b', 'constructor'),
      round: fc.constant(0),
      answer: fc.option(fc.string({ unit: 'grapheme' }), { nil: null }),
      inputTokens: counter,
      outputTokens: counter,
      costUsd: counter,
      latencyMs: counter,
    });
    const rows = fc.uniqueArray(row, { minLength: 1, selector: (r) => `${r.taskId}/${r.agent}` });
    fc.assert(
      fc.property(rows, (written) => {
        const recording = parseRecording(written.map(rowLine).join('\n'), { file: FILE });
        for (const r of written) expect(recording.tasks.get(r.taskId)?.turns.get(r.agent)?.[0]).toEqual(r);
        expect(recording.rows).toBe(written.length);
      }),
    );
  });
});
