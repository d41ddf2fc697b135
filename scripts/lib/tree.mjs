// What the scripts need to know about the working tree before anything is installed: no dependencies here.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** File in dist that names the sources it was built from. */
export const BUILD_STAMP = '.built-from';

/**
 * Every file below a folder, as sorted paths relative to it; an absent folder has none.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/**
 * SHA-256 over everything the build reads: dates do not count, so a fresh clone or a touched file rebuilds nothing.
 * @param {string} root
 * @returns {string}
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const sources = filesBelow(join(root, 'src')).filter((file) => !file.endsWith('.test.ts'));
  for (const file of ['tsconfig.json', 'tsconfig.build.json', ...sources.map((file) => join('src', file))]) {
    if (existsSync(join(root, file)))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Whether dist was built from the sources as they are now.
 * @param {string} root
 * @returns {boolean}
 */
export function isBuilt(root) {
  const stamp = join(root, 'dist', BUILD_STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root);
}

/** Native code that `npm ci --ignore-scripts` leaves out. */
const NATIVE_FILES = { 'node_modules/better-sqlite3': 'build/Release/better_sqlite3.node' };

/**
 * Why node_modules does not match the lockfile, or undefined when it does. Optional packages of other platforms may be absent.
 * @param {string} root
 * @param {{ readonly dev: boolean }} options dev: development packages count too
 * @returns {string | undefined}
 */
export function installProblem(root, options) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'nothing is installed';
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional === true || (entry.dev === true && !options.dev)) continue;
    if (installed[path]?.version !== entry.version || installed[path]?.integrity !== entry.integrity || !existsSync(join(root, path))) {
      return `${path.replace(/^.*node_modules\//, '')} ${entry.version} is not installed`;
    }
  }
  for (const [path, file] of Object.entries(NATIVE_FILES)) {
    if (wanted[path] !== undefined && !existsSync(join(root, path, file))) return `${path}/${file} was not compiled`;
  }
  return undefined;
}
