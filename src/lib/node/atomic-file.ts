import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Writes a whole file by temp file, fsync and rename: a reader sees the old text or the new, never half. Creates missing folders. */
export function writeFileWhole(path: string, text: string | Buffer, options: { readonly mode?: number } = {}): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileAtomic.sync(path, text, options.mode === undefined ? {} : { mode: options.mode });
}
