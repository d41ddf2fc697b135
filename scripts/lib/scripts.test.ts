import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTree } from '../gates/fixture.ts';
import { capture } from '../gates/gate.ts';
import { findChromium } from './browser.mjs';
import { tallyReport } from './tally.mjs';
import { BUILD_STAMP, installProblem, isBuilt, ROOT, sourceHash } from './tree.mjs';

describe('the install check', () => {
  const entry = { version: '1.0.0', integrity: 'x' };
  const lock = (packages: object): string => JSON.stringify({ packages });
  const wanted = lock({ '': {}, 'node_modules/a': entry, 'node_modules/tool': { ...entry, dev: true }, 'node_modules/mac-only': { ...entry, optional: true } });
  const tree = (installed: object) => ({
    'package-lock.json': wanted,
    'node_modules/.package-lock.json': lock(installed),
    'node_modules/a/index.js': '',
  });

  it('asks for development packages only where they are needed', async () => {
    await withTree(tree({ 'node_modules/a': entry }), async (root) => {
      expect(installProblem(root, { dev: false })).toBeUndefined();
      expect(installProblem(root, { dev: true })).toBe('tool 1.0.0 is not installed');
    });
  });

  it('sees another version, another content and nothing at all', async () => {
    const verdict = (installed: object) => withTree(tree(installed), async (root) => installProblem(root, { dev: false }));

    expect(await verdict({ 'node_modules/a': { ...entry, version: '0.9.0' } })).toBe('a 1.0.0 is not installed');
    expect(await verdict({ 'node_modules/a': { ...entry, integrity: 'y' } })).toBe('a 1.0.0 is not installed');
    expect(await withTree({ 'package-lock.json': wanted }, async (root) => installProblem(root, { dev: false }))).toBe('nothing is installed');
  });

  it('sees native code that was not compiled', async () => {
    const files = {
      'package-lock.json': lock({ 'node_modules/better-sqlite3': entry }),
      'node_modules/.package-lock.json': lock({ 'node_modules/better-sqlite3': entry }),
      'node_modules/better-sqlite3/index.js': '',
    };

    expect(await withTree(files, async (root) => installProblem(root, { dev: false }))).toContain('was not compiled');
  });
});

describe('the build check', () => {
  it('follows the content of the sources, not of their tests', async () => {
    await withTree({ 'src/a.ts': 'one', 'tsconfig.json': '{}' }, async (root) => {
      mkdirSync(join(root, 'dist'));
      writeFileSync(join(root, 'dist', BUILD_STAMP), sourceHash(root));
      expect(isBuilt(root)).toBe(true);

      writeFileSync(join(root, 'src', 'a.test.ts'), 'a test');
      expect(isBuilt(root)).toBe(true);

      writeFileSync(join(root, 'src', 'a.ts'), 'two');
      expect(isBuilt(root)).toBe(false);
    });
  });
});

describe('the count of tests', () => {
  const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((test) => ({ status: test })) });

  it('counts passed, failed and skipped', () => {
    const report = { testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed')] };

    expect(tallyReport(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  it('counts what fails without a failed test', () => {
    expect(tallyReport({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(tallyReport({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(tallyReport({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyReport(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('the search for Chromium', () => {
  it('takes the named one, else the first usual place, and never replaces a wrong name', async () => {
    await withTree({ one: '', two: '' }, async (root) => {
      const places = [join(root, 'none'), join(root, 'one')];

      expect(findChromium({}, places)).toBe(join(root, 'one'));
      expect(findChromium({ POLITY_CHROMIUM: join(root, 'two') }, places)).toBe(join(root, 'two'));
      expect(findChromium({ POLITY_CHROMIUM: join(root, 'three') }, places)).toBeUndefined();
      expect(findChromium({}, [])).toBeUndefined();
    });
  });
});

describe('bin/polity.js', () => {
  const startIn = (root: string, ...args: string[]) => {
    mkdirSync(join(root, 'bin'));
    cpSync(join(ROOT, 'bin', 'polity.js'), join(root, 'bin', 'polity.js'));
    return capture(process.execPath, ['bin/polity.js', ...args], root);
  };

  it('says what to run when nothing is built', async () => {
    const { code, output } = await withTree({ 'package.json': '{ "type": "module" }' }, (root) => startIn(root));

    expect(code).toBe(1);
    expect(output).toContain('npm ci');
  });

  it('says what to run when a package is missing', async () => {
    const files = { 'package.json': '{ "type": "module" }', 'dist/cli/main.js': "import 'no-such-package';" };

    const { code, output } = await withTree(files, (root) => startIn(root));

    expect(code).toBe(1);
    expect(output).toContain("'no-such-package'");
    expect(output).toContain('npm ci');
  });

  it("hands over the arguments and exits with main's code", async () => {
    const files = {
      'package.json': '{ "type": "module" }',
      'dist/cli/main.js': 'export async function main(argv) { process.stdout.write(argv.join("+")); return 3; }',
    };

    expect(await withTree(files, (root) => startIn(root, 'run', '--help'))).toEqual({ code: 3, output: 'run+--help' });
  });
});
