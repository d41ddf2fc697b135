/**
 * store: all SQL. One SQLite database per home keeps topology versions, runs, their turn log, comparisons and events; the manifest
 * of its tables is data that other stores are made from.
 *
 * May import: lib, and the ports and codecs of any module.
 * Design note: docs/design/store.md.
 */

export { storedCell, wellFormed } from './cells.ts';
export { DATABASE_NAME, openStore } from './home.ts';
export type { Store } from './port.ts';
export { comparisonRun, rowToComparison, rowToEvent, TURN_EVENT } from './rows.ts';
export { type Column, type ColumnType, findTable, TABLES, type Table, type TableName } from './schema.ts';
export { introspect, type SchemaManifest } from './sqlite/introspect.ts';
export { migrate, SCHEMA_VERSION } from './sqlite/migrate.ts';
export { openSqliteStore, SqliteStore, type SqliteStoreOptions } from './sqlite/store.ts';
export type { Boundary } from './sqlite/writer.ts';
export { checkChange, checkRow, eventRow } from './validate.ts';
