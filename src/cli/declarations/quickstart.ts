import type { QuickstartFlags } from '../commands/quickstart.ts';
import { type Declare, examples } from './declare.ts';

/** `polity quickstart`. */
export const declareQuickstart: Declare = (program, frame) => {
  program
    .command('quickstart')
    .description('compare organisations on recorded experiments and a simulation; writes one HTML report')
    .option('--out <dir>', 'folder of the report', 'polity-report')
    .option('--model <model>', 'run the third part on this model instead of the simulated one')
    .addHelpText('after', examples([['polity quickstart', 'about half a minute, no key, no service']]))
    .action((flags: QuickstartFlags) => frame.run(async (context) => (await import('../commands/quickstart.ts')).quickstartCommand(flags, context)));
};
