import { join } from 'node:path';
import { type Clock, PolityError } from '#lib';
import { makeFolder, systemClock } from '#lib/node';
import { openSqliteStore, type SqliteStore } from './sqlite/store.ts';

/** Only the owner reads a home: prompts, answers and later keys lie in it. */
const HOME_MODE = 0o700;

/** The database file of a home (DESIGN section 4). */
export const DATABASE_NAME = 'polity.db';

/** Opens the store of a home, making the directory (owner only) and `polity.db` when they are missing. Throws `store.failed`. */
export function openStore(home: string, clock: Clock = systemClock): SqliteStore {
  try {
    makeFolder(home, HOME_MODE);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PolityError('store.failed', `${home}: the home directory cannot be made: choose another or check the permissions (${reason})`, { cause: thrown });
  }
  return openSqliteStore({ path: join(home, DATABASE_NAME), clock });
}
