import { createReadStream, existsSync, statSync } from 'node:fs';
import { PolityError } from '#lib';
import { decodeText, readFault, tooLong, writeFileWhole } from '#lib/node';

/** Longest file that is read, in bytes: the longest spec text (32 Mi characters) of four bytes each. */
const SIZE_LIMIT = 128 * 1024 * 1024;

/** Where a text goes, for commands that write one. */
export interface OutFlags {
  readonly out?: string;
  readonly force?: boolean;
}

/** The name of a source of text in messages. */
export function sourceName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

/** Reads a whole text file (UTF-8), or stdin for `-`. Throws `file.not_found`, or `file.invalid` for folders, binary, unreadable and huge files. */
export async function readText(path: string): Promise<string> {
  const name = sourceName(path);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path);
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > SIZE_LIMIT) throw tooLong(name, SIZE_LIMIT);
    }
  } catch (thrown) {
    throw readFault(name, thrown);
  }
  return decodeText(Buffer.concat(chunks), name);
}

/** Throws `usage.invalid` when `--out` names a file that is there and `--force` was not given; called before the work, so that none is lost. */
export function checkOut(flags: OutFlags): void {
  if (flags.out === undefined || !existsSync(flags.out)) return;
  if (statSync(flags.out).isDirectory()) throw new PolityError('usage.invalid', `--out ${flags.out} is a folder: name a file in it`);
  if (flags.force !== true) throw new PolityError('usage.invalid', `${flags.out} is there already: add --force to overwrite it, or name another file`);
}

/** Writes a text file whole. Throws `file.invalid` when it cannot be written. */
export function writeText(path: string, text: string): void {
  writeFileWhole(path, text);
}
