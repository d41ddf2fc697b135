import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../run-log/write-runs.ts';
import { parseTasks } from './parse-tasks.ts';
import { taskScorer } from './task.ts';

const parse = (text: string, file = 'tasks.jsonl') => parseTasks(text, { file });
const failure = (text: string, file = 'tasks.jsonl'): string => {
  try {
    parse(text, file);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
};

describe('parseTasks', () => {
  it('reads JSONL with a mark, CRLF and blank lines; a number is kept as its text', () => {
    const { tasks } = parse('\ufeff{"id":"a","input":"1+1?","target":2,"scorer":"numeric","class":"sum"}\r\n\r\n{"id":7,"input":"x","target":null}');
    expect(tasks).toEqual([
      { id: 'a', input: '1+1?', target: '2', class: 'sum', scorer: { kind: 'numeric' } },
      { id: '7', input: 'x', target: null, class: null, scorer: { kind: 'exact' } },
    ]);
  });

  it('reads the same tasks and the same hash from JSONL, YAML and CSV, in any order', () => {
    const jsonl = parse(
      '{"id":"a","input":"say \\"hi\\",\\nplease","target":"hi"}\n{"id":"b","input":"2*2","target":4,"scorer":{"kind":"numeric","tolerance":0.1}}',
    );
    const yaml = parse(
      'tasks:\n  - {id: b, input: 2*2, target: 4, scorer: {kind: numeric, tolerance: 0.1}}\n  - id: a\n    input: "say \\"hi\\",\\nplease"\n    target: hi\n',
      't.yaml',
    );
    const csv = parse('id,input,target,scorer\na,"say ""hi"",\nplease",hi,\nb,2*2,4,"{""kind"":""numeric"",""tolerance"":0.1}"\n', 't.csv');
    expect(yaml.hash).toBe(jsonl.hash);
    expect(csv.hash).toBe(jsonl.hash);
    expect(parse('{"id":"a","input":"say","target":"hi"}').hash).not.toBe(jsonl.hash);
  });

  it('lists every problem with file, line and nearest name in one error', () => {
    const text = [
      '{"id":"a","input":"x","target":"1"}',
      '{"id":"a","input":" ","traget":"1"}',
      'oops',
      '{"id":"c","input":"x","target":"y","scorer":"numerik"}',
      '[1]',
    ].join('\n');
    const message = failure(text);
    expect(message).toMatch(/tasks\.jsonl:2: unknown key \(found "traget".*did you mean "target"/);
    expect(message).toMatch(/tasks\.jsonl:2: target: the key is missing/);
    expect(message).toMatch(/tasks\.jsonl:2: id: another task has this id on line 1/);
    expect(message).toMatch(/tasks\.jsonl:2: input: is not a text to work on/);
    expect(message).toMatch(/tasks\.jsonl:3: the line is not valid JSON/);
    expect(message).toMatch(/tasks\.jsonl:4: scorer: is no known scorer .*did you mean "numeric"/);
    expect(message).toMatch(/tasks\.jsonl:5: the line is not a JSON object/);
  });

  it.each([
    ['{"id":"a","input":"x","target":9007199254740993}', /cannot be read exactly/],
    ['{"id":"a","input":"x","target":"y","scorer":"numeric"}', /tasks\.jsonl:1: target:/],
    ['{"id":"a","input":"x","target":{"type":"object"}}', /target: is of the wrong type/],
    ['{"id":"a\\u0007","input":"x","target":"y"}', /id: is not a usable name/],
    ['', /holds no task/],
  ])('refuses %s', (text, expected) => {
    expect(failure(text)).toMatch(expected);
  });

  it('gives YAML problems their line', () => {
    expect(failure('- id: a\n  input: x\n  target: y\n- id: b\n  inputs: x\n  target: y\n', 't.yaml')).toMatch(/t\.yaml:4: unknown key \(found "inputs"/);
    expect(failure('tasks: 3\n', 't.yaml')).toMatch(/t\.yaml:1: no list is found/);
    expect(failure('- &a {id: a, input: x, target: y}\n- *a\n', 't.yaml')).toMatch(/t\.yaml:2: the entry is an alias/);
    expect(failure('- [unclosed\n', 't.yaml')).toMatch(/t\.yaml:\d/);
  });

  it('keeps a schema target as text that its scorer can use', () => {
    const [task] = parse('{"id":"a","input":"x","target":{"type":"object","required":["n"]},"scorer":"json_schema"}').tasks;
    const scorer = taskScorer(task!);
    expect(scorer.score('{"n":1}', task!.target)).toBe(1);
    expect(scorer.score('{"m":1}', task!.target)).toBe(0);
  });

  it('never fails in another way than with a list of problems', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('t.jsonl', 't.csv', 't.yaml', 't'), (text, file) => {
        try {
          parse(text, file);
        } catch (error) {
          expect(error).toMatchObject({ code: 'file.invalid' });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads back any texts written as CSV', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
    const input = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.includes('\r'));
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ id: name, input, target: input }), { minLength: 1, selector: (task) => task.id }), (tasks) => {
        const csv = ['id,input,target', ...tasks.map((task) => csvLine([task.id, task.input, task.target]))].join('\n');
        expect(parse(csv, 't.csv').tasks.map(({ id, input: text, target }) => ({ id, input: text, target }))).toEqual(tasks);
      }),
    );
  });
});
