// `npm run check`: the gates are TypeScript and read the sources of src, so they run under tsx with the source condition.
import { join } from 'node:path';
import { run } from './lib/run.mjs';
import { ROOT } from './lib/tree.mjs';

const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
process.exitCode = await run(process.execPath, [tsx, '--conditions=polity-src', join(ROOT, 'scripts', 'gates', 'run-gates.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
});
