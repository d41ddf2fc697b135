import type { RunsListFlags } from '../commands/runs.ts';
import { integerFlag } from '../flags.ts';
import type { Declare } from './declare.ts';

/** `polity runs`. */
export const declareRuns: Declare = (program, frame) => {
  const runs = program.command('runs').description('what has run in this home');
  const commands = () => import('../commands/runs.ts');
  runs
    .command('list')
    .description('runs and comparisons, newest first')
    .option('--status <list>', 'only runs of these statuses')
    .option('--comparison <id>', 'the runs of one comparison')
    .option('--limit <n>', 'how many', integerFlag('--limit', { minimum: 1, maximum: 10_000 }), 20)
    .option('--before <run>', 'go on after this run')
    .action((flags: RunsListFlags) => frame.run(async (context) => (await commands()).runsListCommand(flags, context)));
  runs
    .command('show')
    .description('one run: its result, its turns, its topology')
    .argument('<run>')
    .option('--log', 'only the canonical run log')
    .action((id: string, flags: { log?: boolean }) => frame.run(async (context) => (await commands()).runsShowCommand(id, flags, context)));
  runs
    .command('cancel')
    .description('end a run that waits or was interrupted')
    .argument('<run>')
    .action((id: string) => frame.run(async (context) => (await commands()).runsCancelCommand(id, context)));
};
