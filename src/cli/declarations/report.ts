import type { ReportFlags } from '../commands/report.ts';
import { integerFlag, numberFlag } from '../flags.ts';
import { type Declare, examples } from './declare.ts';

/** `polity report`. */
export const declareReport: Declare = (program, frame) => {
  program
    .command('report')
    .description('the report about runs that were logged elsewhere, or about a stored comparison')
    .option('--runs <file>', 'run log: CSV or JSONL')
    .option('--comparison <id>', 'a comparison of this home')
    .option('--control <arm>', 'the arm that the others are compared with, or none (default: single)')
    .option('--margin <x>', 'differences inside ± this count as equivalent (default: 0.02)', numberFlag('--margin', { minimum: 0, maximum: 1 }))
    .option('--resamples <n>', 'bootstrap resamples (default: 2000)', integerFlag('--resamples', { minimum: 200, maximum: 100_000 }))
    .option('--out <dir>', 'write report.html, report.md, report.json and CSV files there')
    .option('--verbose', 'classes, other pairs and method too')
    .addHelpText(
      'after',
      examples([
        ['polity report --runs runs.csv --control single --out report', 'terminal and files'],
        ['polity report --runs runs.jsonl --json', 'for scripts'],
      ]),
    )
    .action((flags: ReportFlags) => frame.run(async (context) => (await import('../commands/report.ts')).reportCommand(flags, context)));
};
