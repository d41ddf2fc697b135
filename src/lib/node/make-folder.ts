import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its missing parents; an existing one is left as it is. One level after the other, because Node's recursive mkdir
 * never returns on file systems that answer "no such file" to making a folder (/proc). Throws the system's error of the first level that fails.
 */
export function makeFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, mode === undefined ? {} : { mode });
    } catch (thrown) {
      // Another process may have made it meanwhile.
      if (!existsSync(folder)) throw thrown;
    }
  }
}
