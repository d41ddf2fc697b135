import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The home directory (DESIGN section 4): `POLITY_HOME` when it is set and not empty (a leading `~/` is the user's folder), else `~/.polity`; absolute. */
export function resolveHome(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.POLITY_HOME?.trim() ?? '';
  if (given === '') return join(homedir(), '.polity');
  if (given === '~') return homedir();
  // A shell expands it, an .env file or a service unit does not.
  return given.startsWith('~/') ? join(homedir(), given.slice(2)) : resolve(given);
}
