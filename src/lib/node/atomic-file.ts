import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { PolityError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/** Writes a whole file by temp file, fsync and rename: a reader sees the old text or the new, never half. Creates missing folders. Errors: `file.invalid`. */
export function writeFileWhole(path: string, text: string | Buffer, options: { readonly mode?: number } = {}): void {
  try {
    makeFolder(dirname(path));
    writeFileAtomic.sync(path, text, options.mode === undefined ? {} : { mode: options.mode });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PolityError('file.invalid', `${path} cannot be written: choose another place or check the permissions (${reason})`, { cause: thrown });
  }
}
