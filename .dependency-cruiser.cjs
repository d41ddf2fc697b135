// For people and editors (`npx depcruise src`). The gate itself is scripts/gates/walls.ts with the table of walls.mjs.
const { WALLS, mayImport } = require('./scripts/gates/walls.mjs');

const folder = (name) => (name === 'app' ? '^src/app\\.ts$' : name === 'package' ? '^src/index\\.ts$' : `^src/${name}/`);
const names = Object.keys(WALLS);

module.exports = {
  forbidden: [
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    ...names.map((from) => ({
      name: `walls:${from}`,
      severity: 'error',
      from: { path: folder(from), pathNot: ['\\.test\\.ts$', '/testing/', ...names.filter((name) => name.startsWith(`${from}/`)).map(folder)] },
      to: { path: '^src/', pathNot: names.filter((to) => mayImport(from, to) !== 'no').map(folder) },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^dist/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['polity-src', 'import', 'types', 'node', 'default'] },
  },
};
