import type { Database, Statement } from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { ComparisonRow, ComparisonRunRow } from '#experiment';
import { type CellValue, type ComparisonId, PolityError, type Row, type RunId } from '#lib';
import type { RunHistory } from '#orchestrator';
import { type Run, type RunFilter, type RunResult, rowToResult, rowToRun, rowToTurn, rowToValue, type StoredEvent } from '#runs';
import { wellFormed } from '../cells.ts';
import { comparisonRun, rowToComparison, rowToEvent, text } from '../rows.ts';
import type { TABLES, TableName } from '../schema.ts';

/** The manifest as Kysely sees it: every column name is checked, every cell is whatever a cell can be. */
type Schema = { readonly [Name in TableName]: { readonly [Column in keyof (typeof TABLES)[Name]['columns']]: CellValue } };

type ById = Statement<[string], Record<string, CellValue>>;

/** Statuses of the partial index topology_runs_open; its term has to stand in a query literally for SQLite to use it. */
const OPEN: ReadonlySet<string> = new Set(['queued', 'running', 'suspended']);
const OPEN_TERM = sql<boolean>`status IN ('queued', 'running', 'suspended')`;
/** The term of the partial index events_life. */
const LIFE_TERM = sql<boolean>`substr(type, 1, 5) <> 'turn.'`;
const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** Reads through the read-only connection: lists through Kysely, single rows and histories through prepared statements. */
export class SqliteReader {
  readonly #lists: Kysely<Schema>;
  readonly #run: ById;
  readonly #result: ById;
  readonly #turns: ById;
  readonly #values: ById;
  readonly #version: ById;
  readonly #comparison: ById;
  readonly #history: (id: string) => { readonly turns: readonly Row[]; readonly values: readonly Row[] };

  constructor(db: Database) {
    this.#lists = new Kysely<Schema>({ dialect: new SqliteDialect({ database: db }) });
    this.#run = db.prepare('SELECT * FROM topology_runs WHERE id = ?');
    this.#result = db.prepare('SELECT * FROM run_results WHERE run_id = ?');
    this.#turns = db.prepare('SELECT * FROM turns WHERE run_id = ? ORDER BY key');
    this.#values = db.prepare('SELECT * FROM logged_values WHERE run_id = ? ORDER BY key');
    this.#version = db.prepare('SELECT spec FROM topology_versions WHERE hash = ?');
    this.#comparison = db.prepare('SELECT * FROM comparisons WHERE id = ?');
    // One read transaction, so that turns and values are of one moment.
    this.#history = db.transaction((id: string) => ({ turns: this.#turns.all(id), values: this.#values.all(id) }));
  }

  getRun(id: RunId): Run | null {
    const row = this.#run.get(wellFormed(id));
    return row === undefined ? null : rowToRun(row);
  }

  getResult(id: RunId): RunResult | null {
    const row = this.#result.get(wellFormed(id));
    return row === undefined ? null : rowToResult(row);
  }

  loadHistory(id: RunId): RunHistory {
    const { turns, values } = this.#history(wellFormed(id));
    return { turns: turns.map(rowToTurn), values: values.map(rowToValue) };
  }

  getTopologyVersion(hash: string): string | null {
    const row = this.#version.get(wellFormed(hash));
    return row === undefined ? null : text(row, 'spec');
  }

  getComparison(id: ComparisonId): ComparisonRow | null {
    const row = this.#comparison.get(wellFormed(id));
    return row === undefined ? null : rowToComparison(row);
  }

  async listRuns(filter: RunFilter): Promise<Run[]> {
    let query = this.#lists.selectFrom('topology_runs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit);
    if (filter.status !== undefined) query = query.where('status', 'in', filter.status);
    if (filter.status?.every((status) => OPEN.has(status)) === true) query = query.where(OPEN_TERM);
    if (filter.comparisonId !== undefined) query = query.where('comparison_id', '=', filter.comparisonId);
    if (filter.standalone === true) query = query.where('comparison_id', 'is', null);
    if (filter.before !== undefined) {
      const last = this.getRun(filter.before);
      if (last === null) throw unknownPage(filter.before);
      const { createdAt, id } = last;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple<CellValue, CellValue>(createdAt, id)));
    }
    return (await query.execute()).map(rowToRun);
  }

  async listEvents(filter: { readonly runId?: RunId; readonly after?: number; readonly limit: number }): Promise<StoredEvent[]> {
    let query = this.#lists.selectFrom('events').selectAll().orderBy('id').limit(filter.limit);
    if (filter.runId !== undefined) {
      const run = wellFormed(filter.runId);
      const { first, last } = await this.#lifeOf(run);
      // Unary plus keeps SQLite on the primary key: the events of turns stand in no index of their own, that every turn would pay for.
      query = query.where(sql<boolean>`+run_id = ${run}`);
      if (first !== null) query = query.where('id', '>=', first);
      if (last !== null) query = query.where('id', '<=', last);
    }
    if (filter.after !== undefined) query = query.where('id', '>', filter.after);
    return (await query.execute()).map(rowToEvent);
  }

  /** Between which events those of a run lie: from its first to its last one if that ended it. Null = not known, or still open. */
  async #lifeOf(run: string): Promise<{ first: number | null; last: number | null }> {
    const life = () => this.#lists.selectFrom('events').select(['id', 'type']).where('run_id', '=', run).where(LIFE_TERM);
    const first = await life().orderBy('id').limit(1).executeTakeFirst();
    const last = await life().orderBy('id', 'desc').limit(1).executeTakeFirst();
    const began = first?.type === 'run.started' ? Number(first.id) : null;
    return { first: began, last: last !== undefined && ENDS.has(String(last.type)) ? Number(last.id) : null };
  }

  async listComparisons(limit: number): Promise<ComparisonRow[]> {
    const query = this.#lists.selectFrom('comparisons').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
    return (await query.execute()).map(rowToComparison);
  }

  async listComparisonRuns(id: ComparisonId): Promise<ComparisonRunRow[]> {
    const rows = await this.#lists
      .selectFrom('topology_runs as run')
      .leftJoin('run_results as result', 'result.run_id', 'run.id')
      .selectAll('result')
      .select([
        'run.id as id',
        'run.arm as arm',
        'run.task_id as task_id',
        'run.seed as seed',
        'run.status as run_status',
        'run.error_message as error_message',
      ])
      .where('run.comparison_id', '=', wellFormed(id))
      .orderBy('run.created_at', 'desc')
      .orderBy('run.id', 'desc')
      .execute();
    return rows.map((row) => comparisonRun({ ...row, status: row.run_status }, row.run_id === null ? null : row));
  }
}

/** The error of a page that starts after a run that does not exist. */
export function unknownPage(before: RunId): PolityError {
  return new PolityError('run.not_found', `no run ${JSON.stringify(before)} to continue the list after`);
}
