#!/usr/bin/env node
// Plain JavaScript without dependencies: it must be able to explain what is missing before anything is installed.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LOWEST_NODE = [20, 19]; // package.json "engines"

/** Explains, in one message, why polity cannot start here; undefined when it can. */
function missing(packageRoot) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1])) {
    return `polity needs Node.js ${LOWEST_NODE.join('.')} or newer; this is ${process.versions.node}.`;
  }
  if (!existsSync(join(packageRoot, 'dist', 'cli', 'main.js'))) {
    return `polity is not built yet. In ${packageRoot} run:\n  npm ci\n(it installs what polity needs and builds it; after a change: npm run build)`;
  }
  return undefined;
}

const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const problem = missing(packageRoot);
if (problem === undefined) {
  try {
    const { main } = await import(pathToFileURL(join(packageRoot, 'dist', 'cli', 'main.js')).href);
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`polity: ${error.message}\nIn ${packageRoot} run:\n  npm ci\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
