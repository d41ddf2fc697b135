import type { ComparisonId, ErrorCode, RunId } from '#lib';
import type { ExecutionTotals, Provenance } from '#orchestrator';
import type { TopologyKind } from '#topology';

/** Every status of a run (DESIGN section 6). `queued` also holds runs that were interrupted and can be resumed. */
export const RUN_STATUSES = ['queued', 'running', 'suspended', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The process that executes a run, and until when it may be believed alive without a heartbeat. */
export interface RunOwner {
  readonly id: string;
  readonly leaseUntil: number;
}

/** A row of topology_runs. `definition` is JSON enough to run it again; comparison runs leave it null and take theirs from the comparison. */
export interface Run {
  readonly id: RunId;
  readonly status: RunStatus;
  readonly comparisonId: ComparisonId | null;
  readonly arm: string;
  readonly taskId: string;
  readonly seed: number;
  readonly topologyHash: string | null;
  readonly kind: TopologyKind | 'control';
  readonly pattern: string;
  readonly patternVersion: number;
  readonly model: string;
  readonly provenance: Provenance;
  readonly definition: string | null;
  readonly owner: RunOwner | null;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How a run ended: a row of run_results. Unknown figures are null, never 0. Tokens, dollars, milliseconds. */
export interface RunResult extends ExecutionTotals {
  readonly runId: RunId;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly answer: string | null;
  /** 0..1; null = unscored. */
  readonly score: number | null;
  readonly unscoredReason: string | null;
  readonly blockedApprovals: number;
  readonly finishedAt: number;
}
