// `npm test`: everything, on a fresh clone too. Arguments go to vitest (`npm test -- src/topology`). The last line reads "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { ensureChromium } from './lib/browser.mjs';
import { run } from './lib/run.mjs';
import { tallyReport } from './lib/tally.mjs';
import { ROOT } from './lib/tree.mjs';

const INTERRUPTED = 128; // exit codes above it: the child was killed by a signal

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** @param {string} reports */
async function testAll(reports) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const prepared = await bootstrap(ROOT, { dev: true });
  if (prepared !== 0) return { ...total, failed: 1, code: prepared };

  const chromium = await ensureChromium(process.env);
  if (chromium === undefined && process.env.CI) total.failed++;
  const env = chromium === undefined ? process.env : { ...process.env, POLITY_CHROMIUM: chromium };

  const gatesFile = join(reports, 'gates.json');
  const gatesCode = await run(process.execPath, [join(ROOT, 'scripts', 'check.mjs'), '--json', gatesFile], { cwd: ROOT, env });
  if (gatesCode > INTERRUPTED) return { ...total, failed: total.failed + 1, code: gatesCode };
  const gates = readJson(gatesFile) ?? { passed: 0, failed: 1 };

  const testsFile = join(reports, 'tests.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${testsFile}`, ...process.argv.slice(2)];
  const testsCode = await run(process.execPath, args, { cwd: ROOT, env });
  const tests = tallyReport(readJson(testsFile), testsCode);
  return {
    passed: total.passed + gates.passed + tests.passed,
    failed: total.failed + gates.failed + tests.failed,
    skipped: tests.skipped,
    code: testsCode > INTERRUPTED ? testsCode : 0,
  };
}

const reports = mkdtempSync(join(tmpdir(), 'polity-test-'));
try {
  const { passed, failed, skipped, code } = await testAll(reports);
  if (skipped > 0) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code !== 0 ? code : failed > 0 ? 1 : 0;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
