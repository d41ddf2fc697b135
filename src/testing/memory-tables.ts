import type { Row } from '#lib';
import { findTable, storedCell, type Table } from '#store';

type Rows = Map<string, Row>;

/** Rows by table, first key cell and whole key: a run's turns are found without looking at other runs. Tables and columns were checked before. */
export class MemoryTables {
  readonly #tables = new Map<string, Map<string, Rows>>();
  /** How to take back what the change at hand has done; null outside one. */
  #undo: (() => void)[] | null = null;

  /** Takes back every write of `call` when it throws. */
  atomically(call: () => void): void {
    this.#undo = [];
    try {
      call();
    } catch (thrown) {
      for (const step of this.#undo.reverse()) step();
      throw thrown;
    } finally {
      this.#undo = null;
    }
  }

  get(table: string, key: Row): Row | undefined {
    return this.#rows(table, key).get(keyOf(table, key));
  }

  all(table: string): Row[] {
    return [...(this.#tables.get(table)?.values() ?? [])].flatMap((rows) => [...rows.values()]);
  }

  allOf(table: string, first: string): Row[] {
    return [
      ...(this.#tables
        .get(table)
        ?.get(JSON.stringify(storedCell(first)))
        ?.values() ?? []),
    ];
  }

  /** False when a row with this key is there already. */
  insert(table: string, row: Row): boolean {
    if (this.get(table, row) !== undefined) return false;
    this.#put(table, row, { ...allNull(table), ...storedRow(row) });
    return true;
  }

  upsert(table: string, row: Row): void {
    this.#put(table, row, { ...(this.get(table, row) ?? allNull(table)), ...storedRow(row) });
  }

  /** False when there is no such row. */
  update(table: string, key: Row, set: Row): boolean {
    const row = this.get(table, key);
    if (row !== undefined) this.#put(table, key, { ...row, ...storedRow(set) });
    return row !== undefined;
  }

  delete(table: string, key: Row): void {
    this.#put(table, key, undefined);
  }

  #put(table: string, key: Row, row: Row | undefined): void {
    const rows = this.#rows(table, key);
    const name = keyOf(table, key);
    const before = rows.get(name);
    this.#undo?.push(() => (before === undefined ? rows.delete(name) : rows.set(name, before)));
    if (row === undefined) rows.delete(name);
    else rows.set(name, row);
  }

  #rows(table: string, key: Row): Rows {
    const first = JSON.stringify(storedCell(key[findTable(table)?.key[0] ?? ''] ?? null));
    const byFirst = this.#tables.get(table) ?? new Map<string, Rows>();
    const rows = byFirst.get(first) ?? new Map<string, Row>();
    this.#tables.set(table, byFirst.set(first, rows));
    return rows;
  }
}

/** The row as a store keeps it. */
export function storedRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, storedCell(cell)]));
}

function keyOf(table: string, row: Row): string {
  const key: Table['key'] = findTable(table)?.key ?? [];
  return JSON.stringify(key.map((column) => storedCell(row[column] ?? null)));
}

function allNull(table: string): Row {
  return Object.fromEntries(Object.keys(findTable(table)?.columns ?? {}).map((column) => [column, null]));
}
