import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/node';
import { type Boundary, openSqliteStore } from '#store';
import type { SampleArm } from '#testing';
import { ARMS, callOfTurn, databaseOf, type Ending, paidCalls, RUN, start } from './kill-scenario.ts';

const WORKER = fileURLToPath(new URL('./kill-worker.ts', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** Processes at a time; starting one is most of the time that this takes. */
const CHAINS = 3;
const root = mkdtempSync(join(tmpdir(), 'polity-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Rehearsal {
  readonly arm: SampleArm;
  readonly boundaries: readonly Boundary[];
  readonly ending: Ending;
  readonly calls: readonly string[];
}

interface Case {
  readonly rehearsal: Rehearsal;
  readonly boundary: Boundary;
  readonly folder: string;
}

/** What was found of a case after the kill and after it was taken up. */
interface Found {
  readonly killedCalls: readonly string[];
  /** Calls whose turns were on disk at the kill. */
  readonly committed: readonly string[];
  readonly statusAtKill: string | undefined;
  readonly ending: Ending;
  readonly orphans: readonly string[];
  readonly laterCalls: readonly string[];
}

const rehearsals: Rehearsal[] = [];
const found = new Map<Case, Found>();

const bundle = join(root, 'kill-worker.mjs');

/** Makes one file of the worker and its packages: reading hundreds of modules is most of the life of a process that is to be killed. */
async function bundleWorker(): Promise<void> {
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json');
  const { build } = createRequire(tsx)('esbuild') as { build: (options: object) => Promise<unknown> };
  // Packages that are no ES modules call `require`; the one with a binary stays where it is.
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  const how = { bundle: true, platform: 'node', format: 'esm', conditions: ['polity-src'], external: ['better-sqlite3'], banner };
  await build({ entryPoints: [WORKER], outfile: bundle, ...how });
  symlinkSync(PACKAGES, join(root, 'node_modules'));
}

async function rehearse(arm: SampleArm): Promise<Rehearsal> {
  const folder = join(root, `rehearsal-${arm.arm}`);
  mkdirSync(folder);
  const boundaries: Boundary[] = [];
  const ending = await start(arm, folder, (boundary) => boundaries.push(boundary));
  return { arm, boundaries, ending, calls: paidCalls(folder, process.pid) };
}

/** Kills one case after the other; each process takes up what the one before it left. */
async function killChain(cases: readonly Case[]): Promise<void> {
  let left: { readonly of: Case; readonly before: Omit<Found, 'ending' | 'orphans' | 'laterCalls'> } | undefined;
  for (const next of [...cases, undefined]) {
    const job = {
      ...(left === undefined ? {} : { resume: { arm: left.of.rehearsal.arm, folder: left.of.folder } }),
      ...(next === undefined ? {} : { play: { arm: next.rehearsal.arm, folder: next.folder, boundary: next.boundary.index } }),
    };
    const { pid, said } = await work(job);
    if (left !== undefined) {
      const { orphans, ...ending } = said.get('resumed') as Ending & { orphans: readonly string[] };
      found.set(left.of, { ...left.before, ending, orphans, laterCalls: paidCalls(left.of.folder, pid) });
    }
    if (next === undefined) return;
    if (!said.has('blocked')) throw new Error(`${next.rehearsal.arm.arm} never came to boundary ${next.boundary.index}`);
    left = { of: next, before: { killedCalls: paidCalls(next.folder, pid), ...(await onDisk(next.folder)) } };
  }
}

/** Runs a worker to its end, or to the boundary at which it is killed from here. */
async function work(job: object): Promise<{ readonly pid: number; readonly said: ReadonlyMap<string, unknown> }> {
  const child = spawn(process.execPath, [bundle, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const said = new Map<string, unknown>();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) said.set(line.slice(0, line.indexOf(' ')), JSON.parse(line.slice(line.indexOf(' ') + 1)));
    if (said.has('blocked')) child.kill('SIGKILL');
  });
  const [code] = await closed;
  if (!said.has('blocked') && code !== 0) throw new Error(`the worker ended with ${code}: ${JSON.stringify(job)}`);
  return { pid: child.pid!, said };
}

async function onDisk(folder: string): Promise<Pick<Found, 'committed' | 'statusAtKill'>> {
  const store = openSqliteStore({ path: databaseOf(folder), clock: systemClock });
  const { turns } = await store.loadHistory(RUN);
  const status = (await store.getRun(RUN))?.status;
  await store.close();
  return { committed: turns.map(callOfTurn), statusAtKill: status };
}

describe('a run that is killed from outside (SIGKILL) at every boundary of every write, all controls and all kinds', () => {
  beforeAll(async () => {
    await bundleWorker();
    for (const arm of ARMS) rehearsals.push(await rehearse(arm));
    const cases = rehearsals.flatMap((rehearsal) =>
      rehearsal.boundaries.map((boundary): Case => {
        const folder = join(root, `${rehearsal.arm.arm}-${boundary.index}`);
        mkdirSync(folder);
        return { rehearsal, boundary, folder };
      }),
    );
    const chains = Array.from({ length: CHAINS }, (_, chain) => cases.filter((_case, index) => index % CHAINS === chain));
    await Promise.all(chains.map(killChain));
  }, 400_000);

  const eachOf = (arm: SampleArm): readonly (readonly [Case, Found])[] => [...found].filter(([{ rehearsal }]) => rehearsal.arm === arm);

  it.each(ARMS)('$arm: has a kill point before, in and after every transaction, every turn among them', (arm) => {
    const { boundaries, ending, calls } = rehearsals.find((rehearsal) => rehearsal.arm === arm)!;
    const turns = boundaries.filter(({ phase }) => phase === 'after-commit').flatMap(({ labels }) => labels.filter((label) => label.startsWith('turn ')));
    expect(ending.result?.status).toBe('completed');
    expect(turns).toHaveLength(calls.length);
    expect(new Set(calls).size).toBe(calls.length);
    expect(turns).toHaveLength(ending.result?.turns ?? -1);
    expect(
      eachOf(arm)
        .map(([{ boundary }]) => boundary.index)
        .sort((a, b) => a - b),
    ).toEqual(boundaries.map((_, index) => index));
  });

  it.each(ARMS)('$arm: ends as if nothing had happened, by result and by canonical log', (arm) => {
    for (const [{ rehearsal, boundary }, { ending }] of eachOf(arm)) expect({ boundary, ...ending }).toEqual({ boundary, ...rehearsal.ending });
  });

  it.each(ARMS)('$arm: pays for no turn again that was committed; only calls in flight are repeated', (arm) => {
    for (const [{ rehearsal, boundary }, { committed, killedCalls, laterCalls }] of eachOf(arm)) {
      const inFlight = killedCalls.filter((call) => !committed.includes(call));
      expect([boundary.index, laterCalls.filter((call) => committed.includes(call))]).toEqual([boundary.index, []]);
      expect([boundary.index, laterCalls.filter((call) => killedCalls.includes(call)).sort()]).toEqual([boundary.index, [...inFlight].sort()]);
      expect([boundary.index, [...committed, ...laterCalls].sort()]).toEqual([boundary.index, [...rehearsal.calls].sort()]);
    }
  });

  it.each(ARMS)('$arm: keeps what was committed at the kill, and nothing that was not', (arm) => {
    for (const [{ rehearsal, boundary }, { committed }] of eachOf(arm)) {
      // A transaction counts once COMMIT has returned.
      const done = rehearsal.boundaries.filter(({ index, phase }) => phase === 'after-commit' && index <= boundary.index);
      const turns = done.flatMap(({ labels }) => labels.filter((label) => label.startsWith('turn ')));
      expect([boundary.index, committed.length]).toEqual([boundary.index, turns.length]);
    }
  });

  it.each(ARMS)('$arm: is found at once, without waiting for a lease', (arm) => {
    for (const [{ boundary }, { orphans, statusAtKill }] of eachOf(arm)) {
      expect([boundary.index, orphans]).toEqual([boundary.index, statusAtKill === 'running' ? [RUN] : []]);
    }
  });
});
