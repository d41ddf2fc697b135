import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { asId } from '#lib';
import { startChild } from '../testing/spawn.ts';
import { stillClock } from '../testing/store-cases.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import { openSqliteStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `${count++}.db`);

function integrity(path: string): unknown {
  const db = new Database(path);
  const result = db.pragma('integrity_check', { simple: true });
  db.close();
  return result;
}

describe('several processes on one database', () => {
  it('write at once and lose nothing, with one growing order of events', async () => {
    const path = newPath();
    const children = ['run_0', 'run_1'].map((run) => startChild('loop', path, run, '150'));
    expect(await Promise.all(children.map((child) => child.exit))).toEqual([0, 0]);
    const store = openSqliteStore({ path, clock: stillClock });
    for (const [index, child] of children.entries()) {
      const turns = (await store.loadHistory(asId(`run_${index}`))).turns.map((turn) => turn.key);
      expect(turns).toHaveLength(150);
      expect(new Set(child.lines)).toEqual(new Set(turns));
    }
    const events = await store.listEvents({ limit: 1000 });
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    await store.close();
  });

  it('start at once on a missing database and agree on one schema', async () => {
    const path = newPath();
    const children = ['run_0', 'run_1'].map((run) => startChild('race', path, run, '20'));
    expect(await Promise.all(children.map((child) => child.exit))).toEqual([0, 0]);
    for (const file of children[0]!.lines) {
      const db = new Database(file, { readonly: true });
      expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
      db.close();
    }
    expect(children.map((child) => child.lines.length)).toEqual([20, 20]);
  });

  it('show a writer what another process committed', async () => {
    const path = newPath();
    const store = openSqliteStore({ path, clock: stillClock });
    expect(await startChild('loop', path, 'run_x', '7').exit).toBe(0);
    expect((await store.loadHistory(asId('run_x'))).turns).toHaveLength(7);
    await store.close();
  });
});

describe('a killed process', () => {
  it('loses no turn that it acknowledged, and leaves a turn with its event or neither', async () => {
    for (const lines of [1, 40, 333]) {
      const path = newPath();
      const child = startChild('loop', path, 'run_k');
      await child.until(() => child.lines.length >= lines);
      child.process.kill('SIGKILL');
      await child.exit;
      const store = openSqliteStore({ path, clock: stillClock });
      const turns = (await store.loadHistory(asId('run_k'))).turns.map((turn) => turn.key);
      expect(new Set(turns)).toEqual(new Set([...turns, ...child.lines]));
      const subjects = (await store.listEvents({ limit: 100_000 })).map((event) => event.subject);
      expect(subjects.sort()).toEqual(turns.sort());
      await store.close();
      expect(integrity(path)).toBe('ok');
    }
  });

  it('leaves whole transactions at every boundary of its writes', async () => {
    const rehearsal = startChild('life', newPath(), 'run_l', '-1');
    expect(await rehearsal.exit).toBe(0);
    const boundaries = rehearsal.lines.filter((line) => line.startsWith('boundary '));
    expect(boundaries).toHaveLength(12); // four transactions, three moments each
    expect(boundaries[3]).toBe('boundary 3 before-begin turn a, turn b');
    const reach = async (boundary: string, index: number): Promise<void> => {
      const path = newPath();
      const child = startChild('life', path, 'run_l', String(index));
      await child.until((line) => line === boundary);
      child.process.kill('SIGKILL');
      await child.exit;
      const transactions = Math.floor(index / 3) + (index % 3 === 2 ? 1 : 0); // a transaction counts once COMMIT has returned
      expect([boundary, await stateOf(path)]).toEqual([boundary, STATES[transactions]]);
    };
    // A few processes at a time: starting one is most of the time that this takes.
    for (let first = 0; first < boundaries.length; first += 4) {
      await Promise.all(boundaries.slice(first, first + 4).map((boundary, offset) => reach(boundary, first + offset)));
    }
  }, 240_000);
});

/** [status of the run, turns, events, has a result] after so many transactions of the small run. */
const STATES = [
  [null, 0, 0, false],
  ['running', 0, 1, false],
  ['running', 2, 3, false],
  ['running', 3, 4, false],
  ['completed', 3, 5, true],
] as const;

async function stateOf(path: string): Promise<readonly unknown[]> {
  const store = openSqliteStore({ path, clock: stillClock });
  const id = asId<never>('run_l');
  const state = [
    (await store.getRun(id))?.status ?? null,
    (await store.loadHistory(id)).turns.length,
    (await store.listEvents({ limit: 99 })).length,
    (await store.getResult(id)) !== null,
  ];
  await store.close();
  return state;
}
