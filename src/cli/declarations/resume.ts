import type { ResumeFlags } from '../commands/resume.ts';
import { budgetFlag, repeatedFlag } from '../flags.ts';
import { type Declare, examples } from './declare.ts';

/** `polity resume`. */
export const declareResume: Declare = (program, frame) => {
  program
    .command('resume')
    .description('go on with what was interrupted or suspended; without an id, with every single run that was left unfinished')
    .argument('[id]', 'a run or a comparison')
    .option('--answer <key=text>', 'the reply to a waiting turn (may be repeated)', repeatedFlag)
    .option('--budget <limits>', 'a new budget: turns=,tokens=,usd=,seconds=,concurrency=', budgetFlag())
    .option('--out <dir>', "folder of a comparison's report")
    .option('--verbose', "more of a comparison's report")
    .addHelpText(
      'after',
      examples([
        ['polity resume cmp_1m8q…', 'the rest of a comparison'],
        ['polity resume run_1m8q… --answer "stage-1/0/stage/0=42"', 'you speak for an agent'],
        ['polity resume', 'everything that a crash left behind'],
      ]),
    )
    .action((id: string | undefined, flags: ResumeFlags) =>
      frame.run(async (context) => (await import('../commands/resume.ts')).resumeCommand(id, flags, context)),
    );
};
