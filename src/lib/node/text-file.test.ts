import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTextWhole } from './text-file.ts';

describe('readTextWhole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polity-text-'));
  const write = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  it('reads UTF-8 of any length up to the limit, byte order mark included', () => {
    const text = `\ufeff${'é日'.repeat(600_000)}`;
    expect(readTextWhole(write('long', text), 8e6)).toBe(text);
    expect(() => readTextWhole(join(folder, 'long'), 2e6)).toThrow(/too long: at most 1 MB/);
  });

  it.each([
    ['Latin-1', Buffer.from('caf\xe9', 'latin1'), /not a text file in UTF-8/],
    ['UTF-16', Buffer.from('\ufeffabc', 'utf16le'), /UTF-16/],
    ['NUL bytes', 'a\0b', /NUL/],
  ])('refuses %s instead of guessing', (name, bytes, message) => expect(() => readTextWhole(write(name, bytes), 1e6)).toThrow(message));

  it('refuses a folder, a missing file, and a device without an end', () => {
    expect(() => readTextWhole(folder, 1e6)).toThrow(/is a folder/);
    expect(() => readTextWhole(join(folder, 'none'), 1e6)).toThrow(/no such file/);
    if (existsSync('/dev/zero')) expect(() => readTextWhole('/dev/zero', 3e6)).toThrow(/too long/);
  });
});
