import type { CellValue, Change, CommitResult } from '#lib';
import { PolityError } from '#lib';

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: PolityError) => void;
}

/** A turn on the hot path: its cells (run id last, as in the statement) and its event's. */
export interface TurnJob extends Waiting<void> {
  readonly kind: 'turn';
  readonly cells: readonly CellValue[];
  readonly event: readonly CellValue[];
}

/** A logged value on the hot path. */
export interface ValueJob extends Waiting<void> {
  readonly kind: 'value';
  readonly cells: readonly CellValue[];
}

/** A change that was checked against the schema. */
export interface ChangeJob extends Waiting<CommitResult> {
  readonly kind: 'change';
  readonly change: Change;
}

/** What waits for the next transaction. */
export type Job = TurnJob | ValueJob | ChangeJob;

/** One line per write of the job, naming rows by key; for the boundaries that tests stop at. */
export function jobLabels(job: Job): string[] {
  switch (job.kind) {
    case 'turn':
      return [`turn ${job.cells[0]}`];
    case 'value':
      return [`value ${job.cells[0]}`];
    case 'change':
      return [...job.change.writes.map((write) => `${write.kind} ${write.table}`), ...(job.change.events ?? []).map((event) => `event ${event.type}`)];
  }
}

/** The one error of a key that the log of a run holds already. */
export function fenced(runId: CellValue | undefined, key: CellValue | undefined): PolityError {
  return new PolityError('run.fenced', `run ${runId}: ${key} is logged already: another process owns this run now`, { details: { runId, key } });
}
