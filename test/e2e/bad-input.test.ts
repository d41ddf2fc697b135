import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPolity } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-bad-'));
const home = join(folder, 'home');
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const good = write('good.jsonl', '{"id":"a","input":"x","target":"1"}\n');

/** Command lines that must fail, each with what its one error has to tell. */
const CASES: readonly [name: string, args: readonly string[], code: number, told: readonly (string | RegExp)[]][] = [
  [
    'a task set',
    ['compare', '--tasks', write('t.jsonl', '{"id":"a","input":"x","target":"1"}\n{"id":"a","input":3}\n{"id":"b","input":"y","targt":"1"}\nnot json\n')],
    1,
    [/t\.jsonl:2/, /t\.jsonl:3/, /t\.jsonl:4/, 'did you mean "target"'],
  ],
  [
    'a recording',
    [
      'compare',
      '--tasks',
      good,
      '--model',
      'recorded',
      '--recording',
      write('r.jsonl', '{"task_id":"a","agent":"m","round":0,"answer":1}\n{"task_id":"a","agnt":"m","round":-1,"answer":"1"}\n'),
    ],
    1,
    [/r\.jsonl:2/, 'did you mean "agent"', 'round'],
  ],
  [
    'a run log',
    ['report', '--runs', write('l.csv', 'task_id,arm,seed,score\nc,single,0,2\na,single,0,1\na,single,0,1\nb,single,0,x\n')],
    1,
    [/l\.csv:2/, /l\.csv:4/, /l\.csv:5/],
  ],
  [
    'a spec file',
    ['run', 'x', '--topology', write('s.yaml', 'version: 1\nkind: mesh\nnodes: [a, b]\nedges:\n  - {from: a, to: c}\n  - {from: b, to: b, kind: peer_with}\n')],
    1,
    [/s\.yaml:5/, /s\.yaml:6/, 'peers_with'],
  ],
  [
    'a simulation file',
    ['run', 'x', '--topology', 'single', '--model', `simulated:${write('w.yaml', 'version: 1\ndefaults:\n  skil: 0.5\n  critique: 7\n')}`],
    1,
    ['skill', 'critique'],
  ],
  [
    'a script file',
    ['run', 'x', '--topology', 'single', '--model', `scripted:${write('c.jsonl', '{"txt":"1"}\n{"text":"1","round":"zero"}\n')}`],
    1,
    [/c\.jsonl:1/, /c\.jsonl:2/, 'text'],
  ],
  [
    'arms',
    ['compare', '--tasks', good, '--arms', 'single,single,swrm,mesh:stop=never,self_consistency:0'],
    2,
    ['swrm', 'did you mean "swarm"', 'twice', 'never', 'self_consistency:0'],
  ],
  ['a budget', ['run', 'x', '--topology', 'single', '--budget', 'turn=1,usd=x,turns=0'], 2, ['did you mean "turns"', 'usd']],
  ['a missing file', ['compare', '--tasks', join(folder, 'nowhere.jsonl')], 1, ['nowhere.jsonl']],
  ['an unknown model', ['run', 'x', '--topology', 'single', '--model', 'simulatd'], 2, ['did you mean "simulated"']],
  ['an unknown option', ['run', 'x', '--topolgy', 'single'], 2, ['--topology']],
  ['an unknown run', ['resume', 'run_nothing'], 1, ['run_nothing']],
];

describe('wrong input', () => {
  it.each(CASES)('in %s is one error that lists every problem, with its exit code and one JSON document', async (_name, args, code, told) => {
    const human = await runPolity(args, { home });
    expect(human.code).toBe(code);
    for (const text of told) expect(human.stderr).toEqual(text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text));
    expect(human.stdout).toBe('');
    expect(human.stderr).not.toMatch(/\n\s+at /);
    const machine = await runPolity([...args, '--json'], { home });
    expect(machine.code).toBe(code);
    expect(JSON.parse(machine.stdout).error.message.length).toBeGreaterThan(10);
  });

  it('leaves no comparison and no run behind', async () => {
    const { stdout } = await runPolity(['runs', 'list', '--json'], { home });
    expect(JSON.parse(stdout)).toEqual({ runs: [], comparisons: [] });
    expect(existsSync(join(home, 'reports'))).toBe(false);
  });
});
