import { type CellValue, type Change, type NewEvent, nearestName, type Problem, problemsError, quoteFound, type Row } from '#lib';
import { type Column, findTable, TABLES, type Table } from './schema.ts';

/** Throws one `store.failed` that lists every way in which the change does not fit the schema. */
export function checkChange(change: Change): void {
  const problems: Problem[] = [];
  change.preconditions?.forEach((condition, index) => {
    const path = `preconditions[${index}]`;
    const table = tableAt(condition.table, path, problems);
    if (table === undefined) return;
    checkKey(table, condition.key, `${path}.key`, problems);
    if (condition.kind === 'row') checkCells(table, condition.equals, `${path}.equals`, problems);
  });
  change.writes.forEach((write, index) => {
    const path = `writes[${index}]`;
    const table = tableAt(write.table, path, problems);
    if (table === undefined) return;
    if (table.appendOnly === true) {
      problems.push({ path: `${path}.table`, message: `${write.table} is append-only: its rows come from the events of a change`, found: write.kind });
    } else if (write.kind === 'insert' || write.kind === 'upsert') {
      checkWholeRow(table, write.row, `${path}.row`, problems);
    } else {
      checkKey(table, write.key, `${path}.key`, problems);
      if (write.kind === 'update') checkSet(table, write.set, `${path}.set`, problems);
    }
  });
  change.events?.forEach((event, index) => {
    checkCells(TABLES.events, eventRow(event), `events[${index}]`, problems);
  });
  if (problems.length > 0) throw problemsError('store.failed', 'a change does not fit the schema of the store:', problems);
}

/** Throws one `store.failed` that lists every cell that does not fit; the row must name every column that cannot be null. */
export function checkRow(name: string, row: Row): void {
  const problems: Problem[] = [];
  const table = tableAt(name, 'row', problems);
  if (table !== undefined) checkWholeRow(table, row, name, problems);
  if (problems.length > 0) throw problemsError('store.failed', 'a row does not fit the schema of the store:', problems);
}

/** The columns of an event, without its id. */
export function eventRow(event: NewEvent): Row {
  return { type: event.type, at: event.at, run_id: event.runId ?? null, subject: event.subject ?? null, payload: event.payload ?? null };
}

function tableAt(name: string, path: string, problems: Problem[]): Table | undefined {
  const table = findTable(name);
  if (table === undefined) {
    const names = Object.keys(TABLES);
    problems.push({
      path: `${path}.table`,
      message: 'unknown table',
      found: quoteFound(name),
      allowed: names.join(', '),
      nearest: nearestName(name, names),
    });
  }
  return table;
}

function checkWholeRow(table: Table, row: Row, path: string, problems: Problem[]): void {
  checkCells(table, row, path, problems);
  for (const [name, column] of Object.entries(table.columns)) {
    if (column.nullable !== true && !Object.hasOwn(row, name)) problems.push({ path: `${path}.${name}`, message: 'missing column that cannot be null' });
  }
}

function checkKey(table: Table, key: Row, path: string, problems: Problem[]): void {
  const found = Object.keys(key);
  if (found.length !== table.key.length || !table.key.every((column) => Object.hasOwn(key, column))) {
    problems.push({ path, message: 'a row is named by its whole primary key', found: found.join(', ') || 'no column', allowed: table.key.join(', ') });
    return;
  }
  checkCells(table, key, path, problems);
}

function checkSet(table: Table, set: Row, path: string, problems: Problem[]): void {
  if (Object.keys(set).length === 0) problems.push({ path, message: 'sets no column' });
  for (const column of table.key) {
    if (Object.hasOwn(set, column)) problems.push({ path: `${path}.${column}`, message: 'a primary key never changes' });
  }
  checkCells(table, set, path, problems);
}

function checkCells(table: Table, row: Row, path: string, problems: Problem[]): void {
  for (const [name, cell] of Object.entries(row)) {
    const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
    if (column === undefined) {
      const names = Object.keys(table.columns);
      problems.push({ path: `${path}.${name}`, message: 'unknown column', allowed: names.join(', '), nearest: nearestName(name, names) });
      continue;
    }
    const allowed = misfit(column, cell);
    if (allowed !== null) problems.push({ path: `${path}.${name}`, message: 'cannot hold this value', found: shown(cell), allowed });
  }
}

/** What the column would take, when the cell does not fit; else null. */
function misfit(column: Column, cell: CellValue): string | null {
  if (cell === null) return column.nullable === true ? null : `${column.type}, not null`;
  if (column.oneOf !== undefined) return typeof cell === 'string' && column.oneOf.includes(cell) ? null : column.oneOf.join(', ');
  if (column.type === 'text') return typeof cell === 'string' ? null : 'text';
  if (column.type === 'real') return typeof cell === 'number' && Number.isFinite(cell) ? null : 'a finite number';
  return Number.isSafeInteger(typeof cell === 'bigint' ? Number(cell) : cell) ? null : 'a whole number between -(2^53 - 1) and 2^53 - 1';
}

/** NaN and the infinities are no JSON, and a bigint cannot be turned into any. */
function shown(cell: CellValue): string {
  return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : quoteFound(cell);
}
