import type { Choice } from '#models';
import type { BoundTopology } from '../binding.ts';

/** Nodes under the names by which a reply can address them. */
export interface Addressees {
  readonly choices: readonly Choice[];
  readonly names: readonly string[];
  /** Undefined for a name that is not among them. */
  node(name: string): string | undefined;
  name(node: string): string;
}

/** Names nodes by their agents, since an agent knows no node ids; an agent that fills several of them is numbered from the second on. */
export function addressees(topology: BoundTopology, nodes: readonly string[]): Addressees {
  const byName = new Map<string, string>();
  const byNode = new Map<string, string>();
  const taken = new Set(nodes.map((node) => topology.agent(node).id));
  const used = new Map<string, number>();
  const choices = nodes.map((node): Choice => {
    const { id, skills } = topology.agent(node);
    let count = (used.get(id) ?? 0) + 1;
    // An agent may be called like the numbered name of another one.
    while (count > 1 && taken.has(`${id} (${count})`)) count += 1;
    used.set(id, count);
    const name = count === 1 ? id : `${id} (${count})`;
    byName.set(name, node);
    byNode.set(node, name);
    return { name, skills };
  });
  return { choices, names: choices.map((choice) => choice.name), node: (name) => byName.get(name), name: (node) => byNode.get(node) ?? '' };
}
