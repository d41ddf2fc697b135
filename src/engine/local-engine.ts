import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Clock, type Committer, PolityError, type RunId, toPolityError } from '#lib';
import { newId } from '#lib/node';
import type { Run, RunHost, RunOwner, RunStore } from '#runs';

/** How long a process is believed to live after its last heartbeat, where its process id cannot be looked up. */
const LEASE_MS = 30_000;
/** A third of the lease: two heartbeats may be lost before anyone takes over. */
const HEARTBEAT_MS = 10_000;
const PAGE = 200;

interface Active {
  readonly controller: AbortController;
  readonly detach: () => void;
}

export interface LocalEngineParts {
  readonly store: Committer & Pick<RunStore, 'listRuns'>;
  readonly clock: Clock;
  /** Told when a heartbeat fails; the next one is tried all the same. */
  readonly onFault?: (error: PolityError) => void;
}

/** The engine of one machine: runs live in this process, leases tell others that they do, and what a dead process left is found again. */
export class LocalEngine implements RunHost {
  readonly #parts: LocalEngineParts;
  readonly #id: string;
  readonly #active = new Map<RunId, Active>();
  readonly #groups = new WeakMap<AbortSignal, Set<AbortController>>();
  #stopTimer: (() => void) | null = null;

  constructor(parts: LocalEngineParts) {
    this.#parts = parts;
    this.#id = [hostname(), process.pid, startedTicks(process.pid) ?? '-', newId('e', parts.clock.now())].join('|');
  }

  owner(now: number): RunOwner {
    return { id: this.#id, leaseUntil: Math.round(now) + LEASE_MS };
  }

  isAlive(owner: RunOwner, now: number): boolean {
    if (owner.id === this.#id) return true;
    const [host, pid, ticks] = owner.id.split('|');
    if (host !== hostname()) return owner.leaseUntil > now;
    if (!processExists(Number(pid))) return false;
    // The same process id may have been given to another program since: its start time tells, or, where there is none, the lease.
    return ticks === '-' ? owner.leaseUntil > now : startedTicks(Number(pid)) === ticks;
  }

  begin(id: RunId, outer: AbortSignal): AbortSignal | null {
    if (this.#active.has(id)) return null;
    const controller = new AbortController();
    if (outer.aborted) controller.abort(interrupted());
    const group = this.#groupOf(outer);
    group.add(controller);
    this.#active.set(id, { controller, detach: () => group.delete(controller) });
    this.#schedule();
    return controller.signal;
  }

  end(id: RunId): void {
    this.#active.get(id)?.detach();
    this.#active.delete(id);
    if (this.#active.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Ends a run that this process executes: its turns in flight are aborted and it is `cancelled`. False when it does not run here. */
  cancel(id: RunId): boolean {
    const active = this.#active.get(id);
    active?.controller.abort(new PolityError('run.cancelled', 'the run was cancelled'));
    return active !== undefined;
  }

  /** Runs that no living process executes and that are not waiting: interrupted ones and those of processes that died. Newest first. */
  async orphans(filter: { readonly standalone?: boolean } = {}): Promise<readonly Run[]> {
    const found: Run[] = [];
    let before: RunId | undefined;
    for (;;) {
      const page = await this.#parts.store.listRuns({ status: ['queued', 'running'], limit: PAGE, ...filter, ...(before === undefined ? {} : { before }) });
      const now = this.#parts.clock.now();
      found.push(...page.filter((run) => this.#isFree(run, now)));
      before = page.at(-1)?.id;
      if (page.length < PAGE || before === undefined) return found;
    }
  }

  /** A run whose execution here ended with a fault still names this process, which does not execute it any more. */
  #isFree(run: Run, now: number): boolean {
    if (run.owner === null) return true;
    return run.owner.id === this.#id ? !this.#active.has(run.id) : !this.isAlive(run.owner, now);
  }

  /** The runs that stop with one outer signal; a comparison has hundreds in flight, and a listener each would be noise and cost. */
  #groupOf(outer: AbortSignal): Set<AbortController> {
    const present = this.#groups.get(outer);
    if (present !== undefined) return present;
    const group = new Set<AbortController>();
    this.#groups.set(outer, group);
    outer.addEventListener('abort', () => {
      for (const controller of group) controller.abort(interrupted());
    });
    return group;
  }

  #schedule(): void {
    if (this.#stopTimer !== null) return;
    this.#stopTimer = this.#parts.clock.after(
      HEARTBEAT_MS,
      () => {
        this.#stopTimer = null;
        if (this.#active.size === 0) return;
        this.#beat().catch((thrown: unknown) => this.#parts.onFault?.(toPolityError(thrown)));
        this.#schedule();
      },
      { unref: true },
    );
  }

  async #beat(): Promise<void> {
    const { leaseUntil } = this.owner(this.#parts.clock.now());
    // One change each: a run that has just ended or changed hands must not keep the others from being renewed.
    await Promise.all(
      [...this.#active.keys()].map((id) =>
        this.#parts.store.commit({
          preconditions: [{ kind: 'row', table: 'topology_runs', key: { id }, equals: { owner: this.#id } }],
          writes: [{ kind: 'update', table: 'topology_runs', key: { id }, set: { lease_until: leaseUntil } }],
        }),
      ),
    );
  }
}

function interrupted(): PolityError {
  return new PolityError('interrupted', 'the run was interrupted');
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it exists and belongs to somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** Start time of a process in clock ticks since boot, or null where the system does not tell (no /proc). */
function startedTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name may hold spaces and parentheses: fields are counted from the last one. A zombie is dead for us.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'zombie' : (fields[19] ?? null);
  } catch {
    return null; // not Linux, or no such process
  }
}
