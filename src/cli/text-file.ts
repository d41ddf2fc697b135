import { createReadStream, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PolityError } from '#lib';
import { writeFileWhole } from '#lib/node';

/** Longest file that is read, in bytes: the longest spec text (32 Mi characters) of four bytes each. */
const SIZE_LIMIT = 128 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

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
      if (size > SIZE_LIMIT) throw new PolityError('file.invalid', `${name} is too long: at most ${SIZE_LIMIT / MEGABYTE} MB can be read`);
    }
  } catch (thrown) {
    throw readFault(name, thrown);
  }
  return decode(Buffer.concat(chunks), name);
}

function decode(bytes: Buffer, name: string): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw new PolityError('file.invalid', `${name} is UTF-16 text: save it as UTF-8`);
  if (bytes.includes(0)) throw new PolityError('file.invalid', `${name} is not a text file: it holds NUL bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    throw new PolityError('file.invalid', `${name} is not a text file in UTF-8`, { cause: thrown });
  }
}

function readFault(name: string, thrown: unknown): PolityError {
  if (thrown instanceof PolityError) return thrown;
  const options = { cause: thrown };
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new PolityError('file.not_found', `${name} cannot be read: there is no such file (looked in ${resolve('.')})`, options);
    case 'EISDIR':
      return new PolityError('file.invalid', `${name} is a folder, not a file`, options);
    case 'EACCES':
    case 'EPERM':
      return new PolityError('file.invalid', `${name} cannot be read: permission denied`, options);
    default:
      return new PolityError('file.invalid', `${name} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`, options);
  }
}

/** Throws `usage.invalid` when `--out` names a file that is there and `--force` was not given; called before the work, so that none is lost. */
export function checkOut(flags: OutFlags): void {
  if (flags.out === undefined || !existsSync(flags.out)) return;
  if (statSync(flags.out).isDirectory()) throw new PolityError('usage.invalid', `--out ${flags.out} is a folder: name a file in it`);
  if (flags.force !== true) throw new PolityError('usage.invalid', `${flags.out} is there already: add --force to overwrite it, or name another file`);
}

/** Writes a text file whole. Throws `file.invalid` when it cannot be written. */
export function writeText(path: string, text: string): void {
  try {
    writeFileWhole(path, text);
  } catch (thrown) {
    throw new PolityError('file.invalid', `${path} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown });
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
