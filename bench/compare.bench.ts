// A whole comparison: 1,319 tasks over every arm that exists on the simulated model, stored turn by turn, statistics and report included.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '#app';
import { renderTerminal, type Task, taskSet } from '#experiment';
import { figure, finish } from './lib/figures.ts';

const TASKS = 1_319;
const home = mkdtempSync(join(tmpdir(), 'polity-bench-'));
const tasks: Task[] = Array.from({ length: TASKS }, (_, index) => ({
  id: `t${index}`,
  input: `problem ${index}`,
  target: String(index * 7 + 3),
  class: index % 3 === 0 ? 'a' : 'b',
  scorer: { kind: 'numeric' },
}));
const app = openApp({ home });
for (const seeds of [1, 5]) {
  const began = performance.now();
  const prepared = app.prepareComparison({ tasks: taskSet(tasks), model: 'simulated', seeds });
  const outcome = await prepared.run({});
  const turns = outcome.runs.reduce((sum, run) => sum + (run.turns ?? 0), 0);
  renderTerminal(outcome.report, {});
  const seconds = (performance.now() - began) / 1000;
  figure(`${TASKS} tasks × ${prepared.definition.arms.length} arms × ${seeds} seeds, all included`, seconds, 's', 60);
  figure(`  runs`, outcome.runs.length, '');
  figure(`  turns`, turns, '');
  figure('  per turn', (seconds * 1e6) / turns, 'µs');
}
await app.close();
rmSync(home, { recursive: true, force: true });
finish();
