import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PolityError } from '../errors.ts';

/**
 * Makes a folder and its missing parents; an existing one is left as it is. One level after the other, because Node's recursive mkdir
 * never returns on file systems that answer "no such file" to making a folder (/proc). Errors: `file.invalid` when it cannot be made, is no folder or cannot be written to.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    make(path, mode);
    if (!statSync(path).isDirectory()) throw new PolityError('file.invalid', 'it is a file');
    accessSync(path, constants.W_OK);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PolityError('file.invalid', `${path} cannot be used as a folder: choose another place or check the permissions (${reason})`, { cause: thrown });
  }
}

function make(path: string, mode: number | undefined): void {
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
