/**
 * What a durable turn costs: ours (one turn and its event, group commit) against a raw autocommit insert of the same row, same schema,
 * same mode (WAL, NORMAL), same process, alternating rounds. Run: npx tsx --conditions=polity-src bench/micro/store-append.bench.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { asId, type RunId } from '#lib';
import { systemClock } from '#lib/node';
import type { TurnRecord } from '#orchestrator';
import { TURN_COLUMNS, turnToCells } from '#runs';
import { migrate, openSqliteStore } from '#store';

const TURNS = 10_000;
const TURNS_PER_RUN = 20;
const ROUNDS = 5;
const BUDGET = 2.5; // most that a turn in a sequential chain may cost, in raw inserts
const CHAINS = 2_000;
const CHAIN_TURNS = 10;
const MODEL_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'polity-bench-'));
let files = 0;
const newPath = (): string => join(folder, `${files++}.db`);

function turnAt(index: number): TurnRecord {
  const node = `agent-${index % 7}`;
  return {
    key: `${node}/${index}/answer/0`,
    node,
    agent: node,
    round: index,
    purpose: 'answer',
    ordinal: 0,
    status: 'done',
    text: 'x'.repeat(400),
    usage: { inputTokens: 120, cachedInputTokens: null, outputTokens: 80, reasoningTokens: null },
    costUsd: 0.0012,
    latencyMs: 812.5,
    failure: null,
    inputHash: 'a'.repeat(64),
    inputs: [{ turn: `agent-0/${index - 1}/answer/0`, edge: 'pipes_to', reply: false }],
    model: 'simulated',
    startedAt: 1_700_000_000_000 + index,
    finishedAt: 1_700_000_000_800 + index,
    token: null,
    question: null,
  };
}

const runAt = (index: number): RunId => asId(`run_${Math.floor(index / TURNS_PER_RUN)}`);

/** Microseconds per raw insert, each its own transaction. */
function raw(): number {
  const db = new Database(newPath());
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  migrate(db);
  const insert = db.prepare(`INSERT INTO turns (${TURN_COLUMNS.join(', ')}, run_id) VALUES (${TURN_COLUMNS.map(() => '?').join(', ')}, ?)`);
  const start = performance.now();
  for (let i = 0; i < TURNS; i++) insert.run(...turnToCells(turnAt(i)), runAt(i));
  const took = performance.now() - start;
  db.close();
  return (took * 1000) / TURNS;
}

/** Microseconds per turn of a chain that awaits each turn before the next. */
async function chain(): Promise<number> {
  const store = openSqliteStore({ path: newPath(), clock: systemClock });
  const start = performance.now();
  for (let i = 0; i < TURNS; i++) await store.appendTurn(runAt(i), turnAt(i));
  const took = performance.now() - start;
  await store.close();
  return (took * 1000) / TURNS;
}

/** Microseconds per turn when many are queued in one event-loop turn. */
async function batched(size: number): Promise<number> {
  const store = openSqliteStore({ path: newPath(), clock: systemClock });
  const start = performance.now();
  for (let i = 0; i < TURNS; i += size) await Promise.all(Array.from({ length: size }, (_, j) => store.appendTurn(runAt(i + j), turnAt(i + j))));
  const took = performance.now() - start;
  await store.close();
  return (took * 1000) / TURNS;
}

/** Seconds for CHAINS concurrent chains whose every turn waits MODEL_MS first. */
async function concurrent(): Promise<number> {
  const store = openSqliteStore({ path: newPath(), clock: systemClock });
  const one = async (chainIndex: number): Promise<void> => {
    for (let i = 0; i < CHAIN_TURNS; i++) {
      await new Promise<void>((resolve) => systemClock.after(MODEL_MS, resolve));
      await store.appendTurn(asId(`run_${chainIndex}`), turnAt(i));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CHAINS }, (_, index) => one(index)));
  const took = performance.now() - start;
  await store.close();
  return took / 1000;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const raws: number[] = [];
const chains: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  raws.push(raw());
  chains.push(await chain());
}
const ratio = median(chains.map((value, index) => value / (raws[index] ?? value)));
console.log(`raw autocommit insert   ${median(raws).toFixed(1)} µs per row (median of ${ROUNDS} rounds of ${TURNS})`);
console.log(`turn in a chain         ${median(chains).toFixed(1)} µs per turn: ${ratio.toFixed(2)} × raw (budget ${BUDGET})`);
for (const size of [10, 100, 2000]) console.log(`${String(size).padStart(4)} turns at once      ${(await batched(size)).toFixed(1)} µs per turn`);
console.log(
  `${CHAINS} chains × ${CHAIN_TURNS} turns of ${MODEL_MS} ms: ${(await concurrent()).toFixed(2)} s (ideal ${((CHAIN_TURNS * MODEL_MS) / 1000).toFixed(2)} s)`,
);
rmSync(folder, { recursive: true, force: true });
if (ratio > BUDGET) process.exitCode = 1;
