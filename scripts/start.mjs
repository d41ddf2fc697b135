// `npm start`: the first useful thing on a fresh clone, with nothing installed before.
import { join } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { run } from './lib/run.mjs';
import { ROOT } from './lib/tree.mjs';

const prepared = await bootstrap(ROOT, { dev: false });
process.exitCode = prepared === 0 ? await run(process.execPath, [join(ROOT, 'bin', 'polity.js'), 'quickstart', ...process.argv.slice(2)]) : prepared;
