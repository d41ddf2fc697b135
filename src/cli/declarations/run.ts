import type { RunFlags } from '../commands/run.ts';
import { budgetFlag, integerFlag } from '../flags.ts';
import { type Declare, examples } from './declare.ts';

/** Agents that a topology can have. */
export const AGENTS = { minimum: 1, maximum: 10_000 } as const;
/** Model strings, for help texts. */
export const MODEL_HELP = 'where replies come from: simulated[:FILE] (default), recorded, scripted:FILE or person';
/** Seeds are stored as numbers that SQLite and JSON keep exactly. */
const SEEDS = { minimum: 0, maximum: 2 ** 31 } as const;

/** `polity run`. */
export const declareRun: Declare = (program, frame) => {
  program
    .command('run')
    .description('run one task over one topology')
    .argument('<task>', 'the task, as text')
    .requiredOption('--topology <kind|file>', 'a kind, a control (single, self_consistency:5) or a spec file')
    .option('--model <model>', MODEL_HELP)
    .option('--recording <file>', 'recording.jsonl: replay it (implies --model recorded)')
    .option('--agents <n>', 'number of agents', integerFlag('--agents', AGENTS))
    .option('--agents-from <dir>', 'a folder of <id>/agent.toml')
    .option('--seed <n>', 'seed of the run', integerFlag('--seed', SEEDS))
    .option('--task-id <id>', 'id of the task, as a recording knows it')
    .option('--target <answer>', 'the right answer, to score against')
    .option('--scorer <name>', 'numeric, choice, exact, includes, regex or json_schema', 'exact')
    .option('--budget <limits>', 'turns=,tokens=,usd=,seconds=,concurrency=', budgetFlag())
    .addHelpText(
      'after',
      examples([
        ['polity run "What is 17 * 23?" --topology swarm --target 391 --scorer numeric', 'five simulated agents vote'],
        ['polity run "Draft a plan" --topology pipeline --agents 2 --model person', 'you are the agents'],
        ['polity run "What is 17 * 23?" --topology mesh --budget turns=12,seconds=60', 'never more than that'],
      ]),
    )
    .action((task: string, flags: RunFlags) => frame.run(async (context) => (await import('../commands/run.ts')).runCommand(task, flags, context)));
};
