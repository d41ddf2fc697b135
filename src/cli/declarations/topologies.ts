import type { ConvertFlags } from '../commands/topologies/convert.ts';
import type { RecommendFlags } from '../commands/topologies/recommend.ts';
import type { TemplateFlags } from '../commands/topologies/template.ts';
import { choiceFlag, integerFlag } from '../flags.ts';
import { TOPOLOGY_FORMATS } from '../topology-formats.ts';
import { type Declare, examples } from './declare.ts';

/** `polity topologies …`: everything about organisations that needs no run. */
export const declareTopologies: Declare = (program, frame) => {
  const group = program.command('topologies').description('describe, draw, check and classify organisations of agents').addHelpText('after', OVERVIEW);

  group
    .command('list')
    .description('the kinds of topology and when to choose them')
    .addHelpText('after', examples([['polity topologies list', 'all kinds, one per line']]))
    .action(() => frame.run(async (context) => (await import('../commands/topologies/catalog.ts')).listCommand(context)));

  group
    .command('show')
    .description('one kind: shape, protocol, edges, parameters, prior weights and a drawing')
    .argument('<kind>', 'kind of topology')
    .addHelpText('after', examples([['polity topologies show debate', 'what a debate is and what can be set']]))
    .action((kind: string) => frame.run(async (context) => (await import('../commands/topologies/catalog.ts')).showCommand(kind, context)));

  group
    .command('template')
    .description('a valid topology of a kind, of any size')
    .argument('<kind>', 'kind of topology')
    .option('--size <nodes>', 'number of nodes, service nodes such as a judge included (default: that of the kind)', integerFlag('--size', { minimum: 1 }))
    .option('--format <format>', `${TOPOLOGY_FORMATS.join(', ')} (default: yaml)`, choiceFlag('--format', TOPOLOGY_FORMATS))
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--force', 'overwrite the file')
    .addHelpText('after', TEMPLATE_EXAMPLES)
    .action((kind: string, flags: TemplateFlags) =>
      frame.run(async (context) => (await import('../commands/topologies/template.ts')).templateCommand(kind, flags, context)),
    );

  group
    .command('validate')
    .description('check spec files and list every problem')
    .argument('<files...>', 'spec files (- is stdin)')
    .addHelpText('after', VALIDATE_EXAMPLES)
    .action((files: string[]) => frame.run(async (context) => (await import('../commands/topologies/validate.ts')).validateCommand(files, context)));

  group
    .command('classify')
    .description('what kind a topology is by its structure, with reasons')
    .argument('<files...>', 'spec files (- is stdin)')
    .addHelpText('after', CLASSIFY_EXAMPLES)
    .action((files: string[]) => frame.run(async (context) => (await import('../commands/topologies/classify.ts')).classifyCommand(files, context)));

  group
    .command('convert')
    .description('write a spec in another format')
    .argument('<file>', 'spec file (- is stdin)')
    .requiredOption('--to <format>', TOPOLOGY_FORMATS.join(', '), choiceFlag('--to', TOPOLOGY_FORMATS))
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--force', 'overwrite the file')
    .addHelpText('after', CONVERT_EXAMPLES)
    .action((file: string, flags: ConvertFlags) =>
      frame.run(async (context) => (await import('../commands/topologies/convert.ts')).convertCommand(file, flags, context)),
    );

  group
    .command('recommend')
    .description('kinds ranked by prior weights, before anything is measured')
    .option('--weights <list>', 'quality=,cost=,latency=,robustness= (default: all alike)')
    .addHelpText('after', RECOMMEND_EXAMPLES)
    .action((flags: RecommendFlags) => frame.run(async (context) => (await import('../commands/topologies/recommend.ts')).recommendCommand(flags, context)));
};

const OVERVIEW = examples([
  ['polity topologies list', 'what kinds there are'],
  ['polity topologies template swarm --size 5 > team.yaml', 'begin with a template'],
  ['polity topologies validate team.yaml', 'check it'],
]);

const TEMPLATE_EXAMPLES = examples([
  ['polity topologies template swarm --size 5', 'a spec on stdout'],
  ['polity topologies template mesh --format mermaid', 'a drawing'],
  ['polity topologies template debate --out debate.yaml', 'a file'],
]);

const VALIDATE_EXAMPLES = examples([
  ['polity topologies validate team.yaml', 'exit code 1 when it is not valid'],
  ['polity topologies validate teams/*.yaml --json', 'all problems of all files as JSON'],
]);

const CLASSIFY_EXAMPLES = examples([
  ['polity topologies classify team.yaml', 'kind, confidence, runner-up and evidence'],
  ['polity topologies template ring | polity topologies classify -', 'from stdin'],
]);

const CONVERT_EXAMPLES = examples([
  ['polity topologies convert team.yaml --to mermaid', 'a drawing for Markdown'],
  ['polity topologies convert team.json --to yaml --out team.yaml', 'the canonical spec'],
]);

const RECOMMEND_EXAMPLES = examples([
  ['polity topologies recommend', 'all objectives weigh alike'],
  ['polity topologies recommend --weights quality=0.6,cost=0.4', 'two objectives; the others weigh nothing'],
]);
