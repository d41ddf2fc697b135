import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRuns } from './parse-runs.ts';
import { effectiveScore, RUN_LOG_STATUSES, type RunRow } from './run-row.ts';
import { writeRunsCsv } from './write-runs.ts';

const parse = (text: string, file = 'runs.csv') => parseRuns(text, { file });
const failure = (text: string, file = 'runs.csv'): string => {
  try {
    parse(text, file);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
};

describe('parseRuns', () => {
  it('reads quoted fields, CRLF, a byte order mark and blank lines', () => {
    const runs = parse('\ufefftask_id,arm,seed,score,cost_usd\r\n"t,1","say ""x""",run1,0.5,0.01\r\n\r\nt2,b,run1,,\r\n');
    expect(runs.map(({ taskId, arm, seed, score, costUsd }) => [taskId, arm, seed, score, costUsd])).toEqual([
      ['t,1', 'say "x"', 'run1', 0.5, 0.01],
      ['t2', 'b', 'run1', null, null],
    ]);
  });

  it('reads the same runs from JSONL', () => {
    const csv = parse('task_id,arm,seed,score,status,class\nt,a,1,1,,x\nt,b,1,,timeout,x\n');
    const jsonl = parse(
      '{"task_id":"t","arm":"a","seed":1,"score":1,"class":"x"}\n{"task_id":"t","arm":"b","seed":"1","score":null,"status":"timeout","class":"x"}',
      'runs.jsonl',
    );
    expect(jsonl).toEqual(csv);
  });

  it('counts failures, timeouts and refusals as 0 and an empty score with another status as unscored', () => {
    const rows = ['failed', 'timeout', 'refused', 'error', 'cancelled', 'budget', 'completed', 'skipped'].map((status, index) => `t${index},a,1,,${status}`);
    const runs = parse(['task_id,arm,seed,score,status', ...rows, 'u,a,1,0.7,failed', 'v,a,1,0.7,cancelled'].join('\n'));
    expect(runs.map(effectiveScore)).toEqual([0, 0, 0, 0, null, null, null, null, 0, 0.7]);
  });

  it('lists every problem with its line in one error', () => {
    const message = failure('task_id,arm,seed,score,status\nt,a,1,1.5,\nt,a,2,x,\n,a,3,1,\nt,b,1,1,timout\nt,c,1,1,\nt,c,1,0,\nt,d,1\n');
    expect(message).toMatch(/runs\.csv:2: score: is not a usable number \(found "1\.5"/);
    expect(message).toMatch(/runs\.csv:3: score: .*found "x"/);
    expect(message).toMatch(/runs\.csv:4: task_id: is empty/);
    expect(message).toMatch(/runs\.csv:5: status: is no status .*did you mean "timeout"/);
    expect(message).toMatch(/runs\.csv:7: is a second run of the same task, arm and seed as line 6/);
    expect(message).toMatch(/runs\.csv:8: the row has another number of fields/);
  });

  it.each([
    ['task_id,arm,seed\nt,a,1\n', /column score is missing/],
    ['task_id,arm,sed,score\nt,a,1,1\n', /unknown key \(found "sed".*did you mean "seed"[\s\S]*column seed is missing/],
    ['task_id,arm,seed,score,score\nt,a,1,1,1\n', /stands in the header twice/],
    ['task_id,arm,seed,score\nt,"a"b,1,1\n', /runs\.csv:2: the quotes of this row do not match/],
    ['task_id,arm,seed,score\n', /holds no run/],
    ['task_id,arm,seed,score\nt,a,1,0x1\n', /not a usable number/],
    ['task_id,arm,seed,score,cost_usd\nt,a,1,1,-2\n', /cost_usd: is not a usable number/],
  ])('refuses %j', (text, expected) => {
    expect(failure(text)).toMatch(expected);
  });

  it('refuses texts for numbers and unknown keys in JSONL', () => {
    expect(failure('{"task_id":"t","arm":"a","seed":1,"score":"1","costs":1}', 'r.jsonl')).toMatch(
      /unknown key \(found "costs"[\s\S]*score: is not a usable number/,
    );
  });

  it('gives lines of quoted files after fields with line ends', () => {
    expect(failure('task_id,arm,seed,score\n"a\nb",x,1,1\nt,x,1,9\n')).toMatch(/runs\.csv:4: score/);
  });

  it('reads back whatever it writes', () => {
    const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
    const figure = fc.option(
      fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0),
      { nil: null },
    );
    const run: fc.Arbitrary<RunRow> = fc.record({
      taskId: text,
      arm: text,
      seed: text,
      score: fc.option(
        fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
        { nil: null },
      ),
      status: fc.constantFrom(...RUN_LOG_STATUSES),
      costUsd: figure,
      inputTokens: figure,
      outputTokens: figure,
      turns: figure,
      latencyMs: figure,
      blockedApprovals: figure,
      class: fc.option(text, { nil: null }),
      runId: fc.option(text, { nil: null }),
      reason: fc.option(text, { nil: null }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(run, { minLength: 1, selector: ({ taskId, arm, seed }) => JSON.stringify([taskId, arm, seed]) }), (runs) => {
        expect(parse(writeRunsCsv(runs))).toEqual(runs);
      }),
    );
  });

  it('reads plain and quoted spellings of a log alike', () => {
    const cell = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom(...'ab x;|') });
    fc.assert(
      fc.property(fc.uniqueArray(cell, { minLength: 1 }), fc.constantFrom('\n', '\r\n'), (tasks, end) => {
        const head = 'task_id,arm,seed,score';
        const plain = [head, ...tasks.map((task) => `${task},a,1,1`)].join(end);
        const quoted = [head, ...tasks.map((task) => `"${task}",a,1,1`)].join(end);
        expect(parse(plain)).toEqual(parse(quoted));
      }),
    );
  });
});
