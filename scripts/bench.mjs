// `npm run bench`: every bench/**/*.bench.ts, one after the other (they measure time). An argument picks those whose path holds it.
import { join } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { run } from './lib/run.mjs';
import { filesBelow, ROOT } from './lib/tree.mjs';

const prepared = await bootstrap(ROOT, { dev: true });
if (prepared !== 0) process.exit(prepared);
const wanted = process.argv.slice(2);
const benches = filesBelow(join(ROOT, 'bench')).filter(
  (file) => file.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((part) => file.includes(part))),
);
const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
let failed = 0;
for (const bench of benches) {
  console.log(`\n# bench/${bench}`);
  const code = await run(process.execPath, [tsx, '--conditions=polity-src', join(ROOT, 'bench', bench)], { cwd: ROOT });
  if (code > 128) process.exit(code);
  if (code !== 0) failed++;
}
console.log(`\n${benches.length} benches, ${failed} failed`);
process.exitCode = failed > 0 || benches.length === 0 ? 1 : 0;
