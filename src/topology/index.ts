/**
 * topology: kinds, graphs, specs, metrics and the classifier of organisations.
 *
 * May import: lib. Browser-safe: no Node built-ins, no clock, no randomness.
 * Design note: docs/design/topology.md.
 */

export { type Attributes, type AttributeValue, freezeGraph, type TopologyEdge, type TopologyGraph, type TopologyNode } from './graph.ts';
export { EDGE_KINDS, type EdgeKind, isEdgeKind, isTopologyKind, MAXIMUM_SIZE, MINIMUM_SIZE, TOPOLOGY_KINDS, type TopologyKind } from './kinds.ts';
