import { catalogEntry, template } from '#topology';
import type { CommandContext } from '../../context.ts';
import { checkOut, type OutFlags } from '../../text-file.ts';
import type { TopologyFormat } from '../../topology-formats.ts';
import { readKind } from './read-kind.ts';
import { answerTopology } from './write-topology.ts';

export interface TemplateFlags extends OutFlags {
  readonly size?: number;
  readonly format?: TopologyFormat;
}

/** `polity topologies template KIND`. */
export async function templateCommand(text: string, flags: TemplateFlags, context: CommandContext): Promise<number> {
  checkOut(flags);
  const kind = readKind(text);
  const graph = template(kind, flags.size ?? catalogEntry(kind).defaultSize);
  answerTopology(graph, flags.format, flags.out, context);
  return 0;
}
