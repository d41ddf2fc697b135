import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { PolityError } from '../errors.ts';

const PIECE = 1024 * 1024;

/**
 * Reads a whole text file. It is read piece by piece, because a device has no size and no end. Errors: `file.not_found`; `file.invalid` for
 * folders, more than `limit` bytes, unreadable files and what is not UTF-8 text.
 */
export function readTextWhole(path: string, limit: number): string {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (;;) {
        const piece = Buffer.allocUnsafe(PIECE);
        const read = readSync(file, piece, 0, PIECE, null);
        if (read === 0) break;
        pieces.push(piece.subarray(0, read));
        size += read;
        if (size > limit) throw tooLong(path, limit);
      }
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    throw readFault(path, thrown);
  }
  return decodeText(Buffer.concat(pieces), path);
}

/** The error of a text that is longer than `limit` bytes. */
export function tooLong(name: string, limit: number): PolityError {
  return new PolityError('file.invalid', `${name} is too long: at most ${Math.floor(limit / (1024 * 1024))} MB can be read`);
}

/** Bytes as text; anything but UTF-8 text is refused, since a guess would change answers and targets. Errors: `file.invalid`. */
export function decodeText(bytes: Buffer, name: string): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw new PolityError('file.invalid', `${name} is UTF-16 text: save it as UTF-8`);
  if (bytes.includes(0)) throw new PolityError('file.invalid', `${name} is not a text file: it holds NUL bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (thrown) {
    throw new PolityError('file.invalid', `${name} is not a text file in UTF-8`, { cause: thrown });
  }
}

/** What the system said about a file that cannot be read, as one of our errors. */
export function readFault(name: string, thrown: unknown): PolityError {
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

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
