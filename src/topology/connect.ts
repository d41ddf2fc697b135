import { type Problem, problemsError, unreachable } from '#lib';
import type { TopologyEdge, TopologyNode } from './graph.ts';
import type { EdgeKind, TopologyKind } from './kinds.ts';
import { connectCircles } from './templates/circles.ts';
import { meshEdges } from './templates/peers.ts';
import { connectTree } from './templates/tree.ts';

/** Nodes and the edges over them; nodes come back because some kinds add levels or circles. */
export interface Connected {
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly TopologyEdge[];
}

/** The role that marks the centre of a kind; absent for kinds without one. A swarm may do without (`combine: vote`). */
export const CENTRE_ROLE: Readonly<Partial<Record<TopologyKind, string>>> = {
  hub_spoke: 'hub',
  star_moe: 'router',
  market: 'auctioneer',
  blackboard: 'board',
  debate: 'judge',
  swarm: 'aggregator',
};

/** Whether the node has the role, letter case aside. */
export function hasRole(node: TopologyNode, role: string): boolean {
  return node.role.toLowerCase() === role;
}

/** Builds the kind's canonical edges over the given nodes, in their order; throws 'topology.invalid' when its centre role is missing or twice there. */
export function connect(kind: TopologyKind, nodes: readonly TopologyNode[]): Connected {
  const problem = centreProblem(kind, nodes);
  if (problem !== undefined) throw problemsError('topology.invalid', `cannot connect the nodes as ${kind}`, [problem]);
  switch (kind) {
    case 'hierarchical':
      return connectTree(nodes);
    case 'holacratic':
      return connectCircles(nodes);
    case 'flat':
      return { nodes, edges: [] };
    case 'mesh':
      return { nodes, edges: meshEdges(nodes) };
    case 'pipeline':
      return { nodes, edges: path(nodes) };
    case 'ring':
      return { nodes, edges: cycle(nodes) };
    case 'swarm':
    case 'hub_spoke':
    case 'star_moe':
    case 'market':
    case 'blackboard':
    case 'debate':
      return { nodes, edges: centred(kind, nodes) };
    default:
      return unreachable(kind, 'topology kind');
  }
}

/** What keeps the kind's canonical edges from being built over the nodes: no node, or several, in the centre's role. */
export function centreProblem(kind: TopologyKind, nodes: readonly TopologyNode[]): Problem | undefined {
  const role = CENTRE_ROLE[kind];
  if (role === undefined) return undefined;
  const found = nodes.filter((node) => hasRole(node, role)).length;
  if (found === 1 || (found === 0 && kind === 'swarm')) return undefined;
  return {
    path: 'nodes',
    message: found === 0 ? `${kind} without edges needs a node with the role ${role}` : `several nodes have the role ${role}, so the edges must be written out`,
    found: `${found} of ${nodes.length} nodes`,
    allowed: `one node with the role ${role}`,
  };
}

type CentredKind = 'swarm' | 'hub_spoke' | 'star_moe' | 'market' | 'blackboard' | 'debate';

/** Edge kinds from the centre to a member and from a member to the centre. */
const SPOKES: Readonly<Record<CentredKind, { readonly out?: EdgeKind; readonly back: EdgeKind }>> = {
  swarm: { back: 'pipes_to' },
  hub_spoke: { out: 'routes_to', back: 'reports_to' },
  star_moe: { out: 'routes_to', back: 'pipes_to' },
  market: { back: 'bids_to' },
  blackboard: { back: 'reads_writes' },
  debate: { back: 'pipes_to' },
};

function centred(kind: CentredKind, nodes: readonly TopologyNode[]): TopologyEdge[] {
  const role = CENTRE_ROLE[kind] ?? '';
  const centre = nodes.find((node) => hasRole(node, role));
  if (centre === undefined) return []; // a swarm that only votes
  const members = nodes.filter((node) => node !== centre);
  const { out, back } = SPOKES[kind];
  const edges: TopologyEdge[] = kind === 'debate' ? meshEdges(members) : [];
  if (out !== undefined) for (const member of members) edges.push({ from: centre.id, to: member.id, kind: out });
  for (const member of members) edges.push({ from: member.id, to: centre.id, kind: back });
  return edges;
}

function path(nodes: readonly TopologyNode[]): TopologyEdge[] {
  return nodes.slice(1).map((node, index) => ({ from: nodes[index]?.id ?? '', to: node.id, kind: 'pipes_to' as const }));
}

function cycle(nodes: readonly TopologyNode[]): TopologyEdge[] {
  const first = nodes[0];
  const last = nodes.at(-1);
  if (first === undefined || last === undefined || first === last) return [];
  return [...path(nodes), { from: last.id, to: first.id, kind: 'pipes_to' }];
}
