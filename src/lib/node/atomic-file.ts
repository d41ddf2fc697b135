import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { makeFolder } from './make-folder.ts';

/** Writes a whole file by temp file, fsync and rename: a reader sees the old text or the new, never half. Creates missing folders. */
export function writeFileWhole(path: string, text: string | Buffer, options: { readonly mode?: number } = {}): void {
  makeFolder(dirname(path));
  writeFileAtomic.sync(path, text, options.mode === undefined ? {} : { mode: options.mode });
}
