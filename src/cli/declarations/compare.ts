import type { CompareFlags } from '../commands/compare.ts';
import { budgetFlag, integerFlag, numberFlag } from '../flags.ts';
import { type Declare, examples } from './declare.ts';
import { AGENTS, MODEL_HELP } from './run.ts';

/** `polity compare`. */
export const declareCompare: Declare = (program, frame) => {
  program
    .command('compare')
    .description('run the same tasks over several organisations: which is better, and what does it cost?')
    .requiredOption('--tasks <file>', 'task set: JSONL, YAML or CSV')
    .option(
      '--arms <list>',
      'all (default), or a list of kinds, kind:key=value+key=value, spec files, single[:AGENT], self_consistency:K, matched:ARM (one agent with the tokens of ARM)',
    )
    .option('--model <model>', MODEL_HELP)
    .option('--recording <file>', 'recording.jsonl: replay it (implies --model recorded)')
    .option('--seeds <n>', 'repetitions of every task (default: 1 for recorded replies, else 5)', integerFlag('--seeds', { minimum: 1, maximum: 10_000 }))
    .option('--control <arm>', 'the arm that the others are compared with, or none (default: single)')
    .option('--agents <n>', 'number of agents (default: those of the recording, else 5)', integerFlag('--agents', AGENTS))
    .option('--agents-from <dir>', 'a folder of <id>/agent.toml')
    .option('--limit <n>', 'only the first tasks', integerFlag('--limit', { minimum: 1 }))
    .option('--budget <limits>', 'limits of each run: turns=,tokens=,usd=,seconds=,concurrency=', budgetFlag())
    .option('--margin <x>', 'differences inside ± this count as equivalent (default: 0.02)', numberFlag('--margin', { minimum: 0, maximum: 1 }))
    .option('--concurrency <n>', 'runs in flight at once (default: 64)', integerFlag('--concurrency', { minimum: 1, maximum: 100_000 }))
    .option('--out <dir>', 'folder of the report (default: in the home)')
    .option('--verbose', 'classes, other pairs, registration and method too')
    .addHelpText(
      'after',
      examples([
        ['polity compare --tasks tasks.jsonl', 'every kind that runs, with the controls, simulated'],
        ['polity compare --tasks tasks.jsonl --arms single,swarm,mesh:max_rounds=2', 'three arms'],
        ['polity compare --tasks t.jsonl --model recorded --recording r.jsonl --arms single,swarm', 'an experiment, replayed'],
        ['polity compare --tasks tasks.csv --seeds 3 --json > report.json', 'for scripts'],
      ]),
    )
    .action((flags: CompareFlags) => frame.run(async (context) => (await import('../commands/compare.ts')).compareCommand(flags, context)));
};
