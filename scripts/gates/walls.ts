import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import { type Gate, isTestCode } from './gate.ts';
import { mayImport, moduleOf, TEST_NPM, WALLS } from './walls.mjs';

/** Imports against the table of walls.mjs, and cycles. dependency-cruiser reads and resolves; the verdicts are made here. */
export const walls: Gate = async (root) => {
  const result = await readDependencies(root);
  const problems: string[] = [];
  let count = 0;
  for (const file of result.modules) {
    if (!/\.m?[jt]s$/.test(file.source) || file.source.startsWith('node_modules')) continue;
    count++;
    const module = moduleOf(file.source);
    if (module !== undefined && WALLS[module] === undefined) problems.push(`${file.source}: no module "${module}" in scripts/gates/walls.mjs`);
    for (const dependency of file.dependencies) {
      const problem = importProblem(file.source, dependency);
      if (problem !== undefined) problems.push(`${file.source}: ${problem}`);
    }
  }
  return { problems: [...new Set([...problems, ...cycles(result)])], note: `${count} files` };
};

async function readDependencies(root: string): Promise<ICruiseResult> {
  const folders = ['src', 'test', 'bench', 'examples'].filter((folder) => existsSync(join(root, folder)));
  const conditions = ['polity-src', 'import', 'types', 'node', 'default'];
  const report = await cruise(
    folders,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [{ name: 'cycle', severity: 'error', from: {}, to: { circular: true } }] },
      tsPreCompilationDeps: true,
      doNotFollow: { path: ['node_modules', '^dist/'] },
      exclude: { path: ['/fixtures/'] },
      enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: conditions, mainFields: ['module', 'main', 'types'] },
    },
    { conditionNames: conditions, exportsFields: ['exports'] },
  );
  if (typeof report.output === 'string') return JSON.parse(report.output);
  return report.output;
}

/** What is wrong with one import; undefined when nothing is. */
function importProblem(file: string, dependency: IDependency): string | undefined {
  const name = dependency.module;
  if (dependency.couldNotResolve) return `cannot resolve "${name}"`;
  const from = moduleOf(file);
  const test = isTestCode(file);
  if (dependency.coreModule)
    return from !== undefined && !test && WALLS[from]?.pure === true ? `"${name}": ${from} is browser-safe, no Node built-ins` : undefined;
  if (dependency.resolved.includes('node_modules/')) return from === undefined ? undefined : packageProblem(from, test, name);
  const to = moduleOf(dependency.resolved);
  if (to === undefined) {
    return from === undefined || test ? undefined : `"${name}": src imports nothing outside src`;
  }
  return from === to ? insiderProblem(test, from, dependency) : outsiderProblem(file, from, to, dependency);
}

function packageProblem(from: string, test: boolean, specifier: string): string | undefined {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = [...(WALLS[from]?.npm ?? []), ...(test ? TEST_NPM : [])];
  return allowed.includes(name) ? undefined : `"${name}": not among the packages of ${from} (${allowed.join(', ') || 'none'})`;
}

/** Inside a module: siblings by relative path, never through the own index (a test may look at its module from outside). */
function insiderProblem(test: boolean, module: string, dependency: IDependency): string | undefined {
  const throughIndex = dependency.resolved === `src/${module}/index.ts`;
  return throughIndex && !test ? `"${dependency.module}": import the sibling, not the own index` : undefined;
}

/** Contract suites that a module keeps for every implementation of its port, e.g. `src/store/testing/store-cases.ts`. */
function isSharedCases(file: string): boolean {
  return /^src\/.+\/testing\//.test(file);
}

function outsiderProblem(file: string, from: string | undefined, to: string, dependency: IDependency): string | undefined {
  const name = dependency.module;
  const test = isTestCode(file);
  if (test && isSharedCases(dependency.resolved)) return undefined;
  // Examples and tests may use the package as its users do, by its own name; a module may not.
  if (to === 'package' && name === 'polity' && (from === undefined || test)) return undefined;
  const family = (from === 'lib/node' && to === 'lib') || (from?.startsWith('evolution/') === true && to === 'evolution') || from === 'package';
  if (!family && !name.startsWith('#')) return `"${name}": another module is imported as "#${to}"`;
  const face = to === 'app' ? 'src/app.ts' : `src/${to}/index.ts`;
  if (!family && dependency.resolved !== face) return `"${name}": reaches past the index of ${to}`;
  if (from === undefined || (test && to === 'testing')) return undefined;
  const verdict = family ? 'yes' : mayImport(from, to);
  if (verdict === 'yes') return undefined;
  if (verdict === 'no') return `"${name}": ${from} may not import ${to}`;
  return dependency.dependencyTypes.includes('type-only') ? undefined : `"${name}": ${from} may import only types of ${to}`;
}

/** Each cycle once, named from its alphabetically first file. */
function cycles(result: ICruiseResult): readonly string[] {
  const found = new Set<string>();
  for (const violation of result.summary.violations) {
    const files = (violation.cycle ?? []).map((step) => step.name);
    if (files.length === 0) continue;
    const first = files.indexOf([...files].sort()[0] ?? '');
    const turned = [...files.slice(first), ...files.slice(0, first)];
    found.add(`cycle: ${[...turned, turned[0]].join(' → ')}`);
  }
  return [...found].sort();
}
