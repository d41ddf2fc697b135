import Database from 'better-sqlite3';
import { PolityError } from '#lib';

/** What a fault of the database means and what its reader can do, by the start of SQLite's result code. */
const ADVICE: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', 'the disk is full: free some space and run the command again; everything acknowledged so far is kept'],
  ['SQLITE_BUSY', 'another process kept the database locked for too long: let it finish or stop it, then run the command again'],
  ['SQLITE_LOCKED', 'another process kept the database locked for too long: let it finish or stop it, then run the command again'],
  ['SQLITE_READONLY', 'the database or its directory cannot be written: check the owner and the permissions of both'],
  ['SQLITE_CANTOPEN', 'the database file cannot be opened or made: check that its directory exists and can be written'],
  ['SQLITE_PERM', 'the database or its directory cannot be written: check the owner and the permissions of both'],
  ['SQLITE_NOTADB', 'the file is not a database; it was left as it is: move it away or restore a copy'],
  ['SQLITE_CORRUPT', 'the database file is damaged; it was left as it is: restore a copy, or move it away to start anew'],
  ['SQLITE_IOERR', 'the disk reported an error: check it, then run the command again; everything acknowledged so far is kept'],
];

/** SQLite's result code of a thrown value; null for anything that SQLite did not report. */
export function sqliteCode(thrown: unknown): string | null {
  return thrown instanceof Database.SqliteError ? thrown.code : null;
}

/** Whether only the statement at hand failed: a constraint, a value that does not fit. Everything else concerns the whole transaction. */
export function isOwnFault(thrown: unknown): boolean {
  if (thrown instanceof PolityError || thrown instanceof TypeError || thrown instanceof RangeError) return true;
  const code = sqliteCode(thrown);
  return code !== null && (code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_TOOBIG' || code === 'SQLITE_MISMATCH');
}

/** Whether a row with this primary key was there already. */
export function isDuplicate(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_ROWID';
}

/** One `store.failed` that says what happened, to which file, and what to do; a PolityError passes unchanged. */
export function storeFault(thrown: unknown, path: string): PolityError {
  if (thrown instanceof PolityError) return thrown;
  const code = sqliteCode(thrown);
  const advice = code === null ? undefined : ADVICE.find(([start]) => code.startsWith(start))?.[1];
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new PolityError('store.failed', `${path}: ${advice ?? 'the database refused'} (${code === null ? message : `${code}: ${message}`})`, {
    cause: thrown,
    details: { path, sqlite: code },
  });
}
