import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { asId, type PolityError, type RunId } from '#lib';
import { RunService, runToRow } from '#runs';
import { ManualClock, MemoryStore, ScriptedModel, samplePlan } from '#testing';
import { sampleRun } from '../store/testing/samples.ts';
import { LocalEngine } from './local-engine.ts';

const never = () => new AbortController().signal;
const RUN = asId<RunId>('run_1');
const LEASE_MS = 30_000;

function setUp(onFault?: (error: PolityError) => void) {
  const clock = new ManualClock();
  const store = new MemoryStore({ clock });
  const engine = new LocalEngine({ store, clock, ...(onFault === undefined ? {} : { onFault }) });
  const insert = (id: string, changes: Parameters<typeof sampleRun>[1] = {}) =>
    store.commit({ writes: [{ kind: 'insert', table: 'topology_runs', row: runToRow(sampleRun(id, changes)) }] });
  return { clock, store, engine, insert };
}

/** A real process that runs until it is killed; its start time in ticks, read as the system tells it. */
async function bystander(): Promise<{ readonly pid: number; readonly ticks: string; readonly kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1e6)'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  return {
    pid: child.pid!,
    ticks: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!,
    kill: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

const ownerOf = (pid: number, ticks: string, leaseUntil = 0) => ({ id: [hostname(), pid, ticks, 'e_1'].join('|'), leaseUntil });

describe('an owner', () => {
  it.runIf(process.platform === 'linux')('of this machine lives as long as its process, whatever its lease says', async () => {
    const { engine, clock } = setUp();
    const { pid, ticks, kill } = await bystander();
    expect(engine.isAlive(ownerOf(pid, ticks, 0), clock.now())).toBe(true);
    await kill();
    expect(engine.isAlive(ownerOf(pid, ticks, clock.now() + 1e9), clock.now())).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is dead when another process has got its id since', async () => {
    const { engine, clock } = setUp();
    const { pid, ticks, kill } = await bystander();
    expect(engine.isAlive(ownerOf(pid, String(Number(ticks) - 1), clock.now() + 1e9), clock.now())).toBe(false);
    await kill();
  });

  it.runIf(process.platform === 'linux')('is dead when nothing is left of its process but the entry that nobody has reaped', async () => {
    const { engine, clock } = setUp();
    // The child ends when its pipe is closed: not before the shell, which would reap it, has become a program that never does.
    const parent = spawn('sh', ['-c', 'cat <&3 >&2 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
    const pid = Number(line.toString());
    while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() !== 'sleep') await new Promise((resolve) => setImmediate(resolve));
    (parent.stdio[3] as Writable).end();
    const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    while (state()[0] !== 'Z') await new Promise((resolve) => setImmediate(resolve));
    expect(engine.isAlive(ownerOf(pid, state()[19]!, clock.now() + 1e9), clock.now())).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });

  it('whose start time is not known is believed while its lease lasts and its process is there', () => {
    const { engine, clock } = setUp();
    expect(engine.isAlive(ownerOf(process.pid, '-', clock.now() + 1), clock.now())).toBe(true);
    expect(engine.isAlive(ownerOf(process.pid, '-', clock.now()), clock.now())).toBe(false);
  });

  it('of another machine is believed for its lease and no longer', () => {
    const { engine, clock } = setUp();
    const far = { id: 'some-other-host|1|1|e_1', leaseUntil: clock.now() + LEASE_MS };
    expect([engine.isAlive(far, clock.now() + LEASE_MS - 1), engine.isAlive(far, clock.now() + LEASE_MS)]).toEqual([true, false]);
  });

  it('whose name cannot be read is dead', () => {
    const { engine, clock } = setUp();
    expect(['', hostname(), `${hostname()}|x|1`].map((id) => engine.isAlive({ id, leaseUntil: 0 }, clock.now()))).toEqual([false, false, false]);
  });

  it('is told apart from another engine of the same process', () => {
    const { engine, store, clock } = setUp();
    const other = new LocalEngine({ store, clock });
    expect(engine.owner(0).id).not.toBe(other.owner(0).id);
    expect(engine.isAlive(other.owner(clock.now()), clock.now())).toBe(true);
  });
});

describe('orphans', () => {
  it.runIf(process.platform === 'linux')('are found at once when their process has died, and are resumed', async () => {
    const { engine, store, clock, insert } = setUp();
    const { pid, ticks, kill } = await bystander();
    await insert(RUN, { owner: ownerOf(pid, ticks, clock.now() + LEASE_MS), seed: 3 });
    const service = new RunService({ store, host: engine, clock });
    const plan = samplePlan(RUN, { arm: 'single', size: 1 }, new ScriptedModel(['42']));
    expect(await engine.orphans()).toEqual([]);
    await expect(service.resume(plan, never())).rejects.toEqual(expect.objectContaining({ code: 'store.conflict' }));
    await kill();
    expect((await engine.orphans()).map((run) => run.id)).toEqual([RUN]);
    expect(await service.resume(plan, never())).toMatchObject({ kind: 'finished', result: { answer: '42' } });
    expect(await engine.orphans()).toEqual([]);
  });

  it('are interrupted runs too, but not those that wait or have ended, over all pages', async () => {
    const { engine, insert } = setUp();
    for (let i = 0; i < 450; i++) await insert(`run_${i}`, { status: i % 2 === 0 ? 'queued' : 'suspended', createdAt: i });
    for (const status of ['completed', 'failed', 'cancelled'] as const) await insert(`run_${status}`, { status });
    await insert('run_c', { status: 'queued', comparisonId: asId('cmp_1') });
    const ids = (await engine.orphans()).map((run) => run.id);
    expect([ids.length, new Set(ids).size, ids.includes(asId('run_c'))]).toEqual([226, 226, true]);
    expect(await engine.orphans({ standalone: true })).toHaveLength(225);
  });
});

describe('heartbeats', () => {
  it('renew the lease of every run that runs here, and stop with the last one', async () => {
    const { engine, clock, store, insert } = setUp();
    const ids = ['run_1', 'run_2'].map((id) => asId<RunId>(id));
    for (const id of ids) {
      expect(engine.begin(id, never())).not.toBeNull();
      await insert(id, { owner: engine.owner(clock.now()) });
    }
    const leases = async () => Promise.all(ids.map(async (id) => (await store.getRun(id))?.owner?.leaseUntil));
    for (let beat = 0; beat < 5; beat++) {
      clock.advance(10_000);
      expect(await leases()).toEqual([clock.now() + LEASE_MS, clock.now() + LEASE_MS]);
    }
    engine.end(ids[0]!);
    clock.advance(10_000);
    expect(await leases()).toEqual([clock.now() + LEASE_MS - 10_000, clock.now() + LEASE_MS]);
    engine.end(ids[1]!);
    expect(clock.pending).toBe(0);
  });

  it('leave a run alone that another owner has taken over, and still renew the others', async () => {
    const { engine, clock, store, insert } = setUp();
    engine.begin(asId('run_1'), never());
    engine.begin(asId('run_2'), never());
    await insert('run_1', { owner: { id: 'other', leaseUntil: 7 } });
    await insert('run_2', { owner: engine.owner(clock.now()) });
    clock.advance(10_000);
    expect((await store.getRun(asId('run_1')))?.owner).toEqual({ id: 'other', leaseUntil: 7 });
    expect((await store.getRun(asId('run_2')))?.owner?.leaseUntil).toBe(clock.now() + LEASE_MS);
  });

  it('that fail are told and tried again', async () => {
    const faults: string[] = [];
    const { engine, clock, store } = setUp((error) => faults.push(error.code));
    await store.close();
    engine.begin(RUN, never());
    clock.advance(20_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(faults).toEqual(['store.failed', 'store.failed']);
    engine.end(RUN);
  });
});

describe('begin and end', () => {
  it('hold a run once, stop all runs of one outer signal with it, and let go of those that ended', () => {
    const { engine } = setUp();
    const outer = new AbortController();
    const [one, two] = ['run_1', 'run_2'].map((id) => engine.begin(asId(id), outer.signal));
    expect(engine.begin(asId('run_1'), outer.signal)).toBeNull();
    engine.end(asId('run_2'));
    outer.abort();
    expect([one?.aborted, two?.aborted]).toEqual([true, false]);
    expect(one?.reason).toMatchObject({ code: 'interrupted' });
    engine.end(asId('run_1'));
    expect(engine.begin(asId('run_1'), outer.signal)?.aborted).toBe(true);
    engine.end(asId('run_1'));
  });
});
