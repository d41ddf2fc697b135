import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { asId, PolityError } from '#lib';
import { openStore } from '../home.ts';
import { TABLES } from '../schema.ts';
import { sampleTurn } from '../testing/samples.ts';
import { stillClock } from '../testing/store-cases.ts';
import { introspect } from './introspect.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import { openConnections } from './open.ts';
import { openSqliteStore, SqliteStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `${count++}.db`);
const RUN = asId<never>('run_f');
const root = process.getuid?.() === 0;

function refusal(open: () => unknown): PolityError {
  try {
    open();
  } catch (thrown) {
    if (thrown instanceof PolityError) return thrown;
    throw thrown;
  }
  throw new Error('it was opened');
}

describe('the schema', () => {
  it('is the one of the committed manifest', async () => {
    const db = new Database(':memory:');
    migrate(db);
    await expect(`${JSON.stringify(introspect(db), null, 2)}\n`).toMatchFileSnapshot('../schema-manifest.json');
  });

  it('has the tables, columns, types, keys and lists of the table manifest', () => {
    const db = new Database(':memory:');
    migrate(db);
    const { tables } = introspect(db);
    expect(Object.keys(tables).sort()).toEqual(Object.keys(TABLES).sort());
    for (const [name, table] of Object.entries(TABLES) as [string, import('../schema.ts').Table][]) {
      const columns = Object.entries(table.columns).map(([column, { type, nullable }]) => {
        const key = table.key.indexOf(column) + 1;
        return [column, `${type.toUpperCase()}${nullable === true ? '' : ' NOT NULL'}${key > 0 ? ` KEY ${key}` : ''}`];
      });
      expect(Object.entries(tables[name]!.columns)).toEqual(columns);
      expect(tables[name]!.sql.includes('WITHOUT ROWID')).toBe(table.withoutRowid === true);
      const lists = Object.entries(table.columns).flatMap(([column, { oneOf }]) =>
        oneOf === undefined ? [] : [`CHECK (${column} IN (${oneOf.map((value) => `'${value}'`).join(', ')}))`],
      );
      expect(tables[name]!.sql.match(/CHECK \(.*?\)\)/g) ?? []).toEqual(lists);
    }
  });

  it('refuses to change or delete an event even to plain SQL', async () => {
    const path = newPath();
    const store = openSqliteStore({ path, clock: stillClock });
    await store.appendTurn(RUN, sampleTurn('b', { inputs: [{ turn: 'a', edge: 'pipes_to', reply: true }] }));
    await store.close();
    const db = new Database(path);
    expect(() => db.exec("UPDATE events SET type = 'x'")).toThrow('append-only');
    expect(() => db.exec('DELETE FROM events')).toThrow('append-only');
    expect(db.prepare('SELECT * FROM messages').all()).toEqual([{ run_id: RUN, from_turn: 'a', to_turn: 'b', edge: 'pipes_to', reply: 1 }]);
    db.close();
  });
});

describe('a database that cannot be used', () => {
  it('is refused when a newer version made it, and left untouched', () => {
    const path = newPath();
    const db = new Database(path);
    db.exec('CREATE TABLE later (a)');
    db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    const before = readFileSync(path);
    const error = refusal(() => openSqliteStore({ path, clock: stillClock }));
    expect(error).toMatchObject({ code: 'store.failed', details: { found: SCHEMA_VERSION + 1, known: SCHEMA_VERSION } });
    expect(error.message).toContain('newer version');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('is refused when another program made it, and left untouched', () => {
    const path = newPath();
    const db = new Database(path);
    db.exec('CREATE TABLE notes (a)');
    db.close();
    const before = readFileSync(path);
    expect(refusal(() => openSqliteStore({ path, clock: stillClock })).message).toContain('another program');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    ['text', Buffer.from('this is no database at all, but some text that someone left here\n'.repeat(20))],
    ['a database whose pages were overwritten', null],
  ])('is refused with what to do when it is %s', async (_, content) => {
    const path = newPath();
    if (content === null) {
      await openSqliteStore({ path, clock: stillClock }).close();
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xa5, 100));
    } else writeFileSync(path, content);
    const before = readFileSync(path);
    const error = refusal(() => openSqliteStore({ path, clock: stillClock }));
    expect(error.code).toBe('store.failed');
    expect(error.message).toMatch(/left as it is: .*restore a copy/);
    expect(error.message).toContain(path);
    expect(error.cause).toBeInstanceOf(Database.SqliteError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused with what to do when its directory cannot be written', () => {
    const home = join(folder, 'read-only');
    mkdirSync(home, { mode: 0o555 });
    // Root may write anywhere, so root steps down to an account that may not.
    if (root) process.seteuid?.(65534);
    onTestFinished(() => void (root && process.seteuid?.(0)));
    const error = refusal(() => openSqliteStore({ path: join(home, 'polity.db'), clock: stillClock }));
    if (root) process.seteuid?.(0);
    expect(error.code).toBe('store.failed');
    expect(error.message).toContain('check that its directory exists and can be written');
    expect(readdirSync(home)).toEqual([]);
  });

  it('is refused when its directory is a file', () => {
    const path = newPath();
    writeFileSync(path, '');
    expect(refusal(() => openStore(join(path, 'home'))).message).toContain('home directory cannot be made');
  });
});

describe('a fault in the middle', () => {
  it('rejects the whole transaction when the database is full, and goes on when there is space again', async () => {
    const connections = openConnections(newPath(), 100);
    const store = new SqliteStore(connections, { clock: stillClock });
    await store.appendTurn(RUN, sampleTurn('first'));
    connections.writer.pragma('max_page_count = 40');
    const batch = await Promise.allSettled([
      store.appendTurn(RUN, sampleTurn('small')),
      store.appendTurn(RUN, sampleTurn('big', { text: 'x'.repeat(400_000) })),
      store.commit({ writes: [], events: [{ type: 'run.noted', at: 1 }] }),
    ]);
    const reasons = batch.map((entry) => (entry.status === 'rejected' ? entry.reason : null));
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'store.failed', details: { sqlite: 'SQLITE_FULL' } });
    expect(reasons[0].message).toContain('free some space');
    expect((await store.loadHistory(RUN)).turns.map((turn) => turn.key)).toEqual(['first']);
    await store.appendTurn(RUN, sampleTurn('small'));
    connections.writer.pragma('max_page_count = 100000');
    await store.appendTurn(RUN, sampleTurn('big', { text: 'x'.repeat(400_000) }));
    expect((await store.loadHistory(RUN)).turns).toHaveLength(3);
    expect(await store.listEvents({ limit: 9 })).toHaveLength(3);
    await store.close();
  });

  it('says so when a real disk is full, keeps what was acknowledged, and goes on after', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted = process.platform === 'linux' && root && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
    if (!mounted) return context.skip('mounting a small disk needs root on Linux');
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(400_000));
    const store = openSqliteStore({ path: join(disk, 'polity.db'), clock: stillClock });
    const written: string[] = [];
    let error: unknown = null;
    for (let i = 0; error === null && i < 1000; i++) {
      const key = `n/${String(i).padStart(4, '0')}`;
      await store.appendTurn(RUN, sampleTurn(key, { text: 'x'.repeat(5000) })).then(
        () => written.push(key),
        (thrown: unknown) => {
          error = thrown;
        },
      );
    }
    expect(error).toMatchObject({ code: 'store.failed' });
    expect((error as PolityError).message).toContain('everything acknowledged so far is kept');
    rmSync(ballast);
    await store.appendTurn(RUN, sampleTurn('n/after'));
    expect((await store.loadHistory(RUN)).turns.map((turn) => turn.key)).toEqual([...written, 'n/after']);
    await store.close();
  });

  it('says so when another process keeps the lock too long, and goes on after', async () => {
    const path = newPath();
    const store = openSqliteStore({ path, clock: stillClock, busyTimeoutMs: 50 });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const results = await Promise.allSettled([store.appendTurn(RUN, sampleTurn('a')), store.appendValue(RUN, { key: 'v', kind: 'clock', value: 1 })]);
    for (const entry of results) expect(entry).toMatchObject({ status: 'rejected', reason: { code: 'store.failed', details: { sqlite: 'SQLITE_BUSY' } } });
    other.exec('ROLLBACK');
    other.close();
    await store.appendTurn(RUN, sampleTurn('a'));
    expect((await store.loadHistory(RUN)).turns).toHaveLength(1);
    await store.close();
  });
});

describe('openStore', () => {
  it('makes a home that only its owner can read, and opens it again', async () => {
    const home = join(folder, 'deep', 'home');
    const store = openStore(home, stillClock);
    await store.appendTurn(RUN, sampleTurn('a'));
    await store.close();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(readdirSync(home)).toEqual(['polity.db']);
    const again = openStore(home, stillClock);
    expect((await again.loadHistory(RUN)).turns).toHaveLength(1);
    await again.close();
  });
});
