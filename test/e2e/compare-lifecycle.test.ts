import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOPOLOGY_KINDS } from '#topology';
import { startPolity } from './process.ts';
import { json, Sandbox, turnsOf, waitForTurns } from './sandbox.ts';

const box = new Sandbox('compare');
const tasks = box.write(
  'tasks.jsonl',
  Array.from({ length: 10 }, (_, index) => ({ id: `t${index}`, input: `task ${index}`, target: index % 3 === 0 ? 41 : 42, scorer: 'numeric' })),
);
/** 80 runs of 140 turns; a matched control gets the tokens of two turns. */
const slow = (ms: number, concurrency: number): string[] => [
  ...['compare', '--tasks', tasks, '--arms', 'single,swarm,matched:pipeline,pipeline', '--agents', '2', '--seeds', '2'],
  ...['--model', box.slowModel(ms), '--concurrency', String(concurrency)],
];

interface Numbers {
  readonly arms: readonly {
    readonly arm: string;
    readonly n: number;
    readonly mean: number | null;
    readonly turns: number | null;
    readonly cost_usd: number | null;
  }[];
  readonly pairs: unknown;
}
const numbers = ({ arms, pairs }: Numbers): unknown => [arms.map(({ arm, n, mean, turns, cost_usd }) => [arm, n, mean, turns, cost_usd?.toFixed(9)]), pairs];

/** Starts a comparison and stops it from outside when some of its turns are paid. */
async function stopped(home: string, signal: 'SIGINT' | 'SIGKILL'): Promise<{ readonly id: string; readonly code: number | null; readonly stdout: string }> {
  const { child, done } = startPolity([...slow(60, 4), '--json'], { home });
  await waitForTurns(home, 20);
  child.kill(signal);
  const { code, stderr, stdout } = await done;
  return { id: /cmp_\w+/.exec(stderr)![0], code, stdout };
}

describe('a comparison that is stopped from outside', () => {
  let undisturbed: Numbers;
  beforeAll(async () => {
    undisturbed = (await json(slow(60, 64), box.home())).document;
    expect(undisturbed.arms.map(({ arm, turns }) => [arm, turns])).toEqual([
      ['single', 1],
      ['swarm', 2],
      ['pipeline', 2],
      ['matched:pipeline', 2],
    ]);
  });

  it.each(['SIGINT', 'SIGKILL'] as const)('by %s keeps its results, and resumed comes to the numbers of an undisturbed one', async (signal) => {
    const home = box.home();
    const { id, code, stdout } = await stopped(home, signal);
    if (signal === 'SIGINT') {
      expect(code).toBe(130);
      const partial = JSON.parse(stdout);
      expect(partial).toMatchObject({ id, status: 'interrupted' });
      expect(partial.runs).toBeGreaterThan(3);
      expect(partial.warnings.join()).toMatch(/Incomplete: \d+ of 80/);
    }
    const before = turnsOf(home);
    const partly = await json(['report', '--comparison', id], home);
    expect([partly.code, partly.document.runs > 0, partly.document.runs < 80]).toEqual([0, true, true]);
    const resumed = await json(['resume', id], home);
    expect([resumed.code, resumed.document.status]).toEqual([0, 'completed']);
    expect(numbers(resumed.document)).toEqual(numbers(undisturbed));
    const after = turnsOf(home);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(140);
    const stored = await json(['report', '--comparison', id], home);
    expect(numbers(stored.document)).toEqual(numbers(undisturbed));
  });

  it('is gone on with by one process; a second one is told so and disturbs nothing', async () => {
    const home = box.home();
    const { id } = await stopped(home, 'SIGKILL');
    const before = turnsOf(home).length;
    const first = startPolity(['resume', id, '--json'], { home });
    await waitForTurns(home, before + 1);
    const second = await json(['resume', id], home);
    if (second.code !== 0)
      expect([second.code, second.document.error]).toMatchObject([1, { code: 'store.conflict', message: expect.stringContaining('another process') }]);
    const { code, stdout } = await first.done;
    expect(code).toBe(0);
    expect(numbers(JSON.parse(stdout))).toEqual(numbers(undisturbed));
    expect(turnsOf(home)).toHaveLength(140);
    expect((await json(['runs', 'list'], home)).document.comparisons).toMatchObject([{ id, status: 'completed' }]);
  });
});

describe('a comparison on a recording', () => {
  const recorded = (answer: number): object[] => Array.from({ length: 10 }, (_, index) => ({ task_id: `t${index}`, agent: 'a', round: 0, answer }));
  const elsewhere = join(box.folder, 'elsewhere');
  mkdirSync(elsewhere);

  it('is resumed from any folder, and refused when the recording has changed, which repairing it undoes', async () => {
    const home = box.home();
    box.write('changing.jsonl', recorded(42));
    // A person has yet to answer, so that something is left to resume; the other agents are the recording's.
    mkdirSync(join(box.folder, 'crew', 'a'), { recursive: true });
    mkdirSync(join(box.folder, 'crew', 'b'), { recursive: true });
    box.write('crew/a/agent.toml', 'skills = []\n');
    box.write('crew/b/agent.toml', 'model = "person"\n');
    const args = ['compare', '--tasks', 'tasks.jsonl', '--limit', '2', '--model', 'recorded', '--recording', 'changing.jsonl', '--arms', 'single:a,single:b'];
    const begun = await json([...args, '--agents-from', 'crew'], home, box.folder);
    expect([begun.code, begun.document.status, begun.document.runs]).toEqual([4, 'suspended', 2]);
    const { id } = begun.document;
    box.write('changing.jsonl', recorded(43));
    const diverged = await json(['resume', id], home, elsewhere);
    expect([diverged.code, diverged.document.error]).toMatchObject([1, { code: 'run.diverged', message: expect.stringContaining('changing.jsonl') }]);
    box.write('changing.jsonl', recorded(42));
    expect((await json(['resume', id], home, elsewhere)).code).toBe(4);
  });
});

describe('a comparison that waits for a person', () => {
  it('is answered run by run, resumed, and completed', async () => {
    const home = box.home();
    const begun = await json(['compare', '--tasks', tasks, '--limit', '2', '--arms', 'single,swarm', '--agents', '2', '--model', 'person'], home);
    expect([begun.code, begun.document.status, begun.document.runs]).toEqual([4, 'suspended', 0]);
    const { id } = begun.document;
    expect(begun.stderr).toContain(`polity runs list --comparison ${id} --status suspended`);
    const waiting = await json(['runs', 'list', '--comparison', id, '--status', 'suspended'], home);
    expect(waiting.document.runs).toHaveLength(4);
    for (const run of waiting.document.runs) {
      const { document } = await json(['runs', 'show', run.id], home);
      const answers = document.turns.flatMap((turn: { key: string }) => ['--answer', `${turn.key}=42`]);
      const given = await json(['resume', run.id, ...answers], home);
      expect([given.code, given.document]).toMatchObject([4, { comparison: id, answered: answers.length / 2, waits: [] }]);
    }
    const { code, document } = await json(['resume', id], home);
    expect([code, document.status, document.runs]).toEqual([0, 'completed', 4]);
    expect(document.arms.map((arm: { mean: number }) => arm.mean)).toEqual([0.5, 0.5]);
  });
});

describe('the flags of polity compare', () => {
  it('a matched control uses no more tokens than its arm on any task, but for its first sample, and has no meaning alone', async () => {
    const home = box.home();
    const { code, document } = await json(['compare', '--tasks', tasks, '--arms', 'matched:mesh,mesh,single', '--seeds', '2'], home);
    expect([code, document.arms.map(({ arm }: { arm: string }) => arm)]).toEqual([0, ['mesh', 'single', 'matched:mesh']]);
    const [mesh, , one] = document.arms;
    expect(one).toMatchObject({ n: 20, unscored: 0 });
    expect(one.turns).toBeGreaterThan(2);
    expect(one.tokens).toBeLessThan(1.1 * mesh.tokens);
    const alone = await json(['run', 'x', '--topology', 'matched:mesh'], home);
    expect([alone.code, alone.document.error.message]).toEqual([2, expect.stringContaining('--arms ARM,matched:ARM')]);
  });

  it('all arms are every kind that runs and the controls, and say that they are simulated', async () => {
    const { code, document } = await json(['compare', '--tasks', tasks, '--arms', 'all', '--seeds', '1'], box.home());
    expect(code).toBe(0);
    expect(document.arms.map((arm: { arm: string }) => arm.arm).sort()).toEqual([...TOPOLOGY_KINDS, 'self_consistency:5', 'single'].sort());
    expect(document.provenance).toMatchObject({ kind: 'simulated', notes: [expect.stringMatching(/^SIMULATED/)] });
  });

  it('seeds, control, margin, limit and out', async () => {
    const out = join(box.folder, 'flags-report');
    const flags = ['--control', 'mesh', '--seeds', '3', '--margin', '0.5', '--limit', '4', '--agents', '3', '--out', out];
    const { code, document, stderr } = await json(['compare', '--tasks', tasks, '--arms', 'swarm,mesh', ...flags], box.home());
    expect([code, document.control, document.method.margin, document.tasks]).toEqual([0, 'mesh', 0.5, 4]);
    expect(document.arms.map((arm: { n: number }) => arm.n)).toEqual([12, 12]);
    expect(stderr).toContain('no control among the arms');
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).verdict).toBe(document.verdict);
    expect(readFileSync(join(out, 'runs.csv'), 'utf8').trim().split('\n')).toHaveLength(1 + 2 * 4 * 3);
  });

  it('agents from a folder, each with its own model, and a budget that fails the runs it stops', async () => {
    for (const [agent, reply] of [
      ['ada', 42],
      ['bob', 41],
      ['cyd', 42],
    ] as const) {
      mkdirSync(join(box.folder, 'agents', agent), { recursive: true });
      const script = box.write(`agents/${agent}.jsonl`, [{ text: String(reply) }]);
      box.write(`agents/${agent}/agent.toml`, `model = "scripted:${script}"\n`);
    }
    const arms = 'single:ada,single:bob,swarm,pipeline';
    const args = ['compare', '--tasks', tasks, '--arms', arms, '--agents-from', join(box.folder, 'agents'), '--seeds', '1', '--budget', 'turns=2'];
    const { code, document } = await json(args, box.home());
    expect(code).toBe(0);
    const found = document.arms.map((arm: { arm: string; mean: number; failures: number }) => [arm.arm, arm.mean, arm.failures]);
    // 42 is right for six of the ten tasks; two turns are enough for one agent and too few for three.
    expect(found.sort()).toEqual([
      ['pipeline', 0, 10],
      ['single:ada', 0.6, 0],
      ['single:bob', 0.4, 0],
      ['swarm', 0, 10],
    ]);
  });
});
