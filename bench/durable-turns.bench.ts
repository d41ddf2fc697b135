// The price of a durable turn: a chain of 20 steps with a model that answers at once, in Polity, in LangGraph.js with its SQLite
// checkpointer, and as bare autocommit inserts of the same row in the same mode (WAL, NORMAL). Alternating, each in a process of its
// own: LangGraph.js turns on async hooks, which would slow the others in the same process.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, finish, median } from './lib/figures.ts';

const ROUNDS = 5;
const CONTESTANTS = ['polity', 'raw-insert', 'lang-graph'] as const;
const tsx = fileURLToPath(new URL('../node_modules/tsx/dist/cli.mjs', import.meta.url));

function run(contestant: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'polity-bench-'));
  const file = fileURLToPath(new URL(`contestants/${contestant}.ts`, import.meta.url));
  const printed = execFileSync(process.execPath, [tsx, '--conditions=polity-src', file, folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  const times: number[] = JSON.parse(printed);
  return median(times);
}

const rounds = Array.from({ length: ROUNDS }, () => CONTESTANTS.map(run));
const of = (index: number) => median(rounds.map((round) => round[index] ?? Number.NaN));
const ratio = (a: number, b: number) => median(rounds.map((round) => (round[a] ?? Number.NaN) / (round[b] ?? Number.NaN)));
console.log('chain of 20 durable steps, outputs of 400 bytes; medians of chains, medians of five rounds');
figure('Polity, per turn (run start and end included)', of(0), 'µs');
figure('better-sqlite3 autocommit insert of the same row', of(1), 'µs');
figure('LangGraph.js + SqliteSaver, per step', of(2), 'µs');
figure('Polity / LangGraph.js', ratio(0, 2), '×', 0.1);
figure('Polity / raw insert', ratio(0, 1), '×', 2.5);
finish();
