import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { asId, type RunId } from '#lib';
import { systemClock } from '#lib/node';
import { resultToRow, runToRow } from '#runs';
import { openSqliteStore, type SqliteStore } from '../sqlite/store.ts';
import { sampleResult, sampleRun, sampleTurn } from './samples.ts';

/**
 * A writer process for the tests that need a real one: `child.ts MODE PATH RUN [LIMIT]`.
 * Prints one line per acknowledged promise, by a synchronous write, so that what the parent reads was true when the child died.
 */
const [mode, path = '', run = 'run', limit = '0'] = process.argv.slice(2);
const id = asId<RunId>(run);
const PATIENCE_MS = 20_000;
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

switch (mode) {
  case 'race':
    await race(Number(limit));
    break;
  case 'loop':
    await loop(openSqliteStore({ path, clock: systemClock }), Number(limit));
    break;
  case 'life':
    await life(Number(limit));
    break;
}

/** Opens one missing database after another, each at the moment when the other process (run_0, run_1) stands before it too. */
async function race(databases: number): Promise<void> {
  const other = run === 'run_0' ? 'run_1' : 'run_0';
  for (let i = 0; i < databases; i++) {
    const file = `${path}-${i}`;
    writeFileSync(`${file}.${run}`, '');
    // Spins, so that both go within microseconds; not for ever, since the other may have failed.
    const start = systemClock.monotonic();
    while (!existsSync(`${file}.${other}`) && systemClock.monotonic() - start < PATIENCE_MS);
    await openSqliteStore({ path: file, clock: systemClock }).close();
    say(file);
  }
}

/** Appends turns in batches of uneven size until `turns` are written (0 = for ever). */
async function loop(store: SqliteStore, turns: number): Promise<void> {
  for (let next = 0, batch = 1; turns === 0 || next < turns; batch = (batch % 5) + 1) {
    const keys = Array.from({ length: Math.min(batch, turns === 0 ? batch : turns - next) }, () => `n/${next++}/answer/0`);
    await Promise.all(keys.map((key) => store.appendTurn(id, sampleTurn(key, { text: 'x'.repeat(500) })).then(() => say(key))));
  }
  await store.close();
}

/** The writes of a small run; tells every boundary and stops at the one numbered `stop` until it is killed. */
async function life(stop: number): Promise<void> {
  const store = openSqliteStore({
    path,
    clock: systemClock,
    onBoundary: ({ index, phase, labels }) => {
      say(`boundary ${index} ${phase} ${labels.join(', ')}`);
      if (index === stop) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });
  await store.commit({
    writes: [{ kind: 'insert', table: 'topology_runs', row: runToRow(sampleRun(run)) }],
    events: [{ type: 'run.started', at: 1, runId: run }],
  });
  say('ack run');
  await Promise.all(['a', 'b'].map((key) => store.appendTurn(id, sampleTurn(key)).then(() => say(`ack turn ${key}`))));
  await store.appendTurn(id, sampleTurn('c'));
  say('ack turn c');
  await store.commit({
    writes: [
      { kind: 'update', table: 'topology_runs', key: { id: run }, set: { status: 'completed' } },
      { kind: 'insert', table: 'run_results', row: resultToRow(sampleResult(run)) },
    ],
    events: [{ type: 'run.completed', at: 2, runId: run }],
    durability: 'full',
  });
  say('ack result');
  await store.close();
}
