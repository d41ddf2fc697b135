import { validateGraph } from '#topology';
import type { CommandContext } from '../../context.ts';
import { checkOut, type OutFlags, sourceName } from '../../text-file.ts';
import type { TopologyFormat } from '../../topology-formats.ts';
import { readTopology } from './read-topology.ts';
import { answerTopology } from './write-topology.ts';

export interface ConvertFlags extends OutFlags {
  readonly to: TopologyFormat;
}

/** `polity topologies convert FILE --to FORMAT`: specs must be valid; a drawing is made of any readable graph, because it may show what is wrong. */
export async function convertCommand(path: string, flags: ConvertFlags, context: CommandContext): Promise<number> {
  checkOut(flags);
  const drawing = flags.to === 'mermaid' || flags.to === 'dot';
  const graph = await readTopology(path, { validate: !drawing });
  const problems = drawing ? validateGraph(graph).length : 0;
  const name = sourceName(path);
  if (problems > 0) context.warn(`${name} is drawn but not valid (${problems} ${problems === 1 ? 'problem' : 'problems'}): polity topologies validate ${path}`);
  answerTopology(graph, flags.to, flags.out, context);
  return 0;
}
