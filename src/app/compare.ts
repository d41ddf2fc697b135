import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ComparisonProgress, parseTasks, type Report, type RunRow, type TaskSet } from '#experiment';
import { openApp } from '../app.ts';
import type { ComparisonRequest } from './comparisons.ts';

/** A comparison called from a program. `tasks` is a task set, or the text of one (JSONL, YAML or CSV). */
export interface CompareOptions extends Omit<ComparisonRequest, 'tasks' | 'arms' | 'model'> {
  readonly tasks: TaskSet | string;
  /** Arms as on the command line, as one text or a list; absent = every kind that runs and the controls. */
  readonly arms?: string | readonly string[];
  /** Default `simulated`. */
  readonly model?: string;
  /** Home folder that keeps runs and comparison; default: a fresh temporary one. */
  readonly home?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ComparisonProgress) => void;
}

export interface CompareResult {
  readonly id: string;
  readonly status: 'completed' | 'interrupted' | 'suspended';
  readonly report: Report;
  readonly runs: readonly RunRow[];
}

/**
 * Runs the same tasks over several topologies and controls. Throws PolityError: `usage.invalid` and `file.invalid` list every problem of the input.
 * @example const { report } = await compare({ tasks: '{"id":"a","input":"2+2?","target":"4"}', arms: ['single', 'swarm', 'mesh'] });
 */
export async function compare(options: CompareOptions): Promise<CompareResult> {
  const { tasks, arms, model = 'simulated', home, signal, onProgress, ...rest } = options;
  const app = openApp({ home: home ?? mkdtempSync(join(tmpdir(), 'polity-')) });
  try {
    const { definition, run } = app.prepareComparison({
      ...rest,
      tasks: typeof tasks === 'string' ? parseTasks(tasks, { file: 'tasks' }) : tasks,
      model,
      ...(arms === undefined ? {} : { arms: typeof arms === 'string' ? arms : arms.join(',') }),
    });
    const { status, report, runs } = await run({ ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }) });
    return { id: definition.id, status, report, runs };
  } finally {
    await app.close();
  }
}
