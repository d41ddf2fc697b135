// The walls between modules, as data: who may import whom, which npm packages, and whether Node's own modules. The gate
// `walls`, .dependency-cruiser.cjs and docs/design/layout.md all read or describe this one table.

/**
 * @typedef {object} Wall
 * @property {readonly string[] | 'any'} imports modules it may import through their index; lib is open to all
 * @property {readonly string[]} [types] modules of which it may import types only; ['any'] for all
 * @property {readonly string[]} [npm] packages it may import
 * @property {boolean} [pure] no Node built-ins and no lib/node
 */

/** Modules with alternatives joined in app.ts only: no other module may know them. */
const OUTERMOST = ['app', 'cli', 'package'];

/** @type {Readonly<Record<string, Wall>>} */
export const WALLS = {
  lib: { imports: [], pure: true },
  'lib/node': { imports: ['lib'], npm: ['write-file-atomic'] },
  topology: {
    imports: [],
    pure: true,
    npm: ['yaml', 'zod'],
  },
  scoring: { imports: [], pure: true, npm: ['ajv', 'zod'] },
  statistics: { imports: [], pure: true },
  prompt: { imports: [], pure: true },
  contract: { imports: ['topology'], types: ['any'], pure: true, npm: ['zod'] },
  config: { imports: [], npm: ['smol-toml', 'zod'] },
  models: { imports: ['config', 'prompt', 'sandbox'], npm: ['ajv', 'csv-parse', 'yaml', 'zod'] },
  agents: { imports: ['config', 'prompt'], npm: ['smol-toml', 'zod'] },
  sandbox: { imports: ['config', 'prompt'] },
  safety: { imports: ['agents', 'sandbox'], npm: ['zod'] },
  tools: { imports: ['safety', 'sandbox'], npm: ['zod'] },
  orchestrator: { imports: ['topology', 'scoring', 'models', 'agents', 'safety', 'tools', 'prompt'], npm: ['ajv', 'zod'] },
  runs: { imports: ['orchestrator', 'topology'], npm: ['yaml', 'zod'] },
  tasks: { imports: ['config', 'prompt'], pure: true, npm: ['zod'] },
  dispatch: { imports: ['agents', 'tasks', 'models'], npm: ['zod'] },
  work: { imports: ['agents', 'prompt', 'tasks', 'dispatch', 'runs', 'scoring', 'safety', 'models'], npm: ['zod'] },
  conversations: { imports: ['agents', 'models', 'memory', 'prompt'], npm: ['zod'] },
  memory: { imports: ['prompt'], npm: ['yaml', 'zod'] },
  evolution: { imports: [] },
  'evolution/edges': { imports: ['agents', 'tasks', 'dispatch', 'safety', 'statistics', 'topology'], npm: ['zod'] },
  'evolution/nodes': { imports: ['agents', 'conversations', 'memory', 'evals', 'models', 'safety', 'prompt', 'statistics'], npm: ['zod'] },
  evals: { imports: ['scoring', 'runs', 'models'], npm: ['yaml', 'zod'] },
  experiment: { imports: ['topology', 'runs', 'scoring', 'statistics'], npm: ['csv-parse', 'd3-scale', 'yaml', 'zod'] },
  store: {
    imports: [
      'topology',
      'runs',
      'orchestrator',
      'experiment',
      'models',
      'agents',
      'safety',
      'tasks',
      'dispatch',
      'work',
      'conversations',
      'memory',
      'evals',
      'evolution',
      'evolution/edges',
      'evolution/nodes',
    ],
    npm: ['better-sqlite3', 'kysely'],
  },
  engine: { imports: ['runs'] },
  server: { imports: 'any', npm: ['zod'] },
  channels: { imports: 'any', npm: ['zod'] },
  mcp: { imports: 'any', npm: ['zod'] },
  cli: {
    imports: ['contract', 'app', 'topology', 'agents', 'models', 'runs', 'orchestrator', 'experiment', 'scoring', 'statistics', 'config'],
    npm: ['commander'],
  },
  testing: { imports: 'any', npm: ['vitest', 'fast-check'] },
  app: { imports: 'any', npm: ['zod'] },
  package: { imports: 'any' },
};

/** What test code may import beyond its module's own list. */
export const TEST_NPM = ['vitest', 'fast-check', 'graphology', 'graphology-metrics', 'graphology-communities-louvain'];

/** Folders in `src` that are not a module of their own but hold some. */
const SPLIT = ['lib', 'evolution'];

/**
 * The module a source file belongs to: its name in the table, or `src/<folder>` of a folder the table does not know.
 * @param {string} file e.g. `src/lib/node/digest.ts`
 * @returns {string | undefined} undefined outside src
 */
export function moduleOf(file) {
  const [src, first = '', second = ''] = file.split('/');
  if (src !== 'src') return undefined;
  if (first === 'app.ts') return 'app';
  if (first === 'index.ts') return 'package';
  if (SPLIT.includes(first) && WALLS[`${first}/${second}`] !== undefined) return `${first}/${second}`;
  return first;
}

/**
 * Whether module `from` may import the public face of module `to`, and if only its types.
 * @param {string} from
 * @param {string} to
 * @returns {'yes' | 'types' | 'no'}
 */
export function mayImport(from, to) {
  const wall = WALLS[from];
  if (wall === undefined) return 'no';
  if (to === 'lib' || from === to) return 'yes';
  if (to === 'testing') return from === 'testing' ? 'yes' : 'no';
  if (to === 'lib/node') return wall.pure === true ? 'no' : 'yes';
  if (wall.imports === 'any') return OUTERMOST.includes(to) && from !== 'package' && from !== 'testing' ? 'no' : 'yes';
  if (wall.imports.includes(to)) return 'yes';
  return wall.types?.includes(to) || (wall.types?.includes('any') && !OUTERMOST.includes(to)) ? 'types' : 'no';
}
