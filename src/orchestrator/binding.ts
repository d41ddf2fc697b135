import { PolityError } from '#lib';
import type { AttributeValue, EdgeKind, TopologyGraph, TopologyKind } from '#topology';

/** A worker as the orchestrator needs it: who it is, what it can do, which model speaks for it (null = the run's model). */
export interface AgentProfile {
  readonly id: string;
  readonly skills: readonly string[];
  readonly model: string | null;
}

/** One way a message may travel between two nodes: the edge that carries it, forward or as the reply it permits. */
export interface Channel {
  readonly edge: EdgeKind | 'untyped';
  readonly reply: boolean;
}

/** Edge kinds that permit one reply back to what they carried (DESIGN section 5); `peers_with` is symmetric instead. */
const REPLYING: ReadonlySet<EdgeKind> = new Set(['delegates_to', 'routes_to', 'bids_to', 'reads_writes']);

/** A topology whose nodes have agents. Looked up by node id; frozen. */
export interface BoundTopology {
  readonly kind: TopologyKind | null;
  readonly graph: TopologyGraph;
  /** Node ids in the order of the spec. */
  readonly nodes: readonly string[];
  readonly parameters: Readonly<Record<string, AttributeValue>>;
  role(node: string): string;
  agent(node: string): AgentProfile;
  /** The channel from one node to another, or null when no edge joins them. */
  channel(from: string, to: string): Channel | null;
  /** Nodes that can send to `node` (edges forward or symmetric), in node order. */
  sources(node: string): readonly string[];
  /** Nodes that `node` can send to (edges forward or symmetric), in node order. */
  targets(node: string): readonly string[];
}

/**
 * Binds agents to the nodes of a graph. `answering` nodes take the agents in order; the other nodes take agents from the first on again;
 * a roster shorter than the nodes is used cyclically; `attrs.agent` names an agent explicitly.
 * Errors: `usage.invalid` for an empty roster or an unknown named agent.
 */
export function bindTopology(
  graph: TopologyGraph,
  roster: readonly AgentProfile[],
  options: { readonly answering: readonly string[]; readonly parameters: Readonly<Record<string, AttributeValue>> },
): BoundTopology {
  if (roster.length === 0) throw new PolityError('usage.invalid', 'a topology needs at least one agent: give --agents N or --agents-from DIR');
  const agents = assignAgents(graph, roster, options.answering);
  const wiring = wire(graph);
  const roles = new Map(graph.nodes.map((node) => [node.id, node.role]));
  const nodes = graph.nodes.map((node) => node.id);
  const order = new Map(nodes.map((id, index) => [id, index]));
  const sorted = (ids: Iterable<string> | undefined) => [...(ids ?? [])].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const sources = new Map<string, readonly string[]>();
  const targets = new Map<string, readonly string[]>();
  for (const id of nodes) {
    sources.set(id, sorted(wiring.incoming.get(id)));
    targets.set(id, sorted(wiring.outgoing.get(id)));
  }
  const known = <Value>(table: ReadonlyMap<string, Value>, node: string): Value => {
    const value = table.get(node);
    if (value === undefined) throw new PolityError('internal', `the topology has no node "${node}"`);
    return value;
  };
  return Object.freeze({
    kind: graph.kind,
    graph,
    nodes,
    parameters: options.parameters,
    role: (node: string) => known(roles, node),
    agent: (node: string) => known(agents, node),
    channel: (from: string, to: string) => wiring.channels.get(from)?.get(to) ?? null,
    sources: (node: string) => known(sources, node),
    targets: (node: string) => known(targets, node),
  });
}

function assignAgents(graph: TopologyGraph, roster: readonly AgentProfile[], answering: readonly string[]): ReadonlyMap<string, AgentProfile> {
  const byId = new Map(roster.map((agent) => [agent.id, agent]));
  const assigned = new Map<string, AgentProfile>();
  for (const node of graph.nodes) {
    const named = node.attrs?.agent;
    if (named === undefined) continue;
    const agent = byId.get(String(named));
    if (agent === undefined) {
      throw new PolityError(
        'usage.invalid',
        `node "${node.id}" names the agent "${String(named)}", which is not in the roster (${[...byId.keys()].slice(0, 20).join(', ')})`,
      );
    }
    assigned.set(node.id, agent);
  }
  const answers = new Set(answering);
  const inOrder = [...answering, ...graph.nodes.map((node) => node.id).filter((id) => !answers.has(id))];
  let next = 0;
  for (const [index, id] of inOrder.entries()) {
    if (index === answering.length) next = 0;
    if (assigned.has(id)) continue;
    const agent = roster[next % roster.length];
    next += 1;
    if (agent !== undefined) assigned.set(id, agent);
  }
  return assigned;
}

interface Wiring {
  readonly channels: Map<string, Map<string, Channel>>;
  readonly incoming: Map<string, Set<string>>;
  readonly outgoing: Map<string, Set<string>>;
}

function wire(graph: TopologyGraph): Wiring {
  const wiring: Wiring = { channels: new Map(), incoming: new Map(), outgoing: new Map() };
  for (const edge of graph.edges) {
    const kind = edge.kind ?? 'untyped';
    link(wiring, edge.from, edge.to, { edge: kind, reply: false });
    // An untyped edge promises nothing about its direction of reply, so that it permits both like a peer edge.
    if (kind === 'peers_with' || kind === 'untyped') link(wiring, edge.to, edge.from, { edge: kind, reply: false });
    else if (REPLYING.has(kind)) setChannel(wiring, edge.to, edge.from, { edge: kind, reply: true });
  }
  return wiring;
}

function link(wiring: Wiring, from: string, to: string, channel: Channel): void {
  setChannel(wiring, from, to, channel);
  add(wiring.outgoing, from, to);
  add(wiring.incoming, to, from);
}

function setChannel(wiring: Wiring, from: string, to: string, channel: Channel): void {
  const row = wiring.channels.get(from) ?? new Map<string, Channel>();
  wiring.channels.set(from, row);
  const present = row.get(to);
  // A forward edge is the stronger statement; a reply never replaces it.
  if (present === undefined || (present.reply && !channel.reply)) row.set(to, channel);
}

function add(table: Map<string, Set<string>>, key: string, value: string): void {
  const set = table.get(key) ?? new Set<string>();
  table.set(key, set);
  set.add(value);
}
