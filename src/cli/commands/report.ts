import { openApp, readTextFile } from '#app';
import { buildReport, parseRuns, readComparison, renderTerminal, reportToJson } from '#experiment';
import { asId, PolityError } from '#lib';
import { makeFolder } from '#lib/node';
import type { CommandContext } from '../context.ts';
import { concludeComparison, writeReport } from './compare.ts';

export interface ReportFlags {
  readonly runs?: string;
  readonly comparison?: string;
  readonly control?: string;
  readonly margin?: number;
  readonly resamples?: number;
  readonly out?: string;
  readonly verbose?: boolean;
}

/** `polity report --runs FILE`, or `--comparison ID` for one that is stored. */
export async function reportCommand(flags: ReportFlags, context: CommandContext): Promise<number> {
  if ((flags.runs === undefined) === (flags.comparison === undefined)) {
    throw new PolityError('usage.invalid', 'give either --runs FILE (a run log: runs.csv or runs.jsonl) or --comparison ID (see polity runs list)');
  }
  if (flags.out !== undefined) makeFolder(flags.out);
  if (flags.comparison !== undefined) {
    const fixed = (['control', 'margin', 'resamples'] as const).filter((name) => flags[name] !== undefined).map((name) => `--${name}`);
    if (fixed.length > 0)
      throw new PolityError(
        'usage.invalid',
        `${fixed.join(', ')}: the analysis of a comparison was registered before its first run; for another one: polity report --runs RUNS.CSV of its report folder`,
      );
    return storedReport(flags.comparison, flags, context);
  }
  const file = flags.runs ?? '';
  const runs = parseRuns(readTextFile(file), { file });
  const report = buildReport(runs, {
    ...(flags.control === undefined ? {} : { control: flags.control === 'none' ? null : flags.control }),
    analysis: { ...(flags.margin === undefined ? {} : { margin: flags.margin }), ...(flags.resamples === undefined ? {} : { resamples: flags.resamples }) },
  });
  const paths = flags.out === undefined ? [] : writeReport(flags.out, file, { report, runs });
  context.result(reportToJson(report), () =>
    [
      renderTerminal(report, { color: context.color, verbose: flags.verbose === true }),
      ...(paths[0] === undefined ? ['', 'A page with plots: add --out DIR'] : ['', `report   ${paths[0]}`]),
    ].join('\n'),
  );
  return 0;
}

async function storedReport(id: string, flags: ReportFlags, context: CommandContext): Promise<number> {
  const app = openApp({ home: context.home });
  try {
    const stored = await readComparison(asId(id), app.store());
    if (stored === null) throw new PolityError('run.not_found', `there is no comparison ${id}: see polity runs list`);
    concludeComparison(id, stored, flags, context);
    return 0; // the report is there, however far the comparison came
  } finally {
    await app.close();
  }
}
