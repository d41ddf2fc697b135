import { type Change, type Clock, type CommitResult, type ComparisonId, PolityError, type RowWrite, type RunId } from '#lib';
import {
  type BoundTopology,
  Budget,
  type BudgetLimits,
  type ExecutionEnd,
  type ModelPort,
  type Pattern,
  type RunHistory,
  type Scorer,
  TurnExecutor,
} from '#orchestrator';
import type { TopologyKind } from '#topology';
import { resultToRow, runToRow } from './codec.ts';
import type { RunHost, RunStore } from './ports.ts';
import { finishedResult } from './result.ts';
import type { Run, RunResult } from './run.ts';
import { nextRunStatus } from './transitions.ts';

/** Everything needed to execute a run; made by whoever knows models and topologies. `spec` is the canonical text that `topologyHash` names. */
export interface RunPlan {
  readonly id: RunId;
  readonly comparisonId: ComparisonId | null;
  readonly arm: string;
  readonly kind: TopologyKind | 'control';
  readonly pattern: Pattern;
  readonly topology: BoundTopology;
  readonly topologyHash: string | null;
  readonly spec: string | null;
  readonly task: { readonly id: string; readonly input: string; readonly class: string | null; readonly target: unknown };
  readonly scorer: Scorer;
  readonly seed: number;
  readonly model: ModelPort;
  readonly modelFor: (agentId: string) => ModelPort;
  readonly budget: BudgetLimits;
  /** JSON from which this plan can be made again; null for runs of a comparison. */
  readonly definition: string | null;
}

/** A turn that waits for the outside. */
export interface OpenWait {
  readonly key: string;
  readonly agent: string;
  readonly token: string;
  readonly question: string;
}

/** How an execution left the run. `interrupted` runs are `queued` and can be resumed. */
export type RunOutcome =
  | { readonly kind: 'finished'; readonly result: RunResult; readonly error: Run['error'] }
  | { readonly kind: 'suspended'; readonly waits: readonly OpenWait[] }
  | { readonly kind: 'interrupted' };

export interface RunServiceParts {
  readonly store: RunStore;
  readonly host: RunHost;
  readonly clock: Clock;
  readonly onWarning?: (run: RunId, message: string) => void;
}

const EMPTY: RunHistory = { turns: [], values: [] };

/** Starts, resumes, answers and cancels runs. One process executes a run at a time: rows are claimed by compare-and-set, turns are fenced by key. */
export class RunService {
  readonly #parts: RunServiceParts;
  constructor(parts: RunServiceParts) {
    this.#parts = parts;
  }

  /** Creates the run and executes it until it ends, waits or is interrupted. Errors: `store.conflict` when the id is taken. */
  async start(plan: RunPlan, signal: AbortSignal): Promise<RunOutcome> {
    return this.#own(plan.id, signal, async (inner) => {
      const now = this.#parts.clock.now();
      const owner = this.#parts.host.owner(now);
      const run: Run = {
        id: plan.id,
        status: 'running',
        comparisonId: plan.comparisonId,
        arm: plan.arm,
        taskId: plan.task.id,
        seed: plan.seed,
        topologyHash: plan.topologyHash,
        kind: plan.kind,
        pattern: plan.pattern.name,
        patternVersion: plan.pattern.version,
        model: plan.model.id,
        provenance: plan.model.provenance,
        definition: plan.definition,
        owner,
        error: null,
        createdAt: now,
        updatedAt: now,
      };
      const writes: RowWrite[] = [{ kind: 'insert', table: 'topology_runs', row: runToRow(run) }];
      if (plan.topologyHash !== null && plan.spec !== null && plan.comparisonId === null) {
        writes.unshift({ kind: 'upsert', table: 'topology_versions', row: { hash: plan.topologyHash, kind: plan.kind, spec: plan.spec, created_at: now } });
      }
      await this.#commit({ writes, events: [{ type: 'run.started', at: now, runId: plan.id }] });
      return this.#execute(plan, owner.id, EMPTY, inner);
    });
  }

  /**
   * Executes a run that stopped before its end: finished turns come from the log, the rest is run. Errors: `run.not_found`; `store.conflict`
   * when it has ended or another living process executes it; `run.diverged` when the protocol's version changed.
   */
  async resume(plan: RunPlan, signal: AbortSignal): Promise<RunOutcome> {
    return this.#own(plan.id, signal, async (inner) => {
      const ownerId = await this.#claim(plan);
      const history = await this.#parts.store.loadHistory(plan.id);
      return this.#execute(plan, ownerId, history, inner);
    });
  }

  /** The turns of a run that wait for the outside. */
  async waits(id: RunId): Promise<readonly OpenWait[]> {
    const { turns } = await this.#parts.store.loadHistory(id);
    return turns.flatMap((turn) =>
      turn.status === 'waiting' && turn.token !== null ? [{ key: turn.key, agent: turn.agent, token: turn.token, question: turn.question ?? '' }] : [],
    );
  }

  /** Supplies the reply of a waiting turn, once. The run goes on when it is resumed. Errors: `run.not_found`, `store.conflict` when it does not wait (any more). */
  async answer(id: RunId, key: string, text: string | null): Promise<void> {
    const run = await this.#get(id);
    if (run.status === 'completed' || run.status === 'cancelled')
      throw new PolityError('store.conflict', `run ${id} is ${run.status}: no answer changes it now`);
    const now = this.#parts.clock.now();
    const result = await this.#parts.store.commit({
      preconditions: [{ kind: 'row', table: 'turns', key: { run_id: id, key }, equals: { status: 'waiting' } }],
      writes: [{ kind: 'update', table: 'turns', key: { run_id: id, key }, set: { status: 'done', output: text, finished_at: now } }],
      events: [{ type: 'turn.answered', at: now, runId: id, subject: key }],
    });
    if (result.kind === 'conflict') throw new PolityError('store.conflict', `the turn ${key} of run ${id} does not wait for an answer`);
  }

  /** Ends a run that nobody executes. Errors: `run.not_found`; `store.conflict` when it has ended or a living process executes it. */
  async cancel(id: RunId): Promise<void> {
    const { host } = this.#parts;
    // Held like an execution meanwhile, so that this process starts none beside it.
    if (host.begin(id, new AbortController().signal) === null) throw new PolityError('store.conflict', `run ${id} is being executed by this process`);
    try {
      await this.#cancelIdle(id);
    } finally {
      host.end(id);
    }
  }

  async #cancelIdle(id: RunId): Promise<void> {
    const run = await this.#get(id);
    if (run.comparisonId !== null) {
      throw new PolityError('store.conflict', `run ${id} belongs to comparison ${run.comparisonId}, which needs all of its runs: it cannot be cancelled alone`);
    }
    if (this.#isElsewhere(run)) throw new PolityError('store.conflict', `run ${id} is being executed by another process: stop that one (Ctrl-C)`);
    if (nextRunStatus(run.status, 'cancel') === null) throw new PolityError('store.conflict', `run ${id} is ${run.status} already`);
    await this.#change(run, { status: 'cancelled', owner: null, lease_until: null }, 'run.cancelled', []);
  }

  /** Whether another living owner executes the run. Own rows are free here: whoever asks has begun the run, so that nothing else of this owner executes it. */
  #isElsewhere(run: Run): boolean {
    const { host, clock } = this.#parts;
    const now = clock.now();
    return run.owner !== null && run.owner.id !== host.owner(now).id && host.isAlive(run.owner, now);
  }

  async #get(id: RunId): Promise<Run> {
    const run = await this.#parts.store.getRun(id);
    if (run === null) throw new PolityError('run.not_found', `there is no run ${id}: see polity runs list`);
    return run;
  }

  async #own(id: RunId, outer: AbortSignal, body: (signal: AbortSignal) => Promise<RunOutcome>): Promise<RunOutcome> {
    const signal = this.#parts.host.begin(id, outer);
    if (signal === null) throw new PolityError('store.conflict', `run ${id} is being executed by this process already`);
    try {
      return await body(signal);
    } finally {
      this.#parts.host.end(id);
    }
  }

  async #claim(plan: RunPlan): Promise<string> {
    const run = await this.#get(plan.id);
    const now = this.#parts.clock.now();
    if (this.#isElsewhere(run)) throw new PolityError('store.conflict', `run ${run.id} is being executed by another process`);
    if (nextRunStatus(run.status, 'claim') === null) throw new PolityError('store.conflict', `run ${run.id} is ${run.status}: there is nothing to resume`);
    if (run.pattern !== plan.pattern.name || run.patternVersion !== plan.pattern.version) {
      throw new PolityError(
        'run.diverged',
        `run ${run.id} began with ${run.pattern} version ${run.patternVersion}; this program has ${plan.pattern.name} version ${plan.pattern.version}`,
      );
    }
    const owner = this.#parts.host.owner(now);
    const deletions: RowWrite[] = run.status === 'failed' ? [{ kind: 'delete', table: 'run_results', key: { run_id: run.id } }] : [];
    if (run.status === 'failed') deletions.push(...(await this.#refusals(run.id)));
    await this.#change(
      run,
      { status: 'running', owner: owner.id, lease_until: owner.leaseUntil, error_code: null, error_message: null },
      'run.resumed',
      deletions,
    );
    return owner.id;
  }

  /** Budget refusals of a failed run give way when it is resumed: the budget it gets now decides anew. */
  async #refusals(id: RunId): Promise<RowWrite[]> {
    const { turns } = await this.#parts.store.loadHistory(id);
    return turns.filter((turn) => turn.status === 'refused').map((turn) => ({ kind: 'delete', table: 'turns', key: { run_id: id, key: turn.key } }));
  }

  async #execute(plan: RunPlan, ownerId: string, first: RunHistory, signal: AbortSignal): Promise<RunOutcome> {
    let history = first;
    for (;;) {
      const { executor, end } = await this.#attempt(plan, history, signal);
      if (end.kind !== 'suspended') return this.#finish(plan, ownerId, executor, end);
      await this.#leave(plan.id, ownerId, 'suspended', 'run.suspended');
      history = await this.#parts.store.loadHistory(plan.id);
      const waiting = history.turns.filter((turn) => turn.status === 'waiting');
      const known = new Set(first.turns.filter((turn) => turn.status === 'done').map((turn) => turn.key));
      const answered = history.turns.some((turn) => turn.token !== null && turn.status === 'done' && !known.has(turn.key));
      if (!answered || signal.aborted)
        return { kind: 'suspended', waits: waiting.map(({ key, agent, token, question }) => ({ key, agent, token: token ?? '', question: question ?? '' })) };
      // An answer came in between the last turn and the suspension: its sender saw a running run and left the going on to us.
      first = history;
      ownerId = await this.#claim(plan);
    }
  }

  async #attempt(plan: RunPlan, history: RunHistory, signal: AbortSignal): Promise<{ executor: TurnExecutor; end: ExecutionEnd }> {
    const { store, clock, onWarning } = this.#parts;
    const began = clock.monotonic();
    const timer = new AbortController();
    const seconds = plan.budget.seconds;
    const cancelTimer =
      seconds === undefined
        ? () => {}
        : clock.after(seconds * 1000, () => timer.abort(new PolityError('budget.exceeded', `the time budget of ${seconds} s is used up`)), { unref: true });
    const budget = new Budget(
      plan.budget,
      () => clock.monotonic() - began,
      (message) => onWarning?.(plan.id, message),
    );
    const executor = new TurnExecutor({
      pattern: plan.pattern,
      topology: plan.topology,
      task: plan.task,
      scorer: plan.scorer,
      seed: plan.seed,
      modelFor: plan.modelFor,
      history,
      log: { appendTurn: (record) => store.appendTurn(plan.id, record), appendValue: (value) => store.appendValue(plan.id, value) },
      budget,
      clock,
      signal: seconds === undefined ? signal : AbortSignal.any([signal, timer.signal]),
    });
    try {
      return { executor, end: await executor.execute() };
    } finally {
      cancelTimer();
    }
  }

  async #finish(plan: RunPlan, ownerId: string, executor: TurnExecutor, end: Exclude<ExecutionEnd, { kind: 'suspended' }>): Promise<RunOutcome> {
    if (end.kind === 'error' && end.error.code === 'interrupted') {
      await this.#leave(plan.id, ownerId, 'queued', 'run.interrupted');
      return { kind: 'interrupted' };
    }
    // The log belongs to another process now, or cannot be written: nothing that this one says about the run may stand.
    if (end.kind === 'error' && (end.error.code === 'run.fenced' || end.error.code === 'store.failed')) throw end.error;
    const now = this.#parts.clock.now();
    const { result, error } = finishedResult(plan, executor.totals(), end, now);
    await this.#commit({
      preconditions: [{ kind: 'row', table: 'topology_runs', key: { id: plan.id }, equals: { status: 'running', owner: ownerId } }],
      writes: [
        {
          kind: 'update',
          table: 'topology_runs',
          key: { id: plan.id },
          set: {
            status: result.status,
            owner: null,
            lease_until: null,
            error_code: error?.code ?? null,
            error_message: error?.message ?? null,
            updated_at: now,
          },
        },
        { kind: 'insert', table: 'run_results', row: resultToRow(result) },
      ],
      events: [{ type: `run.${result.status}`, at: now, runId: plan.id }],
    });
    return { kind: 'finished', result, error };
  }

  async #leave(id: RunId, ownerId: string, status: 'suspended' | 'queued', event: string): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#commit({
      preconditions: [{ kind: 'row', table: 'topology_runs', key: { id }, equals: { status: 'running', owner: ownerId } }],
      writes: [{ kind: 'update', table: 'topology_runs', key: { id }, set: { status, owner: null, lease_until: null, updated_at: now } }],
      events: [{ type: event, at: now, runId: id }],
    });
  }

  async #change(run: Run, set: Record<string, string | number | null>, event: string, more: readonly RowWrite[]): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#commit({
      preconditions: [{ kind: 'row', table: 'topology_runs', key: { id: run.id }, equals: { status: run.status, owner: run.owner?.id ?? null } }],
      writes: [{ kind: 'update', table: 'topology_runs', key: { id: run.id }, set: { ...set, updated_at: now } }, ...more],
      events: [{ type: event, at: now, runId: run.id }],
    });
  }

  async #commit(change: Change): Promise<void> {
    const result: CommitResult = await this.#parts.store.commit(change);
    if (result.kind === 'conflict')
      throw new PolityError('run.fenced', 'the run changed hands meanwhile: another process has taken it over', { details: { failed: result.failed } });
  }
}
