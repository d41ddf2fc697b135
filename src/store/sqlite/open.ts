import Database from 'better-sqlite3';
import { sqliteCode, storeFault } from './faults.ts';
import { migrate, refuseForeign } from './migrate.ts';

/** Pages of write-ahead log before they are copied back (16 MB): each copy waits for the disk twice, and a busy log of 4 MB would wait all the time. */
const CHECKPOINT_PAGES = 4000;

/** How long a write waits for another process's transaction before it fails. Milliseconds (DESIGN section 4). */
export const BUSY_TIMEOUT_MS = 5000;

/** Two processes that switch a new file to WAL at once get SQLITE_BUSY without waiting, so the switch is tried again this often. */
const WAL_TRIES = 500;
const WAL_PAUSE_MS = 10;

/** The one write connection of a process and its read-only neighbour. */
export interface Connections {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
}

/** Opens and migrates the database at `path`. Throws `store.failed`, and then has opened nothing, when the file cannot be made, read or used. */
export function openConnections(path: string, busyTimeoutMs: number): Connections {
  const opened: Database.Database[] = [];
  try {
    const writer = new Database(path, { timeout: busyTimeoutMs });
    opened.push(writer);
    refuseForeign(writer); // before the first pragma that writes
    switchToWal(writer);
    // NORMAL: a killed process loses nothing; power loss may take the last commits. A batch that must survive it asks for `full`.
    writer.pragma('synchronous = NORMAL');
    writer.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    migrate(writer);
    const reader = new Database(path, { readonly: true, timeout: busyTimeoutMs });
    opened.push(reader);
    reader.pragma('query_only = ON');
    return { writer, reader };
  } catch (thrown) {
    for (const db of opened) db.close();
    throw storeFault(thrown, path);
  }
}

function switchToWal(db: Database.Database): void {
  for (let attempt = 1; ; attempt++) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (thrown) {
      if (attempt === WAL_TRIES || sqliteCode(thrown)?.startsWith('SQLITE_BUSY') !== true) throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS);
    }
  }
}
