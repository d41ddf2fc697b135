import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { ROOT } from '../lib/tree.mjs';
import type { Gate } from './gate.ts';

const MIGRATE = 'src/store/sqlite/migrate.ts';
const INTROSPECT = 'src/store/sqlite/introspect.ts';
export const MANIFEST = 'src/store/schema-manifest.json';

/** The schema a fresh database really gets equals the committed manifest, so that no change of it goes unseen. */
export const schema: Gate = async (root) => {
  if (!existsSync(join(root, MIGRATE))) return { problems: [], note: 'no store yet' };
  const fresh = await freshSchema(root);
  if (!existsSync(join(root, MANIFEST))) return { problems: [`${MANIFEST} is missing: npm run schema:write`] };
  const committed: unknown = JSON.parse(readFileSync(join(root, MANIFEST), 'utf8'));
  return { problems: compareSchemas(fresh, committed), note: `${leaves(fresh).size} facts` };
};

/** One problem per fact (a column, a table's SQL, …) that is only in one of the two or differs. */
export function compareSchemas(fresh: unknown, committed: unknown): readonly string[] {
  const [found, wanted] = [leaves(fresh), leaves(committed)];
  if (![...found.keys()].some((place) => place.startsWith('tables.'))) return ['a fresh database has no tables'];
  return [...new Set([...found.keys(), ...wanted.keys()])].sort().flatMap((place) => {
    const [now, then] = [found.get(place), wanted.get(place)];
    if (now === then) return [];
    return [`${place}: a fresh database has ${now ?? 'nothing'}, ${MANIFEST} ${then ?? 'nothing'} (if this is meant: npm run schema:write)`];
  });
}

/** The scalars of nested objects by their dotted place. */
function leaves(value: unknown, place = '', into: Map<string, string> = new Map()): ReadonlyMap<string, string> {
  if (value === null || typeof value !== 'object') into.set(place, JSON.stringify(value));
  else for (const [key, inner] of Object.entries(value)) leaves(inner, place === '' ? key : `${place}.${key}`, into);
  return into;
}

async function freshSchema(root: string): Promise<unknown> {
  const { migrate }: { migrate: (db: Database.Database) => unknown } = await import(pathToFileURL(join(root, MIGRATE)).href);
  const { introspect }: { introspect: (db: Database.Database) => unknown } = await import(pathToFileURL(join(root, INTROSPECT)).href);
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
