import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runPolity, startPolity } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-life-'));
let homes = 0;
const newHome = () => join(folder, `home-${homes++}`);

/** A script whose every reply takes a while, so that a signal finds the run under way. */
function slowScript(ms: number): string {
  const path = join(folder, `slow-${ms}.jsonl`);
  writeFileSync(path, `${JSON.stringify({ text: '42', input_tokens: 10, output_tokens: 5, cost_usd: 0.001, sleep_ms: ms })}\n`);
  return `scripted:${path}`;
}
function turnsOf(home: string): { key: string; started_at: number; status: string }[] {
  const db = new Database(join(home, 'polity.db'), { readonly: true });
  const rows = db.prepare('SELECT key, started_at, status FROM turns ORDER BY rowid').all() as { key: string; started_at: number; status: string }[];
  db.close();
  return rows;
}
async function waitForTurns(home: string, count: number): Promise<void> {
  for (;;) {
    try {
      if (turnsOf(home).length >= count) return;
    } catch {
      // The database is not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function json(args: readonly string[], home: string) {
  const finished = await runPolity([...args, '--json'], { home });
  return { ...finished, document: JSON.parse(finished.stdout) };
}

describe('polity run', () => {
  it('answers, scores and lists, and shows its turns in the order in which they were committed', async () => {
    const home = newHome();
    const { code, document } = await json(['run', 'What is 17 * 23?', '--topology', 'swarm', '--target', '391', '--scorer', 'numeric', '--agents', '3'], home);
    expect(code).toBe(0);
    expect(document).toMatchObject({ status: 'completed', provenance: 'simulated', turns: 3, failed_turns: 0 });
    const list = await json(['runs', 'list'], home);
    expect(list.document.runs).toMatchObject([{ id: document.id, status: 'completed', arm: 'swarm' }]);
    const shown = await json(['runs', 'show', document.id], home);
    expect(shown.document.turns.map((turn: { key: string }) => turn.key)).toEqual(turnsOf(home).map((turn) => turn.key));
  });

  it('writes the same canonical log for the same seed in another home', async () => {
    const logs: string[] = [];
    for (const home of [newHome(), newHome()]) {
      const { document } = await json(['run', 'a task', '--topology', 'mesh', '--agents', '4', '--seed', '7'], home);
      logs.push((await runPolity(['runs', 'show', document.id, '--log'], { home })).stdout);
    }
    expect(logs[0]).toBe(logs[1]);
    expect(logs[0]!.split('\n').length).toBeGreaterThan(4);
  });

  it('stops at a budget with exit code 3, and a larger one pays only for the turns that are missing', async () => {
    const home = newHome();
    const { code, document } = await json(['run', 'a task', '--topology', 'pipeline', '--agents', '4', '--budget', 'turns=2'], home);
    expect([code, document.status, document.error.code, document.turns]).toEqual([3, 'failed', 'budget.exceeded', 2]);
    const paid = turnsOf(home).filter((turn) => turn.status === 'done');
    const resumed = await json(['resume', document.id, '--budget', 'turns=4'], home);
    expect([resumed.code, resumed.document.status, resumed.document.turns]).toEqual([0, 'completed', 4]);
    expect(turnsOf(home).filter((turn) => turn.status === 'done')).toEqual(expect.arrayContaining(paid));
  });

  it('waits for a person with exit code 4, takes each answer once, and ends when all are given', async () => {
    const home = newHome();
    const { code, document } = await json(['run', 'draft', '--topology', 'pipeline', '--agents', '2', '--model', 'person'], home);
    expect([code, document.status, document.waits.length]).toEqual([4, 'suspended', 1]);
    const { key } = document.waits[0];
    expect((await json(['resume', document.id, '--answer', 'no/such/key/0=x'], home)).document.error.code).toBe('store.conflict');
    const second = await json(['resume', document.id, '--answer', `${key}=first = draft`], home);
    expect([second.code, second.document.waits[0].question.includes('first = draft')]).toEqual([4, true]);
    expect((await json(['resume', document.id, '--answer', `${key}=again`], home)).document.error.code).toBe('store.conflict');
    const last = await json(['resume', document.id, '--answer', `${second.document.waits[0].key}=done`], home);
    expect([last.code, last.document.status, last.document.answer]).toEqual([0, 'completed', 'done']);
    expect((await json(['resume', document.id], home)).document.error.code).toBe('store.conflict');
  });

  it('stops cleanly at Ctrl-C with exit code 130 and goes on without paying a committed turn again', async () => {
    const home = newHome();
    const { child, done } = startPolity(['run', 'x', '--topology', 'pipeline', '--agents', '6', '--model', slowScript(250)], { home });
    await waitForTurns(home, 2);
    child.kill('SIGINT');
    const { code, stdout } = await done;
    expect([code, stdout.includes('polity resume run_')]).toEqual([130, true]);
    const before = turnsOf(home);
    const { document } = await json(['resume', /run_\w+/.exec(stdout)![0]], home);
    expect([document.status, document.turns]).toEqual(['completed', 6]);
    expect(turnsOf(home).slice(0, before.length)).toEqual(before);
  });

  it('is found and finished after kill -9, by exactly one of two processes that try', async () => {
    const home = newHome();
    const { child, done } = startPolity(['run', 'x', '--topology', 'pipeline', '--agents', '6', '--model', slowScript(250)], { home });
    await waitForTurns(home, 2);
    child.kill('SIGKILL');
    expect((await done).signal).toBe('SIGKILL');
    const before = turnsOf(home);
    const both = await Promise.all([json(['resume'], home), json(['resume'], home)]);
    const finished = both.flatMap(({ document }) => document.resumed ?? []).filter((run: { status: string }) => run.status === 'completed');
    expect(finished).toHaveLength(1);
    const after = turnsOf(home);
    expect(after.map((turn) => turn.key)).toHaveLength(6);
    expect(after.slice(0, before.length)).toEqual(before);
  });
});

describe('polity compare', () => {
  const tasks = join(folder, 'tasks.jsonl');
  writeFileSync(
    tasks,
    Array.from({ length: 12 }, (_, index) =>
      JSON.stringify({ id: `t${index}`, input: `task ${index}`, target: index % 3 === 0 ? '41' : '42', scorer: 'numeric' }),
    ).join('\n'),
  );
  const args = (concurrency: number, ms: number) => [
    'compare',
    '--tasks',
    tasks,
    '--arms',
    'single,swarm,pipeline',
    '--agents',
    '3',
    '--seeds',
    '2',
    '--model',
    slowScript(ms),
    '--concurrency',
    String(concurrency),
  ];

  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['kill -9', 'SIGKILL'],
  ] as const)('keeps its results over %s, and resumed comes to the numbers of an undisturbed one', async (_name, signal) => {
    const undisturbed = await json(args(64, 1), newHome());
    const home = newHome();
    const { child, done, stderrHas } = startPolity(args(4, 60), { home });
    await stderrHas('comparison cmp_');
    await waitForTurns(home, 25);
    child.kill(signal);
    const ended = await done;
    if (signal === 'SIGINT') expect(ended.code).toBe(130);
    const before = turnsOf(home);
    const id = /cmp_\w+/.exec(ended.stderr)![0];
    const { code, document } = await json(['resume', id], home);
    expect(code).toBe(0);
    const numbers = (report: { arms: { arm: string; n: number; mean: number; turns: number }[]; pairs: unknown }) => [
      report.arms.map(({ arm, n, mean, turns }) => [arm, n, mean, turns]),
      report.pairs,
    ];
    expect(numbers(document)).toEqual(numbers(undisturbed.document));
    expect(turnsOf(home).slice(0, before.length)).toEqual(before);
    const stored = await json(['report', '--comparison', id], home);
    expect(numbers(stored.document)).toEqual(numbers(document));
  });

  it('refuses to go on with a recording that has changed', async () => {
    const home = newHome();
    const recording = join(folder, 'changing.jsonl');
    const rows = (answer: string) =>
      Array.from({ length: 12 }, (_, index) => JSON.stringify({ task_id: `t${index}`, agent: 'a', round: 0, answer })).join('\n');
    writeFileSync(recording, rows('42'));
    const begun = await json(['compare', '--tasks', tasks, '--recording', recording, '--model', 'recorded', '--arms', 'single'], home);
    expect(begun.code).toBe(0);
    const db = new Database(join(home, 'polity.db'));
    db.prepare("UPDATE comparisons SET status = 'interrupted'").run();
    db.close();
    writeFileSync(recording, rows('43'));
    const { code, document } = await json(['resume', begun.document.id], home);
    expect([code, document.error.code]).toEqual([1, 'run.diverged']);
  });

  it('takes seeds, control, margin and limit, and warns when no control is among the arms', async () => {
    const { code, document, stderr } = await json(
      ['compare', '--tasks', tasks, '--arms', 'swarm,mesh', '--control', 'mesh', '--seeds', '3', '--margin', '0.5', '--limit', '4', '--agents', '3'],
      newHome(),
    );
    expect(code).toBe(0);
    expect(document.control).toBe('mesh');
    expect(document.arms.map((arm: { n: number }) => arm.n)).toEqual([12, 12]);
    expect(stderr).toContain('no control among the arms');
  });
});
