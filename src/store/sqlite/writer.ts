import type { Database, Statement } from 'better-sqlite3';
import { type CellValue, type Change, type CommitResult, PolityError } from '#lib';
import { TURN_COLUMNS } from '#runs';
import { storedCell } from '../cells.ts';
import { eventRow } from '../validate.ts';
import { isDuplicate, isOwnFault, storeFault } from './faults.ts';
import { type ChangeJob, fenced, type Job, jobLabels } from './jobs.ts';
import { Statements } from './statements.ts';

/** A moment around one transaction; `index` counts the moments of this store from 0, `labels` name what the transaction writes. */
export interface Boundary {
  readonly index: number;
  readonly phase: 'before-begin' | 'before-commit' | 'after-commit';
  readonly labels: readonly string[];
}

/** How one job of a batch ended, told once the transaction is on disk. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'result'; readonly result: CommitResult }
  | { readonly kind: 'failed'; readonly error: PolityError };

const DONE: Outcome = { kind: 'done' };
const COMMITTED: CommitResult = { kind: 'committed' };
const SAVEPOINT = 'SAVEPOINT job';

/**
 * Group commit: jobs of one event-loop turn share a transaction, at setImmediate. Not a microtask, because two thousand timers that
 * fire in one turn each drain their own microtasks and would make two thousand transactions.
 */
export class SqliteWriter {
  readonly #db: Database;
  readonly #onBoundary: ((boundary: Boundary) => void) | undefined;
  readonly #statements: Statements;
  readonly #begin: Statement<[]>;
  readonly #commit: Statement<[]>;
  readonly #insertTurn: Statement<[readonly CellValue[]]>;
  readonly #insertValue: Statement<[readonly CellValue[]]>;
  readonly #insertEvent: Statement<[readonly CellValue[]]>;
  readonly #drainBound = () => this.drain();
  #queue: Job[] = [];
  #closed = false;
  #boundaries = 0;

  constructor(db: Database, onBoundary?: (boundary: Boundary) => void) {
    this.#db = db;
    this.#onBoundary = onBoundary;
    this.#statements = new Statements(db);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    const marks = TURN_COLUMNS.map(() => '?').join(', ');
    this.#insertTurn = db.prepare(`INSERT INTO turns (${TURN_COLUMNS.join(', ')}, run_id) VALUES (${marks}, ?)`);
    this.#insertValue = db.prepare('INSERT INTO logged_values (key, kind, value, run_id) VALUES (?, ?, ?, ?)');
    this.#insertEvent = db.prepare('INSERT INTO events (type, at, run_id, subject, payload) VALUES (?, ?, ?, ?, ?)');
  }

  /** Queues a job for the transaction of this event-loop turn; a closed writer rejects it. */
  enqueue(job: Job): void {
    if (this.#closed) {
      job.reject(new PolityError('store.failed', `${this.#db.name}: the store is closed; nothing was written`));
      return;
    }
    if (this.#queue.push(job) === 1) setImmediate(this.#drainBound);
  }

  /** Writes what is queued, now. Never throws: faults reject the promises of their batch. */
  drain(): void {
    if (this.#queue.length === 0) return;
    const jobs = this.#queue;
    this.#queue = [];
    let outcomes: readonly Outcome[];
    try {
      outcomes = this.#transact(jobs);
    } catch (thrown) {
      const error = storeFault(thrown, this.#db.name);
      for (const job of jobs) job.reject(error);
      return;
    }
    for (let i = 0; i < jobs.length; i++) settle(jobs[i], outcomes[i]);
  }

  /** Writes what is queued and refuses everything after. */
  close(): void {
    this.drain();
    this.#closed = true;
  }

  /** Throws only after the whole batch was rolled back. */
  #transact(jobs: readonly Job[]): Outcome[] {
    const full = jobs.some((job) => job.kind === 'change' && job.change.durability === 'full');
    const labels = this.#onBoundary === undefined ? [] : jobs.flatMap(jobLabels);
    try {
      this.#boundary('before-begin', labels);
      if (full) this.#db.pragma('synchronous = FULL'); // has no effect inside a transaction
      this.#begin.run();
      const outcomes = jobs.map((job) => this.#apply(job));
      this.#boundary('before-commit', labels);
      this.#commit.run();
      this.#boundary('after-commit', labels);
      return outcomes;
    } finally {
      // On a fault only; SQLite itself may have rolled back already (disk full, I/O error).
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      if (full) this.#db.pragma('synchronous = NORMAL');
    }
  }

  #apply(job: Job): Outcome {
    try {
      switch (job.kind) {
        case 'turn':
          this.#insertTurn.run(job.cells);
          this.#insertEvent.run(job.event);
          return DONE;
        case 'value':
          this.#insertValue.run(job.cells);
          return DONE;
        case 'change':
          return { kind: 'result', result: this.#applyChange(job) };
      }
    } catch (thrown) {
      if (!isOwnFault(thrown)) throw thrown;
      const duplicate = isDuplicate(thrown);
      if (job.kind !== 'change' && duplicate) return { kind: 'failed', error: fenced(job.cells.at(-1), job.cells[0]) };
      const fault = storeFault(thrown, this.#db.name);
      return { kind: 'failed', error: duplicate ? new PolityError('store.conflict', fault.message, { cause: thrown, details: fault.details }) : fault };
    }
  }

  #applyChange(job: ChangeJob): CommitResult {
    const { preconditions, writes, events } = job.change;
    for (const condition of preconditions ?? []) {
      if (!this.#statements.holds(condition)) return { kind: 'conflict', failed: condition };
    }
    // One write undoes itself when it fails, and events cannot fail once they were checked: only several writes need a savepoint.
    if (writes.length > 1) this.#atomically(writes);
    else for (const write of writes) this.#write(write);
    for (const event of events ?? []) this.#insertEvent.run(Object.values(eventRow(event)).map(storedCell));
    return COMMITTED;
  }

  #atomically(writes: Change['writes']): void {
    this.#statements.of(SAVEPOINT).run();
    try {
      for (const write of writes) this.#write(write);
    } catch (thrown) {
      if (this.#db.inTransaction) {
        this.#statements.of('ROLLBACK TO job').run();
        this.#statements.of('RELEASE job').run();
      }
      throw thrown;
    }
    this.#statements.of('RELEASE job').run();
  }

  #write(write: Change['writes'][number]): void {
    const touched = this.#statements.write(write);
    if (write.kind === 'update' && touched === 0) {
      throw new PolityError('store.failed', `no row of ${write.table} to update: ${JSON.stringify(write.key)}; guard the change with a precondition`);
    }
  }

  #boundary(phase: Boundary['phase'], labels: readonly string[]): void {
    if (this.#onBoundary !== undefined) this.#onBoundary({ index: this.#boundaries++, phase, labels });
  }
}

function settle(job: Job | undefined, outcome: Outcome | undefined): void {
  if (job === undefined || outcome === undefined) return;
  if (outcome.kind === 'failed') job.reject(outcome.error);
  else if (job.kind === 'change') job.resolve(outcome.kind === 'result' ? outcome.result : COMMITTED);
  else job.resolve();
}
