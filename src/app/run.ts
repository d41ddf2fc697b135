import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOutcome } from '#runs';
import { openApp } from '../app.ts';
import { adHocTask } from './ad-hoc-task.ts';
import { parseOneArm } from './comparisons.ts';
import type { RunRequest } from './single-runs.ts';

/** One run called from a program. */
export interface RunOptions extends Omit<RunRequest, 'task' | 'arm' | 'model'> {
  /** A kind, a control or a spec file, as on the command line. */
  readonly topology: string;
  /** Default `simulated`. */
  readonly model?: string;
  /** The right answer, where there is one to score against. */
  readonly target?: string;
  /** Default `exact`. */
  readonly scorer?: string;
  readonly home?: string;
  readonly signal?: AbortSignal;
}

export interface RunReport {
  readonly id: string;
  readonly outcome: RunOutcome;
}

/**
 * Runs one task over one topology.
 * @example const { outcome } = await run('Which is larger, 9.9 or 9.11?', { topology: 'swarm' });
 */
export async function run(input: string, options: RunOptions): Promise<RunReport> {
  const { topology, model = 'simulated', target, scorer = 'exact', home, signal, ...rest } = options;
  const app = openApp({ home: home ?? mkdtempSync(join(tmpdir(), 'polity-')) });
  try {
    const plan = app.planRun({ ...rest, task: adHocTask(input, target ?? null, scorer), arm: parseOneArm(topology), model });
    return { id: plan.id, outcome: await app.startRun(plan, signal ?? new AbortController().signal) };
  } finally {
    await app.close();
  }
}
