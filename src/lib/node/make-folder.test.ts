import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('makeFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polity-folder-'));

  it('makes missing parents with the mode, and leaves what exists', () => {
    makeFolder(join(folder, 'a', 'b'), 0o700);
    makeFolder(join(folder, 'a', 'b'), 0o755);
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
  });

  it('fails under a file, and where the system has no folder to make', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file', 'x'))).toThrow(/ENOTDIR/);
    if (existsSync('/proc/self')) expect(() => makeFolder('/proc/polity/x')).toThrow(/ENOENT/);
  });
});
