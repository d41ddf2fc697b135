import type { Committer, ComparisonId, RunId } from '#lib';
import type { LoggedValue, RunHistory, TurnRecord } from '#orchestrator';
import type { Run, RunResult, RunStatus } from './run.ts';

/** Which runs to list; newest first. `before` continues a page after that run id. */
export interface RunFilter {
  readonly status?: readonly RunStatus[];
  readonly comparisonId?: ComparisonId;
  /** Only runs that belong to no comparison. */
  readonly standalone?: boolean;
  readonly limit: number;
  readonly before?: RunId;
}

/** One event as stored; `id` grows with the order of commits. */
export interface StoredEvent {
  readonly id: number;
  readonly type: string;
  readonly at: number;
  readonly runId: string | null;
  readonly subject: string | null;
  readonly payload: string | null;
}

/**
 * What the run service needs of storage, beside `commit`.
 * Contract: `appendTurn` and `appendValue` are the hot path: one row (and for a turn one `turn.completed` event) per call, many calls
 * share a transaction, the promise resolves when it is on disk; an existing key rejects with `run.fenced`. Reads see every resolved commit.
 */
export interface RunStore extends Committer {
  appendTurn(runId: RunId, record: TurnRecord): Promise<void>;
  appendValue(runId: RunId, value: LoggedValue): Promise<void>;
  getRun(id: RunId): Promise<Run | null>;
  listRuns(filter: RunFilter): Promise<readonly Run[]>;
  getResult(id: RunId): Promise<RunResult | null>;
  /** Everything logged of a run, in one query per table. */
  loadHistory(id: RunId): Promise<RunHistory>;
  /** Events of one run, or of all, after an id, oldest first. */
  listEvents(filter: { readonly runId?: RunId; readonly after?: number; readonly limit: number }): Promise<readonly StoredEvent[]>;
  /** The canonical spec text of a topology version; null when unknown. */
  getTopologyVersion(hash: string): Promise<string | null>;
}

/**
 * The process that executes runs: it names their owner, tells whether another owner still lives, and hands out the signal that stops a run.
 * Contract: `begin` of a run that this process executes already returns null; `end` is called exactly once for every signal handed out.
 */
export interface RunHost {
  owner(now: number): { readonly id: string; readonly leaseUntil: number };
  isAlive(owner: { readonly id: string; readonly leaseUntil: number }, now: number): boolean;
  begin(id: RunId, outer: AbortSignal): AbortSignal | null;
  end(id: RunId): void;
}
