import { join } from 'node:path';
import { run } from './run.mjs';
import { installProblem, isBuilt } from './tree.mjs';

/**
 * Makes a clone runnable: installs exactly the lockfile when node_modules does not match it, builds when dist is older than the sources.
 * @param {string} root
 * @param {{ readonly dev: boolean }} options dev: the development packages are needed too
 * @returns {Promise<number>} 0, or the exit code of what failed
 */
export async function bootstrap(root, options) {
  const problem = installProblem(root, options);
  if (problem !== undefined) {
    process.stderr.write(`polity: ${problem}; running npm ci (the first time takes a minute or two)\n`);
    const code = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
    if (code !== 0) return code;
  }
  if (isBuilt(root)) return 0;
  process.stderr.write('polity: building\n');
  return run(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root });
}
