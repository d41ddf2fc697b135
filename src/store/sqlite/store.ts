import type { ComparisonRow, ComparisonRunRow } from '#experiment';
import type { CellValue, Change, Clock, CommitResult, ComparisonId, RunId } from '#lib';
import type { LoggedValue, RunHistory, TurnRecord } from '#orchestrator';
import { type Run, type RunFilter, type RunResult, type StoredEvent, TURN_COLUMNS, turnToCells } from '#runs';
import { cleanCells } from '../cells.ts';
import type { Store } from '../port.ts';
import { TURN_EVENT } from '../rows.ts';
import { checkChange } from '../validate.ts';
import { BUSY_TIMEOUT_MS, type Connections, openConnections } from './open.ts';
import { SqliteReader } from './reader.ts';
import { type Boundary, SqliteWriter } from './writer.ts';

/** Where the database is, whose time its turn events carry, and what tests may watch. */
export interface SqliteStoreOptions {
  readonly path: string;
  readonly clock: Clock;
  /** How long a transaction waits for another process, which also holds up this one. Milliseconds; default 5000. */
  readonly busyTimeoutMs?: number;
  /** Called around each transaction, synchronously; a process that blocks in it can be killed exactly there. */
  readonly onBoundary?: (boundary: Boundary) => void;
}

const TURN_CELLS = [...TURN_COLUMNS, 'run_id'] as const;
const VALUE_CELLS = ['key', 'kind', 'value', 'run_id'] as const;

/** Opens (makes, migrates) the database. Throws `store.failed` with what to do when the file is newer, foreign, damaged or cannot be written. */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new SqliteStore(openConnections(options.path, options.busyTimeoutMs ?? BUSY_TIMEOUT_MS), options);
}

/** Runs and comparisons on one SQLite database: one writer with group commit, one read-only connection. */
export class SqliteStore implements Store {
  readonly #connections: Connections;
  readonly #clock: Clock;
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;

  constructor(connections: Connections, options: Pick<SqliteStoreOptions, 'clock' | 'onBoundary'>) {
    this.#connections = connections;
    this.#clock = options.clock;
    this.#writer = new SqliteWriter(connections.writer, options.onBoundary);
    this.#reader = new SqliteReader(connections.reader);
  }

  async commit(change: Change): Promise<CommitResult> {
    checkChange(change);
    return new Promise((resolve, reject) => this.#writer.enqueue({ kind: 'change', change, resolve, reject }));
  }

  appendTurn(runId: RunId, record: TurnRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      const cells: CellValue[] = turnToCells(record);
      cells.push(runId);
      cleanCells(cells, TURN_CELLS); // a throw in here rejects the promise
      const event = [TURN_EVENT[record.status], this.#clock.now(), cells[TURN_COLUMNS.length] ?? null, cells[0] ?? null, null];
      this.#writer.enqueue({ kind: 'turn', cells, event, resolve, reject });
    });
  }

  appendValue(runId: RunId, value: LoggedValue): Promise<void> {
    return new Promise((resolve, reject) => {
      const cells = cleanCells([value.key, value.kind, value.value, runId], VALUE_CELLS);
      this.#writer.enqueue({ kind: 'value', cells, resolve, reject });
    });
  }

  async getRun(id: RunId): Promise<Run | null> {
    return this.#reader.getRun(id);
  }

  listRuns(filter: RunFilter): Promise<readonly Run[]> {
    return this.#reader.listRuns(filter);
  }

  async getResult(id: RunId): Promise<RunResult | null> {
    return this.#reader.getResult(id);
  }

  async loadHistory(id: RunId): Promise<RunHistory> {
    return this.#reader.loadHistory(id);
  }

  listEvents(filter: { readonly runId?: RunId; readonly after?: number; readonly limit: number }): Promise<readonly StoredEvent[]> {
    return this.#reader.listEvents(filter);
  }

  async getTopologyVersion(hash: string): Promise<string | null> {
    return this.#reader.getTopologyVersion(hash);
  }

  async getComparison(id: ComparisonId): Promise<ComparisonRow | null> {
    return this.#reader.getComparison(id);
  }

  listComparisons(limit: number): Promise<readonly ComparisonRow[]> {
    return this.#reader.listComparisons(limit);
  }

  listComparisonRuns(id: ComparisonId): Promise<readonly ComparisonRunRow[]> {
    return this.#reader.listComparisonRuns(id);
  }

  async flush(): Promise<void> {
    this.#writer.drain();
  }

  async close(): Promise<void> {
    this.#writer.close();
    this.#connections.reader.close();
    this.#connections.writer.close();
  }
}
