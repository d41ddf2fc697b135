import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Where Debian and Google put it. */
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The Chromium that browser tests use: POLITY_CHROMIUM, else the usual places.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [places]
 * @returns {string | undefined}
 */
export function findChromium(env, places = USUAL_PLACES) {
  const named = env.POLITY_CHROMIUM;
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  return places.find((place) => existsSync(place));
}

/**
 * Finds Chromium, installing Debian's when we may (root with apt-get). Says what to do when there is none.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 */
export async function ensureChromium(env) {
  const found = findChromium(env);
  if (found !== undefined) return found;
  if (env.POLITY_CHROMIUM) {
    process.stderr.write(`polity: POLITY_CHROMIUM names ${env.POLITY_CHROMIUM}, which does not exist\n`);
    return undefined;
  }
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
    process.stderr.write('polity: no Chromium for the browser tests; installing the one of the distribution\n');
    const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    if ((await run('apt-get', ['update', '-qq'], quiet)) === 0) await run('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
    const installed = findChromium(env);
    if (installed !== undefined) return installed;
  }
  process.stderr.write('polity: no Chromium for the browser tests: install it (Debian: apt-get install chromium) or name it in POLITY_CHROMIUM\n');
  return undefined;
}
