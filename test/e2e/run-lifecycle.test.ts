import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runPolity, startPolity } from './process.ts';
import { json, Sandbox, turnsOf, waitForTurns } from './sandbox.ts';

const box = new Sandbox('run');
const six = (model: string): string[] => ['run', 'x', '--topology', 'pipeline', '--agents', '6', '--model', model];

describe('polity run, and polity runs', () => {
  it('answers, scores, lists, and shows its turns in the order in which they were committed', async () => {
    const home = box.home();
    const asked = ['run', 'What is 17 * 23?', '--topology', 'swarm', '--target', '391', '--scorer', 'numeric', '--agents', '3'];
    const { code, document } = await json(asked, home);
    expect(code).toBe(0);
    expect(document).toMatchObject({ status: 'completed', provenance: 'simulated', turns: 3, failed_turns: 0, error: null });
    expect([0, 1]).toContain(document.score);
    const list = await json(['runs', 'list'], home);
    expect(list.document.runs).toMatchObject([{ id: document.id, status: 'completed', arm: 'swarm', comparison: null }]);
    const shown = await json(['runs', 'show', document.id], home);
    expect(shown.document.turns.map((turn: { key: string }) => turn.key)).toEqual(turnsOf(home).map((turn) => turn.key));
    expect(shown.document.result).toMatchObject({ answer: document.answer, score: document.score, turns: 3 });
    const human = await runPolity(['runs', 'show', document.id], { home });
    for (const part of ['flowchart', 'Timeline', 'Ledger', 'coordination']) expect(human.stdout).toContain(part);
    const { result, ledger } = shown.document;
    expect(ledger.total).toMatchObject({ turns: 3, input_tokens: result.input_tokens, output_tokens: result.output_tokens, cost_usd: result.cost_usd });
    expect(ledger.nodes.map((node: { agent: string }) => node.agent)).toEqual(['agent-1', 'agent-2', 'agent-3']);
    expect((await json(['runs', 'list', '--status', 'failed,suspended'], home)).document.runs).toEqual([]);
  });

  it('lists 200 turns of a long run for people, and all of them as JSON', async () => {
    const home = box.home();
    const { document } = await json(['run', 'x', '--topology', 'ring', '--agents', '80'], home);
    const human = await runPolity(['runs', 'show', document.id], { home });
    expect(human.stdout).toMatch(new RegExp(`and ${document.turns - 200} more turns: polity runs show ${document.id} --json`));
    const shown = await json(['runs', 'show', document.id], home);
    expect(shown.document.turns).toHaveLength(document.turns);
    expect(shown.document.ledger.edges).toHaveLength(81);
    expect(shown.document.observed).toMatchObject({ inferred: { kind: 'ring' }, silent_nodes: [], unused_edges: [], undeclared_edges: [] });
  });

  it('writes the same canonical log for the same seed in another home, and another one for another seed', async () => {
    const logOf = async (seed: string): Promise<string> => {
      const home = box.home();
      const { document } = await json(['run', 'a task', '--topology', 'mesh', '--agents', '4', '--seed', seed, '--target', '7'], home);
      return (await runPolity(['runs', 'show', document.id, '--log'], { home })).stdout;
    };
    const [first, again, other] = [await logOf('7'), await logOf('7'), await logOf('8')];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
    expect(first.split('\n').length).toBeGreaterThan(4);
  });

  it('replays a recording to the same bytes in another home', async () => {
    const rows = ['ada', 'bob', 'cyd'].flatMap((agent, index) => [0, 1].map((round) => ({ task_id: 'q', agent, round, answer: round === 0 ? index : 2 })));
    const recording = box.write('debate.jsonl', rows);
    const logs: string[] = [];
    for (const home of [box.home(), box.home()]) {
      const args = [
        'run',
        'x',
        '--task-id',
        'q',
        '--topology',
        'mesh',
        '--model',
        'recorded',
        '--recording',
        recording,
        '--target',
        '2',
        '--scorer',
        'numeric',
      ];
      const { code, document } = await json(args, home);
      expect([code, document.answer, document.score, document.turns]).toEqual([0, '2', 1, 6]);
      logs.push((await runPolity(['runs', 'show', document.id, '--log'], { home })).stdout);
    }
    expect(logs[0]).toBe(logs[1]);
  });
});

describe('a budget', () => {
  it.each([
    ['turns=2', 'turns=6', 2],
    ['tokens=40', 'tokens=4000', null],
    ['usd=0.0025', 'turns=6', 0], // a script names no price per token in advance: dollars cannot be promised, and that is said
    ['usd=0.0001', 'usd=100', null], // simulated agents have prices
    ['seconds=1', 'seconds=600', null],
  ] as const)('%s stops the run with exit code 3; with %s it finishes and pays only what is missing', async (small, large, turns) => {
    const home = box.home();
    const model = large === 'usd=100' ? 'simulated' : box.slowModel(small.startsWith('seconds') ? 400 : 1);
    const { code, document } = await json([...six(model), '--budget', small], home);
    expect([code, document.status, document.error.code]).toEqual([3, 'failed', 'budget.exceeded']);
    const paid = turnsOf(home).filter((turn) => turn.status === 'done');
    expect(paid.length).toBeLessThan(6);
    if (turns !== null) expect(paid).toHaveLength(turns);
    const resumed = await json(['resume', document.id, '--budget', large], home);
    expect([resumed.code, resumed.document.status, resumed.document.error]).toEqual([0, 'completed', null]);
    const after = turnsOf(home);
    expect(after.filter((turn) => turn.status === 'done')).toHaveLength(6);
    expect(after).toEqual(expect.arrayContaining([...paid]));
  });
});

describe('a person', () => {
  it('is waited for with exit code 4, answers step by step, and is heard by those who come after', async () => {
    const home = box.home();
    const { code, document } = await json(['run', 'draft', '--topology', 'pipeline', '--agents', '3', '--model', 'person'], home);
    expect([code, document.status, document.waits.length]).toEqual([4, 'suspended', 1]);
    let waiting = document.waits[0];
    for (const reply of ['first = draft', 'second']) {
      const next = await json(['resume', document.id, '--answer', `${waiting.key}=${reply}`], home);
      expect([next.code, next.document.status]).toEqual([4, 'suspended']);
      expect(next.document.waits[0].question).toContain(reply);
      waiting = next.document.waits[0];
    }
    const last = await json(['resume', document.id, '--answer', `${waiting.key}=done`], home);
    expect([last.code, last.document.status, last.document.answer]).toEqual([0, 'completed', 'done']);
    const over = await json(['resume', document.id], home);
    expect([over.code, over.document.error.code]).toEqual([1, 'store.conflict']);
  });

  it('is told about keys that do not wait, and none of the answers is taken then', async () => {
    const home = box.home();
    const { document } = await json(['run', 'vote', '--topology', 'swarm', '--agents', '3', '--model', 'person'], home);
    const keys: string[] = document.waits.map((wait: { key: string }) => wait.key);
    expect(keys).toHaveLength(3);
    const near = keys[1]!.slice(0, -1);
    const wrong = await json(['resume', document.id, '--answer', `${keys[0]}=1`, '--answer', `${near}=2`, '--answer', `${keys[0]}=3`], home);
    expect([wrong.code, wrong.document.error.code]).toEqual([1, 'store.conflict']);
    expect(wrong.document.error.message).toContain(`did you mean "${keys.find((key) => key.startsWith(near))}"`);
    expect(wrong.document.error.message).toContain('answered twice');
    expect(turnsOf(home).every((turn) => turn.status === 'waiting')).toBe(true);
    expect((await json(['resume', document.id, '--answer', 'no equals sign'], home)).code).toBe(2);
    const some = await json(['resume', document.id, '--answer', `${keys[0]}=1`, '--answer', `${keys[1]}=2`], home);
    expect([some.code, some.document.waits.map((wait: { key: string }) => wait.key)]).toEqual([4, [keys[2]]]);
    expect((await json(['resume', document.id, '--answer', `${keys[0]}=9`], home)).document.error.code).toBe('store.conflict');
    const last = await json(['resume', document.id, '--answer', `${keys[2]}=2`], home);
    expect([last.code, last.document.answer]).toEqual([0, '2']);
  });

  it('can be spared by cancelling, once', async () => {
    const home = box.home();
    const { document } = await json(['run', 'draft', '--topology', 'single', '--model', 'person'], home);
    const cancelled = await json(['runs', 'cancel', document.id], home);
    expect([cancelled.code, cancelled.document]).toEqual([0, { id: document.id, status: 'cancelled' }]);
    expect((await json(['runs', 'show', document.id], home)).document.status).toBe('cancelled');
    for (const args of [
      ['runs', 'cancel', document.id],
      ['resume', document.id],
      ['resume', document.id, '--answer', `${document.waits[0].key}=x`],
    ]) {
      const refused = await json(args, home);
      expect([refused.code, refused.document.error.code]).toEqual([1, 'store.conflict']);
    }
    expect((await json(['runs', 'cancel', 'run_none'], home)).document.error.code).toBe('run.not_found');
  });
});

describe('a run that is stopped from outside', () => {
  it('ends at Ctrl-C with exit code 130 and goes on, from any folder, without paying a committed turn again', async () => {
    const home = box.home();
    const elsewhere = join(box.folder, 'elsewhere');
    mkdirSync(elsewhere, { recursive: true });
    const model = box.slowModel(250);
    const relative = `scripted:${model.split('/').at(-1)}`;
    const { child, done } = startPolity([...six(relative), '--json'], { home, cwd: box.folder });
    await waitForTurns(home, 2);
    child.kill('SIGINT');
    const { code, stdout } = await done;
    const { id, status } = JSON.parse(stdout);
    expect([code, status]).toEqual([130, 'queued']);
    const before = turnsOf(home);
    const { document } = await json(['resume', id], home, elsewhere);
    expect([document.status, document.turns]).toEqual(['completed', 6]);
    const after = turnsOf(home);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after.map((turn) => turn.key)).size).toBe(6);
  });

  it('cannot be cancelled or resumed while its process lives', async () => {
    const home = box.home();
    const { child, done } = startPolity(six(box.slowModel(2500)), { home });
    await waitForTurns(home, 1);
    const id = turnsOf(home)[0]!.run_id;
    for (const args of [
      ['runs', 'cancel', id],
      ['resume', id],
    ]) {
      const refused = await json(args, home);
      expect([refused.code, refused.document.error.message]).toEqual([1, expect.stringContaining('executed by another process')]);
    }
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
  });

  it('is found and finished after kill -9, by exactly one of two processes that try at once', async () => {
    const home = box.home();
    const { child, done } = startPolity(six(box.slowModel(250)), { home });
    await waitForTurns(home, 2);
    child.kill('SIGKILL');
    expect((await done).signal).toBe('SIGKILL');
    const before = turnsOf(home);
    const both = await Promise.all([json(['resume'], home), json(['resume'], home)]);
    const all: { status: string; error: { message: string } | null }[] = both.flatMap(({ document }) => document.resumed);
    expect(all.filter((run) => run.status === 'completed')).toHaveLength(1);
    // The other one came late and found nothing, or met the first one and says so.
    for (const { error } of all.filter((run) => run.status !== 'completed')) expect(error?.message).toMatch(/another process/);
    const after = turnsOf(home);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map((turn) => turn.status)).toEqual(Array(6).fill('done'));
    expect((await json(['resume'], home)).document).toEqual({ resumed: [] });
  });

  it('does not keep the others from going on when its own file has changed', async () => {
    const home = box.home();
    const models = [box.slowModel(200), box.slowModel(201)];
    for (const model of models) {
      const { child, done } = startPolity(six(model), { home });
      const already = loggedSoFar(home);
      await waitForTurns(home, already + 1);
      child.kill('SIGKILL');
      await done;
    }
    writeFileSync(models[0]!.slice('scripted:'.length), '{"text":"another reply"}\n');
    const { code, document } = await json(['resume'], home);
    expect(code).toBe(1);
    expect(document.resumed.map((run: { status: string; error: { code: string } | null }) => [run.status, run.error?.code ?? null]).sort()).toEqual([
      ['completed', null],
      ['not resumed', 'run.diverged'],
    ]);
  });
});

/** Turns logged so far; none when there is no database yet. */
function loggedSoFar(home: string): number {
  try {
    return turnsOf(home).length;
  } catch {
    return 0;
  }
}
