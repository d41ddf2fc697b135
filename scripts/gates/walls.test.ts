import { describe, expect, it } from 'vitest';
import { withTree } from './fixture.ts';
import { walls } from './walls.ts';

const IMPORTS = JSON.stringify({ '#app': { 'polity-src': './src/app.ts' }, '#*': { 'polity-src': './src/*/index.ts' } });
const BASE = {
  'package.json': `{ "name": "fixture", "type": "module", "imports": ${IMPORTS} }`,
  'src/lib/index.ts': "export { a } from './a.ts';",
  'src/lib/a.ts': 'export const a = 1;',
  'src/lib/node/index.ts': 'export const n = 1;',
  'src/topology/index.ts': "export { t, type T } from './t.ts';",
  'src/topology/t.ts': "import { a } from '#lib';\nexport const t = a;\nexport type T = number;",
  'src/runs/index.ts': "export { r, type R } from './r.ts';",
  'src/runs/r.ts': "import { n } from '#lib/node';\nimport { t } from '#topology';\nexport const r = t + n;\nexport type R = number;",
  'src/testing/index.ts': 'export const double = 1;',
};

const problemsWith = (files: Readonly<Record<string, string>>) => withTree({ ...BASE, ...files }, async (root) => (await walls(root)).problems);

describe('the walls gate', () => {
  it('passes a tree that keeps to the table', async () => {
    expect(
      await problemsWith({ 'src/runs/r.test.ts': "import { double } from '#testing';\nimport { r } from '#runs';\nexport const x = double + r;" }),
    ).toEqual([]);
  });

  it.each([
    ['an import against the table', { 'src/topology/x.ts': "import { r } from '#runs';\nexport const x = r;" }, 'topology may not import runs'],
    [
      'a type-only import against the table',
      { 'src/topology/x.ts': "import type { R } from '#runs';\nexport const x: R = 1;" },
      'topology may not import runs',
    ],
    ['a deep import', { 'src/runs/x.ts': "import { t } from '../topology/t.ts';\nexport const x = t;" }, 'another module is imported as "#topology"'],
    ['a deep import from a test folder', { 'test/x.test.ts': "import { t } from '../src/topology/t.ts';\nexport const x = t;" }, '"#topology"'],
    [
      'a relative path to an index',
      { 'src/runs/x.ts': "import { t } from '../topology/index.ts';\nexport const x = t;" },
      'another module is imported as "#topology"',
    ],
    ['the own index', { 'src/runs/x.ts': "import { r } from '#runs';\nexport const x = r;" }, 'import the sibling'],
    ['a Node built-in in a pure module', { 'src/topology/x.ts': "import { join } from 'node:path';\nexport const x = join;" }, 'browser-safe'],
    ['lib/node in a pure module', { 'src/topology/x.ts': "import { n } from '#lib/node';\nexport const x = n;" }, 'topology may not import lib/node'],
    [
      'a shipped module that imports testing',
      { 'src/runs/x.ts': "import { double } from '#testing';\nexport const x = double;" },
      'runs may not import testing',
    ],
    [
      'the composition root from below',
      { 'src/app.ts': 'export const app = 1;', 'src/server/x.ts': "import { app } from '#app';\nexport const x = app;" },
      'server may not import app',
    ],
    ['a value where only types are allowed', { 'src/contract/x.ts': "import { r } from '#runs';\nexport const x = r;" }, 'only types of runs'],
    ['a module without a row', { 'src/mystery/index.ts': 'export const m = 1;' }, 'no module "mystery"'],
    ['an import that leads nowhere', { 'src/runs/x.ts': "import { q } from './nowhere.ts';\nexport const x = q;" }, 'cannot resolve "./nowhere.ts"'],
  ])('reports %s', async (_name, files, message) => {
    const problems = await problemsWith(files as Record<string, string>);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });

  it('lets only tests import the contract suites of another module', async () => {
    const files = { 'src/topology/testing/cases.ts': 'export const cases = 1;' };
    const use = "import { cases } from '../topology/testing/cases.ts';\nexport const x = cases;";

    expect(await problemsWith({ ...files, 'src/runs/x.test.ts': use })).toEqual([]);
    expect(await problemsWith({ ...files, 'src/runs/x.ts': use })).toHaveLength(1);
  });

  it('lets contract import the types of any module', async () => {
    expect(await problemsWith({ 'src/contract/index.ts': "export type { R } from '#runs';" })).toEqual([]);
  });

  it('reports a package that the module may not use', async () => {
    const problems = await problemsWith({
      'node_modules/kysely/package.json': '{ "name": "kysely", "version": "1.0.0", "main": "index.js" }',
      'node_modules/kysely/index.js': 'module.exports = {};',
      'src/runs/x.ts': "import * as k from 'kysely';\nexport const x = k;",
    });

    expect(problems).toEqual(['src/runs/x.ts: "kysely": not among the packages of runs (yaml, zod)']);
  });

  it('reports a cycle once', async () => {
    const problems = await problemsWith({
      'src/runs/b.ts': "import { c } from './c.ts';\nexport const b = () => c;",
      'src/runs/c.ts': "import { b } from './b.ts';\nexport const c = () => b;",
    });

    expect(problems).toEqual(['cycle: src/runs/b.ts → src/runs/c.ts → src/runs/b.ts']);
  });
});
