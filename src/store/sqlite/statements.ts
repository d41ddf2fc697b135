import type { Database, Statement } from 'better-sqlite3';
import type { CellValue, Precondition, Row, RowWrite } from '#lib';
import { storedCell } from '../cells.ts';
import { findTable } from '../schema.ts';

/**
 * Prepared statements by shape (kind, table, columns). Names reach SQL only after `checkChange` found them in the manifest, so the
 * shapes are as few as the places in the code that build changes.
 */
export class Statements {
  readonly #db: Database;
  readonly #bySql = new Map<string, Statement<CellValue[]>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** The statement of that text, prepared once. */
  of(sql: string): Statement<CellValue[]> {
    let statement = this.#bySql.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare<CellValue[]>(sql);
      this.#bySql.set(sql, statement);
    }
    return statement;
  }

  /** Runs one checked write; the number of rows it touched. */
  write(write: RowWrite): number {
    switch (write.kind) {
      case 'insert':
        return this.#run(insertSql(write.table, write.row), write.row);
      case 'upsert':
        return this.#run(upsertSql(write.table, write.row), write.row);
      case 'update':
        return this.#run(`UPDATE ${write.table} SET ${named(write.set, ' = ?', ', ')} WHERE ${named(write.key, ' = ?', ' AND ')}`, write.set, write.key);
      case 'delete':
        return this.#run(`DELETE FROM ${write.table} WHERE ${named(write.key, ' = ?', ' AND ')}`, write.key);
    }
  }

  /** Whether the checked precondition holds now. */
  holds(condition: Precondition): boolean {
    const equals = condition.kind === 'row' ? condition.equals : {};
    const also = Object.keys(equals).length === 0 ? '' : ` AND ${named(equals, ' IS ?', ' AND ')}`;
    const sql = `SELECT 1 FROM ${condition.table} WHERE ${named(condition.key, ' = ?', ' AND ')}${also}`;
    const found = this.of(sql).get(...cellsOf(condition.key), ...cellsOf(equals)) !== undefined;
    return found === (condition.kind === 'row');
  }

  #run(sql: string, ...rows: readonly Row[]): number {
    return this.of(sql).run(...rows.flatMap(cellsOf)).changes;
  }
}

function insertSql(table: string, row: Row): string {
  const columns = Object.keys(row);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function upsertSql(table: string, row: Row): string {
  const key = findTable(table)?.key ?? [];
  const others = Object.keys(row).filter((column) => !key.includes(column));
  const action = others.length === 0 ? 'NOTHING' : `UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return `${insertSql(table, row)} ON CONFLICT (${key.join(', ')}) DO ${action}`;
}

function named(row: Row, operator: string, joint: string): string {
  return Object.keys(row)
    .map((column) => column + operator)
    .join(joint);
}

function cellsOf(row: Row): CellValue[] {
  return Object.values(row).map(storedCell);
}
