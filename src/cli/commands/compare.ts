import { join } from 'node:path';
import { readRoster } from '#agents';
import { openApp, readTextFile } from '#app';
import { type ComparisonOutcome, type ComparisonProgress, parseTasks, renderTerminal, reportFiles, reportToJson, taskSet } from '#experiment';
import { type Json, PolityError } from '#lib';
import { makeFolder, writeFileWhole } from '#lib/node';
import type { BudgetLimits } from '#runs';
import { chosenModel } from '../chosen-model.ts';
import type { CommandContext } from '../context.ts';

export interface CompareFlags {
  readonly tasks: string;
  readonly arms?: string;
  readonly model?: string;
  readonly recording?: string;
  readonly seeds?: number;
  readonly control?: string;
  readonly agents?: number;
  readonly agentsFrom?: string;
  readonly budget?: BudgetLimits;
  readonly margin?: number;
  readonly concurrency?: number;
  readonly limit?: number;
  readonly out?: string;
  readonly verbose?: boolean;
}

/** `polity compare`. */
export async function compareCommand(flags: CompareFlags, context: CommandContext): Promise<number> {
  const all = parseTasks(readTextFile(flags.tasks), { file: flags.tasks });
  const tasks = flags.limit === undefined ? all : taskSet(all.tasks.slice(0, flags.limit));
  // Found out now, not when every run is paid for.
  if (flags.out !== undefined) makeFolder(flags.out);
  let warnings = 0;
  const app = openApp({ home: context.home, onWarning: () => void warnings++ });
  try {
    const { definition, run } = app.prepareComparison({
      tasks,
      model: chosenModel(flags),
      ...(flags.arms === undefined ? {} : { arms: flags.arms }),
      ...(flags.recording === undefined ? {} : { recordingFile: flags.recording }),
      ...(flags.seeds === undefined ? {} : { seeds: flags.seeds }),
      ...(flags.control === undefined ? {} : { control: flags.control === 'none' ? null : flags.control }),
      ...(flags.agents === undefined ? {} : { agents: flags.agents }),
      ...(flags.agentsFrom === undefined ? {} : { roster: readRoster(flags.agentsFrom) }),
      ...(flags.budget === undefined ? {} : { budget: flags.budget }),
      ...(flags.margin === undefined ? {} : { margin: flags.margin }),
      ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    });
    const { tasks: set, arms, seeds } = definition;
    if (!arms.some((arm) => arm.kind === 'control')) context.warn('no control among the arms: nothing will say whether one agent is enough; add single');
    context.note(
      `comparison ${definition.id}: ${set.tasks.length} tasks × ${arms.length} arms × ${seeds.length} ${seeds.length === 1 ? 'seed' : 'seeds'} = ${set.tasks.length * arms.length * seeds.length} runs`,
    );
    const outcome = await run({ signal: context.signal, onProgress: (progress) => context.progress(progressLine(progress)) });
    context.progressEnd();
    if (warnings > 0) context.warn(`${warnings} times a run came near its budget (80 % of a limit); runs that a budget stops count as failed`);
    return concludeComparison(definition.id, outcome, flags, context);
  } finally {
    await app.close();
  }
}

/** `1,204/6,600 runs · swarm 56.1 % single 55.9 % · $0.42 · 1,900 runs/s · 3 s left`. */
export function progressLine({ done, total, arms, costUsd, runsPerSecond, etaMs }: ComparisonProgress): string {
  const means = arms
    .filter((arm) => arm.mean !== null)
    .slice(0, 6)
    .map((arm) => `${arm.arm} ${(100 * (arm.mean ?? 0)).toFixed(1)} %`);
  const parts = [`${done.toLocaleString('en')}/${total.toLocaleString('en')} runs`];
  if (means.length > 0) parts.push(means.join('  '));
  if (costUsd !== null) parts.push(`$${costUsd.toFixed(costUsd < 10 ? 4 : 2)}`);
  if (runsPerSecond !== null) parts.push(`${Math.round(runsPerSecond).toLocaleString('en')} runs/s`);
  if (etaMs !== null && done < total) parts.push(`${Math.ceil(etaMs / 1000)} s left`);
  return parts.join(' · ');
}

/** Writes the report of a comparison and tells where it is; the exit code says whether the comparison is complete. */
export function concludeComparison(
  id: string,
  outcome: ComparisonOutcome,
  flags: { readonly out?: string; readonly verbose?: boolean },
  context: CommandContext,
): number {
  const folder = flags.out ?? join(context.home, 'reports', id);
  const { report, runs, status } = outcome;
  const paths = writeReport(folder, `Comparison ${id}`, outcome);
  const document = reportToJson(report);
  const extra: Json = { id, status, files: paths };
  if (document === null || typeof document !== 'object' || Array.isArray(document)) throw new PolityError('internal', 'the report is not an object');
  context.result({ ...document, ...extra }, () =>
    [
      renderTerminal(report, { color: context.color, verbose: flags.verbose === true }),
      '',
      `report   ${paths[0] ?? folder}`,
      `again    polity report --comparison ${id}`,
      ...(status === 'completed' ? [] : [`resume   polity resume ${id}   (${runs.length} runs are kept)`]),
    ].join('\n'),
  );
  if (status === 'completed') return 0;
  if (status === 'suspended') {
    context.note(`suspended: some runs wait for an answer
  which    polity runs list --comparison ${id} --status suspended
  asks     polity runs show RUN
  answer   polity resume RUN --answer "KEY=TEXT"
  then     polity resume ${id}`);
    return 4;
  }
  context.note(`interrupted: ${runs.length} runs are kept; go on with polity resume ${id}`);
  return 130;
}

/** Writes every file of a report; returns their paths, the page first. */
export function writeReport(folder: string, title: string, outcome: Pick<ComparisonOutcome, 'report' | 'runs'>): readonly string[] {
  const files = reportFiles({ title, report: outcome.report, runs: outcome.runs });
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileWhole(path, text);
    return path;
  });
}
