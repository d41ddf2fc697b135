import type { Database } from 'better-sqlite3';
import { PolityError } from '#lib';
import { SPINE } from './migrations/0001-spine.ts';

/** In order; the position of a migration plus one is the `user_version` it leaves behind. */
const MIGRATIONS: readonly string[] = [SPINE];

/** Marks the file as ours ("plty"), so that another program's database is never migrated. */
const APPLICATION_ID = 0x706c7479;

/** The `user_version` of a database that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Throws `store.failed` for a database that this program must not touch: made by a newer version, or by another program. Writes nothing. */
export function refuseForeign(db: Database): void {
  // One snapshot: read one by one, the marks of a database that another process is just migrating contradict each other.
  const { version, own, empty } = db.transaction(() => ({
    version: readNumber(db, 'user_version'),
    own: readNumber(db, 'application_id') === APPLICATION_ID,
    empty: db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined,
  }))();
  if (version > SCHEMA_VERSION) {
    throw new PolityError(
      'store.failed',
      `${db.name}: made by a newer version of this program (schema ${version}; this program knows ${SCHEMA_VERSION}); it was left as it is: install the newer version, or choose another home`,
      { details: { path: db.name, found: version, known: SCHEMA_VERSION } },
    );
  }
  if (!own && !(empty && version === 0)) {
    throw new PolityError('store.failed', `${db.name}: a database of another program; it was left as it is: move it away, or choose another home`, {
      details: { path: db.name },
    });
  }
}

/**
 * Brings the database to SCHEMA_VERSION. One immediate transaction: of two processes that start at once the second waits, then finds
 * nothing to do. Throws `store.failed` for a newer or foreign database, which it leaves untouched.
 */
export function migrate(db: Database): void {
  refuseForeign(db);
  if (readNumber(db, 'user_version') === SCHEMA_VERSION) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    refuseForeign(db); // another process may have migrated while this one waited for the lock
    for (let version = readNumber(db, 'user_version'); version < SCHEMA_VERSION; version++) db.exec(MIGRATIONS[version] ?? '');
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.exec('COMMIT');
  } catch (thrown) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

function readNumber(db: Database, pragma: 'user_version' | 'application_id'): number {
  return Number(db.pragma(pragma, { simple: true }));
}
