/**
 * runs: the life of a run: start, resume, suspend, answer, cancel, list.
 *
 * May import: lib, orchestrator, topology.
 * Design note: docs/design/runs.md.
 */

export type { BudgetLimits } from '#orchestrator';
export { resultToRow, rowToResult, rowToRun, rowToTurn, rowToValue, runToRow, TURN_COLUMNS, turnToCells } from './codec.ts';
export { type EdgeAccount, type LedgerAmount, ledgerOf, type NodeAccount, type RunLedger } from './ledger.ts';
export { type ObservedTopology, observedTopology } from './observed.ts';
export type { RunFilter, RunHost, RunStore, StoredEvent } from './ports.ts';
export { RUN_STATUSES, type Run, type RunOwner, type RunResult, type RunStatus } from './run.ts';
export { type OpenWait, type RunOutcome, type RunPlan, RunService } from './run-service.ts';
