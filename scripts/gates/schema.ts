import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { ROOT } from '../lib/tree.mjs';
import type { Gate } from './gate.ts';

const MIGRATE = 'src/store/sqlite/migrate.ts';
export const MANIFEST = 'src/store/schema-manifest.json';

/** Name → normalised SQL of each table, index, trigger and view, sorted. */
export type Schema = Readonly<Record<string, string>>;

/** The schema a fresh database really gets equals the committed manifest, so that no change of it goes unseen. */
export const schema: Gate = async (root) => {
  if (!existsSync(join(root, MIGRATE))) return { problems: [], note: 'no store yet' };
  const fresh = await freshSchema(root);
  if (!existsSync(join(root, MANIFEST))) return { problems: [`${MANIFEST} is missing: npm run schema:write`] };
  const committed: Schema = JSON.parse(readFileSync(join(root, MANIFEST), 'utf8'));
  return { problems: compareSchemas(fresh, committed), note: `${Object.keys(fresh).length} objects` };
};

/** One problem per object that is only in one of them or differs. */
export function compareSchemas(fresh: Schema, committed: Schema): readonly string[] {
  const hint = `if this is meant: npm run schema:write`;
  if (Object.keys(fresh).length === 0) return ['a fresh database has no tables'];
  return [...new Set([...Object.keys(fresh), ...Object.keys(committed)])].sort().flatMap((name) => {
    if (fresh[name] === committed[name]) return [];
    if (committed[name] === undefined) return [`${name}: in a fresh database, not in ${MANIFEST}; ${hint}`];
    if (fresh[name] === undefined) return [`${name}: in ${MANIFEST}, not in a fresh database; ${hint}`];
    return [`${name}: fresh "${fresh[name]}", ${MANIFEST} "${committed[name]}"; ${hint}`];
  });
}

/** What SQLite says about a database. */
export function introspect(db: Database.Database): Schema {
  const rows = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name",
    )
    .all();
  return Object.fromEntries(rows.map((row) => [`${row.type} ${row.name}`, (row.sql ?? '').replace(/\s+/g, ' ').trim()]));
}

async function freshSchema(root: string): Promise<Schema> {
  const { migrate }: { migrate: (db: Database.Database) => unknown } = await import(pathToFileURL(join(root, MIGRATE)).href);
  const db = new Database(':memory:');
  try {
    await migrate(db);
    return introspect(db);
  } finally {
    db.close();
  }
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  writeFileSync(join(ROOT, MANIFEST), `${JSON.stringify(await freshSchema(ROOT), null, 2)}\n`);
  console.log(`wrote ${MANIFEST}`);
}
