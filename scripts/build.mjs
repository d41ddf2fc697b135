// Compiles src to dist. `--if-possible` (npm's prepare): without the compiler, say so and go on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_STAMP, isBuilt, ROOT, sourceHash } from './lib/tree.mjs';

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const ifPossible = process.argv.includes('--if-possible');

/** Builds beside dist and swaps it in whole, so that a running polity or a second build never sees half of it. */
function build() {
  const hash = sourceHash(ROOT);
  const fresh = join(ROOT, `.dist-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const compiled = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json', '--outDir', fresh], { cwd: ROOT, stdio: 'inherit' });
  if (compiled.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write('polity: the build failed; dist is unchanged\n');
    return compiled.status ?? 1;
  }
  writeFileSync(join(fresh, BUILD_STAMP), hash);
  const old = `${fresh}-old`;
  const dist = join(ROOT, 'dist');
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  return 0;
}

if (ifPossible && !existsSync(COMPILER)) {
  const state = isBuilt(ROOT)
    ? 'dist is up to date'
    : existsSync(join(ROOT, 'dist'))
      ? 'dist is older than src'
      : 'there is no dist: run npm ci with development packages once';
  process.stderr.write(`polity: not building, the TypeScript compiler is not installed (${state})\n`);
} else if (ifPossible && isBuilt(ROOT)) {
  process.stderr.write('polity: dist is up to date\n');
} else {
  process.exitCode = build();
}
