/** The twelve kinds of topology, in the order they are listed everywhere. */
export const TOPOLOGY_KINDS = [
  'hierarchical',
  'flat',
  'pipeline',
  'swarm',
  'mesh',
  'hub_spoke',
  'ring',
  'star_moe',
  'market',
  'blackboard',
  'debate',
  'holacratic',
] as const;
export type TopologyKind = (typeof TOPOLOGY_KINDS)[number];

/** The seven kinds of edge. */
export const EDGE_KINDS = ['delegates_to', 'reports_to', 'pipes_to', 'peers_with', 'routes_to', 'bids_to', 'reads_writes'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Smallest number of nodes a template of the kind can have (DESIGN section 5: debate 3, holacratic 4, others 2). */
export const MINIMUM_SIZE: Readonly<Record<TopologyKind, number>> = {
  hierarchical: 2,
  flat: 2,
  pipeline: 2,
  swarm: 2,
  mesh: 2,
  hub_spoke: 2,
  ring: 2,
  star_moe: 2,
  market: 2,
  blackboard: 2,
  debate: 3,
  holacratic: 4,
};

/** Largest template size. */
export const MAXIMUM_SIZE = 10_000;

/** Whether the text names a topology kind. */
export function isTopologyKind(text: string): text is TopologyKind {
  return TOPOLOGY_KINDS.some((kind) => kind === text);
}

/** Whether the text names an edge kind. */
export function isEdgeKind(text: string): text is EdgeKind {
  return EDGE_KINDS.some((kind) => kind === text);
}
