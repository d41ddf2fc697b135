import type { Database } from 'better-sqlite3';
import { integer, oneOf, text } from '../rows.ts';

/** What a database is made of, in one deterministic shape: objects by name, SQL with single spaces, columns as `TYPE [NOT NULL] [KEY n]`. */
export interface SchemaManifest {
  readonly user_version: number;
  readonly tables: Readonly<Record<string, { readonly columns: Readonly<Record<string, string>>; readonly sql: string }>>;
  readonly indexes: Readonly<Record<string, string>>;
  readonly views: Readonly<Record<string, string>>;
  readonly triggers: Readonly<Record<string, string>>;
}

/** Reads the schema of a database as the drift gate compares it with the committed manifest. */
export function introspect(db: Database): SchemaManifest {
  const tables: Record<string, { columns: Record<string, string>; sql: string }> = {};
  const others = { index: {}, view: {}, trigger: {} } satisfies Record<string, Record<string, string>>;
  const objects = db.prepare<[], Record<string, string>>("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all();
  for (const object of objects) {
    const name = text(object, 'name');
    const sql = text(object, 'sql').replace(/\s+/g, ' ').trim();
    const type = oneOf(object, 'type', ['table', 'index', 'view', 'trigger']);
    if (type === 'table') tables[name] = { columns: columnsOf(db, name), sql };
    else Object.assign(others[type], { [name]: sql });
  }
  return {
    user_version: Number(db.pragma('user_version', { simple: true })),
    tables,
    indexes: others.index,
    views: others.view,
    triggers: others.trigger,
  };
}

function columnsOf(db: Database, table: string): Record<string, string> {
  const columns: Record<string, string> = {};
  const rows = db
    .prepare<[string], Record<string, string | number>>('SELECT name, type, "notnull" AS required, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(table);
  for (const row of rows) {
    const key = integer(row, 'pk');
    columns[text(row, 'name')] = `${text(row, 'type')}${integer(row, 'required') === 1 ? ' NOT NULL' : ''}${key > 0 ? ` KEY ${key}` : ''}`;
  }
  return columns;
}
