import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/tree.mjs';
import { bansIn } from './bans.ts';
import { withTree } from './fixture.ts';
import { isPermissive, licences } from './licences.ts';
import { lockfile } from './lockfile.ts';
import { MANIFEST, schema } from './schema.ts';
import { checkSize, size } from './size.ts';
import { deadCode, lint, typecheck } from './tools.ts';
import { words, wordsIn } from './words.ts';

const lines = (count: number): string => '// a line of prose\n'.repeat(count);

describe('the bans gate', () => {
  it.each([
    ['a bare cast', 'src/x/a.ts', 'export const a = JSON.parse("1") as number;', '"as number" without a comment'],
    ['a cast whose only comment sits in a string', 'src/x/a.ts', "export const s = '// not a comment';\nexport const a = f() as number;", '"as number"'],
    ['an error without a code', 'src/x/a.ts', "export function f() { throw new Error('no'); }", 'without a code'],
    ['a rejection without a code', 'src/x/a.ts', "export const p = Promise.reject(new Error('no'));", 'without a code'],
    ['console', 'src/x/a.ts', "console.log('hi');", 'console.log'],
    ['the clock', 'src/x/a.ts', 'export const t = Date.now();', 'Date.now'],
    ['a new date', 'src/x/a.ts', 'export const t = new Date();', 'new Date()'],
    ['chance', 'src/x/a.ts', 'export const t = Math.random();', 'Math.random'],
    ['chance passed on', 'src/x/a.ts', 'export const t = [1].map(Math.random);', 'Math.random'],
    ['a timer', 'src/x/a.ts', 'setTimeout(() => {}, 1);', 'setTimeout()'],
    ['an interval', 'src/x/a.ts', 'globalThis.setInterval(() => {}, 1);', 'setInterval()'],
    ['an exit', 'src/x/a.ts', 'process.exit(1);', 'process.exit'],
  ])('reports %s', (_name, file, text, message) => {
    const problems = bansIn(file, text);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it.each([
    ['a cast with its reason on the same line', 'src/x/a.ts', 'export const a = f() as number; // f returns only numbers here'],
    ['a cast with its reason on the previous line', 'src/x/a.ts', '// f returns only numbers here\nexport const a = f() as number;'],
    ['as const', 'src/x/a.ts', 'export const a = [1] as const;'],
    ['a date of a given time', 'src/x/a.ts', 'export const a = new Date(0);'],
    ['the clock at the edge', 'src/lib/node/a.ts', 'export const a = Date.now();'],
  ])('lets %s pass', (_name, file, text) => {
    expect(bansIn(file, text)).toEqual([]);
  });
});

describe('the size gate', () => {
  it('stops a long source file, a long test file and a long function', async () => {
    const body = '  f();\n'.repeat(100);
    const files = { 'src/x/a.ts': lines(601), 'src/x/a.test.ts': lines(801), 'src/x/b.ts': `export function long() {\n${body}}\n` };

    const { problems } = await withTree(files, size);

    expect(problems).toEqual([
      'src/x/a.test.ts: 801 lines (stop at 800): split by responsibility',
      'src/x/a.ts: 601 lines (stop at 600): split by responsibility',
      'src/x/b.ts:1: long has 102 lines (stop at 100)',
    ]);
  });

  it('warns below the stop and takes exceptions only where they are needed', async () => {
    const exceptions = new Map([
      ['src/x/table.ts', 'one table of one page'],
      ['src/x/short.ts', 'no need'],
    ]);

    const result = await withTree({ 'src/x/a.ts': lines(401), 'src/x/table.ts': lines(700), 'src/x/short.ts': lines(1) }, (root) =>
      checkSize(root, exceptions),
    );

    expect(result.problems).toEqual(['scripts/gates/size-exceptions.ts: src/x/short.ts needs no exception']);
    expect(result.warnings).toEqual(['src/x/a.ts: 401 lines (ask why at 400)']);
  });
});

describe('the words gate', () => {
  const slash = '/'; // the forbidden words are put together here, so that this file does not hold them

  it.each([
    ['docs/a.md', `see ${slash}work${slash}main`],
    ['docs/a.md', `see ..${slash}shared`],
    ['package-lock.json', `"resolved": "https:${slash}/registry.example.org/x.tgz"`],
    ['src/x/a.ts', `// ${'TO'}DO later`],
    ['src/x/a.ts', `fail('${'not'} yet implemented')`],
  ])('reports in %s: %s', (file, text) => {
    expect(wordsIn(file, `first line\n${text}`)).toHaveLength(1);
  });

  it('reads every file of a tree', async () => {
    const { problems } = await withTree({ 'src/deep/er/a.ts': `// ${'FIX'}ME`, 'README.md': 'plain words' }, words);

    expect(problems).toHaveLength(1);
  });
});

describe('the licences gate', () => {
  const lockWith = (entry: object) => ({ 'package-lock.json': JSON.stringify({ packages: { '': {}, 'node_modules/thing': { version: '1.0.0', ...entry } } }) });

  it.each([{ license: 'GPL-3.0' }, { license: 'MPL-2.0' }, { license: 'MIT AND GPL-3.0' }, { dev: true, license: 'AGPL-3.0' }, {}])(
    'reports %j',
    async (entry) => {
      expect((await withTree(lockWith(entry), licences)).problems).toHaveLength(1);
    },
  );

  it('takes one permissive branch of a choice and needs all of a sum', () => {
    expect(['(MIT OR WTFPL)', 'MIT AND ISC', 'MIT AND WTFPL', '(MIT OR (GPL-3.0 AND ISC))'].map(isPermissive)).toEqual([true, true, false, false]);
  });
});

describe('the lockfile gate', () => {
  const tree = (pins: object, locked: object, entry: object) => ({
    'package.json': JSON.stringify({ dependencies: pins }),
    'package-lock.json': JSON.stringify({ packages: { '': { dependencies: locked }, 'node_modules/a': { version: '1.0.0', ...entry } } }),
  });

  it.each([
    ['a range', tree({ a: '^1.0.0' }, { a: '^1.0.0' }, { integrity: 'x' }), 'not an exact version'],
    ['a lockfile left behind', tree({ a: '1.0.1' }, { a: '1.0.0' }, { integrity: 'x' }), 'package.json says 1.0.1'],
    ['a download address', tree({ a: '1.0.0' }, { a: '1.0.0' }, { integrity: 'x', resolved: 'http://host/a.tgz' }), 'names a download address'],
    ['a package that another one names', tree({ a: '1.0.0' }, { a: '1.0.0' }, { integrity: 'x', optionalDependencies: { b: '^1.0.0' } }), 'needs b'],
    ['a missing hash', tree({ a: '1.0.0' }, { a: '1.0.0' }, {}), 'no integrity hash'],
  ])('reports %s', async (_name, files, message) => {
    const { problems } = await withTree(files, lockfile);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });
});

describe('the schema gate', () => {
  const store = {
    'src/store/sqlite/migrate.ts': "export function migrate(db) { db.exec('create table t (a integer)'); }",
    'src/store/sqlite/introspect.ts':
      "export function introspect(db) { return { tables: { t: { sql: db.prepare('select sql from sqlite_master').get().sql } } }; }",
  };

  it('reports a manifest that a fresh database does not match, and one that is missing', async () => {
    const drifted = { ...store, [MANIFEST]: JSON.stringify({ tables: { t: { sql: 'CREATE TABLE t (b integer)' } } }) };

    expect((await withTree(drifted, schema)).problems).toEqual([expect.stringContaining('tables.t.sql: a fresh database has')]);
    expect((await withTree(store, schema)).problems).toEqual([expect.stringContaining('is missing')]);
  });

  it('passes a manifest that matches and says so while there is no store', async () => {
    const same = { ...store, [MANIFEST]: JSON.stringify({ tables: { t: { sql: 'CREATE TABLE t (a integer)' } } }) };

    expect(await withTree(same, schema)).toEqual({ problems: [], note: '1 facts' });
    expect((await withTree({}, schema)).note).toBe('no store yet');
  });
});

describe('the gates that run a tool', () => {
  const own = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const manifest = '{ "name": "fixture", "version": "1.0.0", "type": "module", "bin": { "polity": "bin/polity.js" } }';

  it('typecheck reports a wrong type', async () => {
    const options = { strict: true, noEmit: true, types: [], module: 'nodenext', skipLibCheck: true };
    const files = { 'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['a.ts'] }), 'a.ts': "export const a: number = 'one';" };

    expect((await withTree(files, typecheck)).problems[0]).toContain('a.ts(1,14): error TS2322');
  });

  it('lint reports any and bad format, with their place', async () => {
    const files = { 'biome.json': own('biome.json'), 'src/a.ts': 'export const a: any   = 1' };

    const { problems } = await withTree(files, lint);

    expect(problems.some((problem) => /src\/a\.ts:1:\d+ lint\/suspicious\/noExplicitAny/.test(problem))).toBe(true);
    expect(problems.some((problem) => problem.includes('src/a.ts') && problem.includes('format'))).toBe(true);
  });

  it('dead code reports a file, an export and a dependency that nobody uses', async () => {
    const files = {
      'package.json': manifest.replace('"type"', '"dependencies": { "unused-thing": "1.0.0" }, "type"'),
      'knip.json': own('knip.json'),
      'tsconfig.json': own('tsconfig.json'),
      'tsconfig.knip.json': own('tsconfig.knip.json'),
      'src/lib/index.ts': "export { reached } from './reached.ts';",
      'src/lib/reached.ts': 'export const reached = 1;',
      'bin/polity.js': "import '../src/app.ts';",
      'src/app.ts': "import { reached } from '#lib';\nimport { used } from './used.ts';\nused(reached);",
      'src/used.ts': 'export const used = () => 1;\nexport const forgotten = 2;',
      'src/orphan.ts': 'export const orphan = 1;',
    };

    const report = (await withTree(files, deadCode)).problems.join('\n');

    expect(report).toContain('src/orphan.ts');
    expect(report).toContain('forgotten');
    expect(report).toContain('unused-thing');
    expect(report).not.toContain('reached.ts');
  });
});
