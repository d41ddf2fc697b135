import type { ComparisonRow, ComparisonRunRow } from '#experiment';
import {
  type Change,
  type Clock,
  type CommitResult,
  type ComparisonId,
  type NewEvent,
  PolityError,
  type Precondition,
  type Row,
  type RowWrite,
  type RunId,
} from '#lib';
import type { LoggedValue, RunHistory, TurnRecord } from '#orchestrator';
import { type Run, type RunFilter, type RunResult, rowToResult, rowToRun, rowToTurn, rowToValue, type StoredEvent, TURN_COLUMNS, turnToCells } from '#runs';
import { checkChange, checkRow, comparisonRun, eventRow, rowToComparison, rowToEvent, type Store, TURN_EVENT } from '#store';
import { MemoryTables, storedRow } from './memory-tables.ts';

/** A store without a disk: the same ports, checks and contract suite as the SQLite store; every call applies at once. */
export class MemoryStore implements Store {
  readonly #clock: Clock;
  readonly #tables = new MemoryTables();
  readonly #events: StoredEvent[] = [];
  #closed = false;

  constructor(options: { readonly clock: Clock }) {
    this.#clock = options.clock;
  }

  async commit(change: Change): Promise<CommitResult> {
    checkChange(change);
    this.#refuseClosed();
    for (const condition of change.preconditions ?? []) {
      if (!this.#holds(condition)) return { kind: 'conflict', failed: condition };
    }
    this.#tables.atomically(() => {
      for (const write of change.writes) this.#write(write);
    });
    for (const event of change.events ?? []) this.#append(event);
    return { kind: 'committed' };
  }

  async appendTurn(runId: RunId, record: TurnRecord): Promise<void> {
    const cells = turnToCells(record);
    const row: Row = { run_id: runId, ...Object.fromEntries(TURN_COLUMNS.map((column, index) => [column, cells[index] ?? null])) };
    this.#log('turns', row);
    this.#append({ type: TURN_EVENT[record.status], at: this.#clock.now(), runId, subject: record.key });
  }

  async appendValue(runId: RunId, value: LoggedValue): Promise<void> {
    this.#log('logged_values', { run_id: runId, key: value.key, kind: value.kind, value: value.value });
  }

  async getRun(id: RunId): Promise<Run | null> {
    const row = this.#tables.get('topology_runs', { id });
    return row === undefined ? null : rowToRun(row);
  }

  async listRuns(filter: RunFilter): Promise<readonly Run[]> {
    const runs = this.#tables.all('topology_runs').map(rowToRun).sort(newestFirst);
    const before = filter.before === undefined ? null : await this.getRun(filter.before);
    if (filter.before !== undefined && before === null) {
      throw new PolityError('run.not_found', `no run ${JSON.stringify(filter.before)} to continue the list after`);
    }
    return runs
      .filter((run) => filter.status === undefined || filter.status.includes(run.status))
      .filter((run) => filter.comparisonId === undefined || run.comparisonId === filter.comparisonId)
      .filter((run) => filter.standalone !== true || run.comparisonId === null)
      .filter((run) => before === null || newestFirst(before, run) < 0)
      .slice(0, filter.limit);
  }

  async getResult(id: RunId): Promise<RunResult | null> {
    const row = this.#tables.get('run_results', { run_id: id });
    return row === undefined ? null : rowToResult(row);
  }

  async loadHistory(id: RunId): Promise<RunHistory> {
    return {
      turns: this.#tables.allOf('turns', id).sort(byKey).map(rowToTurn),
      values: this.#tables.allOf('logged_values', id).sort(byKey).map(rowToValue),
    };
  }

  async listEvents(filter: { readonly runId?: RunId; readonly after?: number; readonly limit: number }): Promise<readonly StoredEvent[]> {
    const later = this.#events.slice(Math.max(0, filter.after ?? 0)); // ids are 1-based positions
    return later.filter((event) => filter.runId === undefined || event.runId === filter.runId).slice(0, filter.limit);
  }

  async getTopologyVersion(hash: string): Promise<string | null> {
    const spec = this.#tables.get('topology_versions', { hash })?.spec;
    return typeof spec === 'string' ? spec : null;
  }

  async getComparison(id: ComparisonId): Promise<ComparisonRow | null> {
    const row = this.#tables.get('comparisons', { id });
    return row === undefined ? null : rowToComparison(row);
  }

  async listComparisons(limit: number): Promise<readonly ComparisonRow[]> {
    return this.#tables.all('comparisons').map(rowToComparison).sort(newestFirst).slice(0, limit);
  }

  async listComparisonRuns(id: ComparisonId): Promise<readonly ComparisonRunRow[]> {
    const rows = this.#tables.all('topology_runs').filter((row) => row.comparison_id === id);
    rows.sort((a, b) => newestFirst(rowToRun(a), rowToRun(b)));
    return rows.map((row) => comparisonRun(row, this.#tables.get('run_results', { run_id: row.id ?? null }) ?? null));
  }

  async flush(): Promise<void> {
    // nothing is ever queued
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #log(table: 'turns' | 'logged_values', row: Row): void {
    checkRow(table, row);
    this.#refuseClosed();
    if (!this.#tables.insert(table, row)) {
      throw new PolityError('run.fenced', `run ${row.run_id}: ${row.key} is logged already: another process owns this run now`, {
        details: { runId: row.run_id, key: row.key },
      });
    }
  }

  #write(write: RowWrite): void {
    switch (write.kind) {
      case 'insert':
        if (!this.#tables.insert(write.table, write.row)) {
          throw new PolityError('store.conflict', `a row of ${write.table} with this key is there already`, { details: { table: write.table } });
        }
        return;
      case 'upsert':
        this.#tables.upsert(write.table, write.row);
        return;
      case 'update':
        if (!this.#tables.update(write.table, write.key, write.set)) {
          throw new PolityError('store.failed', `no row of ${write.table} to update: ${JSON.stringify(write.key)}; guard the change with a precondition`);
        }
        return;
      case 'delete':
        this.#tables.delete(write.table, write.key);
    }
  }

  #holds(condition: Precondition): boolean {
    const row = this.#tables.get(condition.table, condition.key);
    if (condition.kind === 'absent') return row === undefined;
    return row !== undefined && Object.entries(storedRow(condition.equals)).every(([column, cell]) => row[column] === cell);
  }

  #append(event: NewEvent): void {
    this.#events.push(rowToEvent({ id: this.#events.length + 1, ...storedRow(eventRow(event)) }));
  }

  #refuseClosed(): void {
    if (this.#closed) throw new PolityError('store.failed', 'the store is closed; nothing was written');
  }
}

interface Dated {
  readonly id: string;
  readonly createdAt: number;
}

/** By creation, then id in the byte order that SQLite compares text in. */
function newestFirst(a: Dated, b: Dated): number {
  return b.createdAt - a.createdAt || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id));
}

function byKey(a: Row, b: Row): number {
  return Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)));
}
