/**
 * topology: kinds, graphs, specs, metrics and the classifier of organisations.
 *
 * May import: lib. Browser-safe: no Node built-ins, no clock, no randomness.
 * Design note: docs/design/topology.md.
 */

export type { TemplateRequest } from './adapter/normalise.ts';
export { CATALOG, type CatalogEntry, catalogEntry } from './catalog.ts';
export { type ClassifierEvidence, classifyTopology, type InferredKind, type InferredTopology, type TopologyClassification } from './classifier.ts';
export { CENTRE_ROLE, type Connected, connect } from './connect.ts';
export { formatSpec, SPEC_VERSION } from './format.ts';
export { type Attributes, type AttributeValue, freezeGraph, type TopologyEdge, type TopologyGraph, type TopologyNode } from './graph.ts';
export {
  HEURISTICS,
  type Heuristics,
  OBJECTIVES,
  type Objective,
  type ObjectiveWeights,
  type Recommendation,
  type RoleShare,
  recommend,
} from './heuristics.ts';
export { EDGE_KINDS, type EdgeKind, isEdgeKind, isTopologyKind, MAXIMUM_SIZE, MINIMUM_SIZE, TOPOLOGY_KINDS, type TopologyKind } from './kinds.ts';
export { computeMetrics, type TopologyMetrics } from './metrics/compute.ts';
export type { HierarchyMetrics } from './metrics/hierarchy.ts';
export type { EdgeKindProfile, RoleHint } from './metrics/profile.ts';
export { type ParameterRule, parametersOf, resolveParameters } from './parameters.ts';
export type { Place, SpecPlaces } from './places.ts';
export { toDot } from './render/dot.ts';
export { toMermaid } from './render/mermaid.ts';
export { type ParsedSpec, parseSpec, type SpecOptions, specToGraph } from './spec.ts';
export { BLACKBOARD_TYPES, template } from './template.ts';
export { ANCHOR_CIRCLE } from './templates/circles.ts';
export { validateGraph } from './validate.ts';
export { centreOf } from './validation/centre.ts';
