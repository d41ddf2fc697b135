// Runs every gate, two at a time: one line each, then all problems. Arguments: gate names (default all), --warnings, --json FILE.
import { writeFileSync } from 'node:fs';
import { ROOT } from '../lib/tree.mjs';
import { bans } from './bans.ts';
import type { Gate, GateResult } from './gate.ts';
import { licences } from './licences.ts';
import { lockfile } from './lockfile.ts';
import { schema } from './schema.ts';
import { size } from './size.ts';
import { deadCode, lint, typecheck } from './tools.ts';
import { walls } from './walls.ts';
import { words } from './words.ts';

const GATES: Readonly<Record<string, Gate>> = { typecheck, lint, walls, bans, size, 'dead-code': deadCode, schema, licences, lockfile, words };
const AT_ONCE = 2;
const SHOWN_PER_GATE = 100;

interface Outcome extends GateResult {
  readonly name: string;
}

async function runGate(name: string, gate: Gate): Promise<Outcome> {
  const started = performance.now();
  const result = await gate(ROOT).catch(
    (error: unknown): GateResult => ({ problems: [`the gate itself failed: ${error instanceof Error ? error.stack : String(error)}`] }),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const warned = result.warnings?.length ? `${result.warnings.length} warnings` : undefined;
  const failed = result.problems.length > 0 ? `${result.problems.length} problems` : undefined;
  const notes = [failed, warned, result.note].filter((note) => note !== undefined).join(', ');
  console.log(`${failed === undefined ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)} ${seconds.padStart(5)} s  ${notes}`.trimEnd());
  return { name, ...result };
}

async function main(args: readonly string[]): Promise<number> {
  const jsonAt = args.indexOf('--json');
  const jsonFile = jsonAt === -1 ? undefined : args[jsonAt + 1];
  const names = args.filter((arg, index) => !arg.startsWith('--') && (jsonAt === -1 || index !== jsonAt + 1));
  const unknown = names.filter((name) => GATES[name] === undefined);
  if (unknown.length > 0) {
    console.error(`no gate ${unknown.join(', ')}; there are ${Object.keys(GATES).join(', ')}`);
    return 2;
  }
  const queue = Object.entries(GATES).filter(([name]) => names.length === 0 || names.includes(name));
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) outcomes.push(await runGate(...next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (args.includes('--warnings')) for (const { name, warnings } of outcomes) for (const warning of warnings ?? []) console.log(`warning ${name}: ${warning}`);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of failed) {
    console.log(`\n${name}`);
    for (const problem of problems.slice(0, SHOWN_PER_GATE)) console.log(`  ${problem}`);
    if (problems.length > SHOWN_PER_GATE) console.log(`  … and ${problems.length - SHOWN_PER_GATE} more`);
  }
  const summary = { passed: outcomes.length - failed.length, failed: failed.length };
  console.log(`${failed.length > 0 ? '\n' : ''}gates: ${summary.passed} passed, ${summary.failed} failed`);
  if (jsonFile !== undefined) writeFileSync(jsonFile, JSON.stringify(summary));
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
