import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPolity } from './process.ts';
import { json, Sandbox } from './sandbox.ts';

const box = new Sandbox('bad');
const good = box.write('good.jsonl', [{ id: 'a', input: 'x', target: '1' }]);
const crew = join(box.folder, 'crew');
for (const agent of ['ada', 'Bob!', 'empty']) mkdirSync(join(crew, agent), { recursive: true });
box.write('crew/ada/agent.toml', 'model = 7\nskils = ["x"]\n');
box.write('crew/Bob!/agent.toml', 'model = "simulated\n');
const compare = (...args: string[]): string[] => ['compare', '--tasks', ...args];
const run = (...args: string[]): string[] => ['run', 'x', '--topology', ...args];

/** Command lines that must fail: exit code, and what the one error has to tell, all of it. */
const CASES: Readonly<Record<string, readonly [args: readonly string[], code: number, told: readonly (string | RegExp)[]]>> = {
  'tasks in JSONL': [
    compare(
      box.write(
        't.jsonl',
        '{"id":"a","input":"x","target":"1"}\n{"id":"a","input":3}\n{"id":"b","input":"y","targt":"1"}\nnot json\n{"id":"c","input":"z","target":1,"scorer":"numerc"}\n',
      ),
    ),
    1,
    [
      /t\.jsonl:2.*id.*twice|t\.jsonl:2.*id/,
      /t\.jsonl:2.*input/,
      /t\.jsonl:2.*target/,
      /t\.jsonl:3.*did you mean "target"/,
      /t\.jsonl:4.*JSON/,
      /t\.jsonl:5.*did you mean "numeric"/,
    ],
  ],
  'tasks in YAML': [
    compare(box.write('t.yaml', 'tasks:\n  - {id: a, input: x, target: 1}\n  - {id: b, inptu: y, target: 1}\n  - {id: a, input: "", target: 2}\n')),
    1,
    [/t\.yaml:3.*did you mean "input"/, /t\.yaml:4.*id/, /t\.yaml:4.*input/],
  ],
  'columns of tasks in CSV': [compare(box.write('columns.csv', 'id,input,target,clas\na,x,1,\n')), 1, [/columns\.csv:1.*did you mean "class"/]],
  'rows of tasks in CSV': [compare(box.write('t.csv', 'id,input,target,class\na,x,1,\na,,2,\n')), 1, [/t\.csv:3.*id/, /t\.csv:3.*input/]],
  'a recording': [
    compare(
      good,
      '--recording',
      box.write(
        'r.jsonl',
        '{"task_id":"a","agent":"m","round":0,"answer":1}\n{"task_id":"a","agnt":"m","round":-1,"answer":"1"}\n{"task_id":"a","agent":"m","round":0,"answer":2}\n',
      ),
    ),
    1,
    [/r\.jsonl:2.*did you mean "agent"/, /r\.jsonl:2.*round/, /r\.jsonl:3/],
  ],
  'a run log in CSV': [
    ['report', '--runs', box.write('l.csv', 'task_id,arm,seed,score\nc,single,0,2\na,single,0,1\na,single,0,1\nb,single,0,x\n')],
    1,
    [/l\.csv:2.*score/, /l\.csv:4/, /l\.csv:5.*score/],
  ],
  'a run log in JSONL': [
    ['report', '--runs', box.write('l.jsonl', '{"task_id":"a","arm":"s","seed":0,"scor":1}\n{"task_id":"a","arm":"s","seed":0,"score":"1"}\n')],
    1,
    [/l\.jsonl:1.*did you mean "score"/, /l\.jsonl:2.*score/],
  ],
  'a spec file': [
    run(box.write('s.yaml', 'version: 1\nkind: mesh\nnodes: [a, b]\nedges:\n  - {from: a, to: c}\n  - {from: b, to: b, kind: peer_with}\n')),
    1,
    [/s\.yaml:5/, /s\.yaml:6.*did you mean "peers_with"/],
  ],
  'a simulation file': [
    run('single', '--model', `simulated:${box.write('w.yaml', 'version: 1\ndefaults:\n  skil: 0.5\n  critique: 7\n')}`),
    1,
    [/w\.yaml:3.*did you mean "skill"/, /w\.yaml:4.*critique/],
  ],
  'a script': [
    run('single', '--model', `scripted:${box.write('c.jsonl', '{"txt":"1"}\n{"text":"1","round":"zero"}\n')}`),
    1,
    [/c\.jsonl:1.*did you mean "text"/, /c\.jsonl:2.*round/],
  ],
  'agents in a folder': [
    run('swarm', '--agents-from', crew),
    1,
    [/ada\/agent\.toml:1.*model/, /ada\/agent\.toml:2.*did you mean "skills"/, /Bob!.*not an agent id/, /Bob!\/agent\.toml:1/, /empty.*agent\.toml/],
  ],
  arms: [compare(good, '--arms', 'single,single,swrm,mesh:stop=never,self_consistency:0'), 2, ['did you mean "swarm"', 'twice', 'never', 'self_consistency:0']],
  'an arm of an agent that is not there': [compare(good, '--arms', 'single:zed'), 2, ['single:zed', 'agent-1']],
  'a control that is no arm': [compare(good, '--arms', 'single,swarm', '--control', 'swrm'), 2, ['swrm', 'swarm']],
  'a budget': [run('single', '--budget', 'turn=1,usd=x,turns=0'), 2, ['did you mean "turns"', 'usd', 'turns']],
  'a scorer': [run('single', '--scorer', 'numerc', '--target', '1'), 2, ['numerc', 'numeric']],
  'a target that does not suit its scorer': [run('single', '--scorer', 'numeric', '--target', 'many'), 2, ['--target', 'numeric']],
  'an unknown model': [run('single', '--model', 'simulatd'), 2, ['did you mean "simulated"']],
  'a recording that nothing reads': [run('single', '--model', 'simulated', '--recording', good), 2, ['recorded']],
  'the model "recorded" without a recording': [run('single', '--model', 'recorded'), 2, ['--recording']],
  'agents named twice over': [run('swarm', '--agents', '3', '--agents-from', join(box.folder, 'two')), 2, ['--agents-from']],
  'more agents than were recorded': [
    compare(good, '--recording', box.write('one.jsonl', [{ task_id: 'a', agent: 'm', round: 0, answer: 1 }]), '--agents', '2', '--arms', 'single'),
    2,
    ['--agents 2', '(m)'],
  ],
  'an empty task': [['run', '  ', '--topology', 'single'], 2, ['empty']],
  'no topology': [['run', 'x'], 2, ['--topology']],
  'a topology without a kind': [run(box.write('kindless.yaml', 'version: 1\nnodes: [a, b]\nedges: []\n')), 1, ['kind', 'swarm']],
  'two topologies': [run('swarm,mesh'), 2, ['one topology']],
  'numbers out of range': [compare(good, '--seeds', '0'), 2, ['--seeds', '0', 'from 1']],
  'a margin out of range': [compare(good, '--margin', '2'), 2, ['--margin', 'from 0 to 1']],
  'a concurrency that is no number': [compare(good, '--concurrency', 'many'), 2, ['--concurrency', 'many']],
  'a limit of nothing': [compare(good, '--limit', '0'), 2, ['--limit']],
  'a misspelt option': [['run', 'x', '--topolgy', 'single'], 2, ['--topology']],
  'a misspelt command': [['comapre'], 2, ['compare']],
  'a missing file': [compare(join(box.folder, 'nowhere.jsonl')), 1, ['nowhere.jsonl']],
  'a folder as a file': [compare(box.folder), 1, ['folder']],
  'a report of nothing': [['report'], 2, ['--runs', '--comparison']],
  'an analysis of its own for a registered comparison': [
    ['report', '--comparison', 'cmp_x', '--margin', '0.1', '--control', 'a'],
    2,
    ['--control, --margin', 'registered'],
  ],
  'an unknown status': [['runs', 'list', '--status', 'complete,failed,xyz'], 2, ['did you mean "completed"', 'xyz']],
};
mkdirSync(join(box.folder, 'two', 'a'), { recursive: true });
box.write('two/a/agent.toml', 'skills = []\n');

describe('wrong input', () => {
  it.each(Object.entries(CASES))('%s: one error that lists every problem, the right exit code, and nothing written', async (_name, [args, code, told]) => {
    const home = box.home();
    const found = await json(args, home);
    expect(found.code).toBe(code);
    for (const text of told) expect(found.stderr).toEqual(text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text));
    expect(found.stderr.match(/polity:/g)).toHaveLength(1);
    expect(found.stderr).not.toMatch(/\n\s+at /);
    expect(Object.keys(found.document)).toEqual(['error']);
    expect(found.stderr).toContain(found.document.error.message.split('\n')[0]);
    expect(existsSync(home)).toBe(false);
  });

  it.each([
    ['resume', 'run_nothing'],
    ['resume', 'run_nothing', '--answer', 'a=b'],
    ['runs', 'show', 'run_nothing'],
    ['runs', 'cancel', 'run_nothing'],
    ['report', '--comparison', 'cmp_nothing'],
  ])('%s %s: what is not there is named', async (...args) => {
    const { code, document } = await json(args, box.home());
    expect([code, document.error.code, document.error.message]).toEqual([1, 'run.not_found', expect.stringContaining('_nothing')]);
  });
});

describe('text that would like to do something', () => {
  const sequence = '\u001b[2J\u001b]0;owned\u0007';
  const nasty = `${sequence}\u202eevil\u200b<script>alert(1)</script>`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not come through
  const POWER = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/;

  it('is refused as a name where it holds control characters', async () => {
    const tasks = box.write('controls.jsonl', [{ id: `1${sequence}`, input: 'x', target: 'x', class: sequence }]);
    const { code, stderr } = await runPolity(compare(tasks), { home: box.home() });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/control characters[\s\S]*control characters/)]);
    expect(stderr).not.toMatch(POWER);
  });

  it('is shown and not obeyed, in the terminal, as JSON and in the report', async () => {
    const home = box.home();
    const name = '\u202eevil<script>alert(1)</script>';
    const tasks = box.write('nasty.jsonl', [
      { id: `1${name}`, input: nasty, target: nasty, class: name },
      { id: `2${name}`, input: nasty, target: 'x', class: 'plain' },
    ]);
    const recording = box.write(
      'nasty-recording.jsonl',
      ['1', '2'].flatMap((id) => [name, 'b'].map((agent) => ({ task_id: `${id}${name}`, agent, round: 0, answer: nasty }))),
    );
    const out = join(box.folder, 'nasty-report');
    const args = ['compare', '--tasks', tasks, '--recording', recording, '--arms', 'single,swarm', '--out', out, '--verbose'];
    const human = await runPolity(args, { home });
    const { document, stdout } = await json(args, home);
    expect([human.code, document.arms[0].mean]).toEqual([0, 0.5]);
    const list = await runPolity(['runs', 'list', '--comparison', document.id], { home });
    const shown = await runPolity(['runs', 'show', `${document.id}-0`], { home });
    expect(shown.stdout).toContain('\\u001b[2J');
    for (const text of [human.stdout, human.stderr, stdout, list.stdout, shown.stdout]) expect(text).not.toMatch(POWER);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('&lt;script&gt;alert(1)');
  });

  it('is quoted harmlessly in errors', async () => {
    const wrong = box.write(
      'nasty-wrong.jsonl',
      `{"id":"a","input":"x","target":"1","${sequence.replaceAll('\u001b', '\\u001b').replaceAll('\u0007', '\\u0007')}\u202e":1}\n`,
    );
    for (const args of [compare(wrong), compare(good, '--arms', nasty), run('single', '--model', nasty), ['resume', nasty]]) {
      const { code, stderr } = await runPolity(args, { home: box.home() });
      expect(code).toBeGreaterThan(0);
      expect(stderr).not.toMatch(POWER);
    }
  });
});
