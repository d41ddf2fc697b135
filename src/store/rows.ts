import type { ComparisonRow, ComparisonRunRow } from '#experiment';
import { asId, PolityError, type Row } from '#lib';
import type { TurnRecord } from '#orchestrator';
import { RUN_STATUSES, rowToResult, type StoredEvent } from '#runs';

/** The type of the event that a turn's row brings with it. */
export const TURN_EVENT: Readonly<Record<TurnRecord['status'], string>> = {
  done: 'turn.completed',
  failed: 'turn.failed',
  waiting: 'turn.waiting',
  no_part: 'turn.no_part',
  ended: 'turn.ended',
  not_recorded: 'turn.not_recorded',
  refused: 'turn.refused',
};

/** Reads a row of events. */
export function rowToEvent(row: Row): StoredEvent {
  return {
    id: integer(row, 'id'),
    type: text(row, 'type'),
    at: integer(row, 'at'),
    runId: textOrNull(row, 'run_id'),
    subject: textOrNull(row, 'subject'),
    payload: textOrNull(row, 'payload'),
  };
}

/** Reads a row of comparisons. */
export function rowToComparison(row: Row): ComparisonRow {
  return {
    id: asId(text(row, 'id')),
    status: oneOf(row, 'status', ['running', 'interrupted', 'completed', 'failed']),
    definition: text(row, 'definition'),
    report: textOrNull(row, 'report'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}

/** What a comparison reads of a run: its row of topology_runs, and its row of run_results when it has one. */
export function comparisonRun(run: Row, result: Row | null): ComparisonRunRow {
  return {
    id: text(run, 'id'),
    arm: text(run, 'arm'),
    taskId: text(run, 'task_id'),
    seed: integer(run, 'seed'),
    status: oneOf(run, 'status', RUN_STATUSES),
    error: run.error_message === null ? null : text(run, 'error_message'),
    result: result === null ? null : rowToResult(result),
  };
}

/** The text of a column; throws `store.failed` when the row holds anything else. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new PolityError('store.failed', `column ${column} holds ${typeof value}, not text`);
  return value;
}

/** The number of a column; throws `store.failed` when the row holds anything else. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new PolityError('store.failed', `column ${column} holds ${typeof value}, not a number`);
  return value;
}

/** One of the given texts; throws `store.failed` when the row holds anything else. */
export function oneOf<const Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const found = text(row, column);
  const value = values.find((candidate) => candidate === found);
  if (value === undefined) throw new PolityError('store.failed', `column ${column} holds ${JSON.stringify(found)}`, { details: { allowed: values } });
  return value;
}

function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}
