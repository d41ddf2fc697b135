import { CENTRE_ROLE, centreProblem, connect } from '../connect.ts';
import type { Attributes, TopologyEdge, TopologyGraph, TopologyNode } from '../graph.ts';
import type { EdgeKind, TopologyKind } from '../kinds.ts';
import { numberedNodes } from '../node-ids.ts';
import type { Place, SpecPlaces } from '../places.ts';
import type { DraftEdge, DraftGraph, DraftNode } from './draft.ts';
import type { Scope } from './scope.ts';

/** Everything the spellings of one document said, before it becomes a graph. */
export interface Draft {
  readonly name?: string;
  readonly kind: TopologyKind | null;
  readonly kindPlace: Place;
  /** From `nodes` or `roles`; undefined when neither stands there. */
  readonly nodes?: readonly DraftNode[];
  /** From `edges`; undefined when the key is absent, which asks for the kind's canonical edges. */
  readonly edges?: readonly DraftEdge[];
  readonly tree?: DraftGraph;
  readonly adjacency?: DraftGraph;
  readonly edgeKind?: EdgeKind;
  readonly parameters?: { readonly values: Attributes; readonly places: ReadonlyMap<string, Place> };
}

/** A graph with places; `edgesPending` when the kind's canonical edges were asked for and could not be built. */
export interface Assembled {
  readonly graph: TopologyGraph;
  readonly places: SpecPlaces;
  readonly edgesPending: boolean;
}

/** Joins what the spellings said into one graph and remembers where each part stands. */
export function assemble(draft: Draft, scope: Scope): Assembled {
  const found = draft.nodes ?? mentionedIn(draft);
  const levels = new Map(draft.tree?.mentioned.map((node) => [node.id, node.level]));
  const named = withIds(found).map((node) => withLevel(node, levels.get(node.id)));
  const drafts: readonly DraftEdge[] = [...(draft.tree?.edges ?? []), ...(draft.adjacency?.edges ?? []), ...(draft.edges ?? [])];
  const written = drafts.map((edge) => edgeOf(edge, draft.edgeKind));
  const silent = draft.edges === undefined && draft.tree === undefined && draft.adjacency === undefined;
  const connected = silent ? canonical(draft, named, scope) : { nodes: named, edges: written };
  const graph: TopologyGraph = {
    ...(draft.name === undefined ? {} : { name: draft.name }),
    kind: draft.kind,
    nodes: connected.nodes,
    edges: connected.edges,
    ...(draft.parameters === undefined || Object.keys(draft.parameters.values).length === 0 ? {} : { parameters: draft.parameters.values }),
  };
  const places = {
    nodes: found.map((node) => node.place),
    edges: drafts.map((edge) => edge.place),
    kind: draft.kindPlace,
    parameters: draft.parameters?.places,
  };
  return { graph, places, edgesPending: silent && draft.kind !== null && centreProblem(draft.kind, named) !== undefined };
}

function mentionedIn(draft: Draft): readonly DraftNode[] {
  const tree = draft.tree?.mentioned ?? [];
  const known = new Set(tree.map((node) => node.id));
  return [...tree, ...(draft.adjacency?.mentioned ?? []).filter((node) => !known.has(node.id))];
}

function withIds(nodes: readonly DraftNode[]): readonly TopologyNode[] {
  const taken = new Set(nodes.flatMap((node) => (node.id === undefined ? [] : [node.id])));
  const derived = numberedNodes(
    nodes.filter((node) => node.id === undefined).map((node) => node.role),
    taken,
  );
  let next = 0;
  return nodes.map((node) => {
    const id = node.id ?? derived[next++]?.id ?? node.role;
    const level = node.level === undefined ? {} : { level: node.level };
    const attrs = node.attrs === undefined || Object.keys(node.attrs).length === 0 ? {} : { attrs: node.attrs };
    return { id, role: node.role, ...level, ...attrs };
  });
}

function withLevel(node: TopologyNode, level: number | undefined): TopologyNode {
  return level === undefined || node.level !== undefined ? node : { ...node, level };
}

function edgeOf(edge: DraftEdge, byDefault: EdgeKind | undefined): TopologyEdge {
  const kind = edge.kind ?? byDefault;
  return kind === undefined ? { from: edge.from, to: edge.to } : { from: edge.from, to: edge.to, kind };
}

/** Nodes without a word about edges: the declared kind's canonical edges. */
function canonical(
  draft: Draft,
  nodes: readonly TopologyNode[],
  scope: Scope,
): { readonly nodes: readonly TopologyNode[]; readonly edges: readonly TopologyEdge[] } {
  const { kind } = draft;
  if (kind === null) return { nodes, edges: [] };
  const problem = nodes.length === 0 ? undefined : centreProblem(kind, nodes);
  if (problem === undefined) return connect(kind, nodes);
  // With no centre the validation reports the same and more precisely; with several, only this tells why nothing could be built.
  const role = CENTRE_ROLE[kind] ?? '';
  if (nodes.some((node) => node.role.toLowerCase() === role))
    scope.problems.add({ ...draft.kindPlace, message: problem.message, found: problem.found, allowed: problem.allowed });
  return { nodes, edges: [] };
}
