/** Formats that a topology can be written in; a file of its own because declarations must not load the topology module. */
export const TOPOLOGY_FORMATS = ['yaml', 'json', 'mermaid', 'dot'] as const;
export type TopologyFormat = (typeof TOPOLOGY_FORMATS)[number];
