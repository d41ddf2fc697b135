import { hash, randomBytes } from 'node:crypto';

/** SHA-256 of UTF-8 text, as 64 hex digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford base 32, lower case

/** A fresh id: prefix, 9 characters of time (sortable to the millisecond) and 10 random ones. */
export function newId(prefix: string, at: number): string {
  let time = '';
  for (let rest = at, i = 0; i < 9; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(10)) random += ALPHABET[byte % 32];
  return `${prefix}_${time}${random}`;
}
