import type { TopologyGraph } from '../graph.ts';
import { modularity } from './communities.ts';
import { betweennessCentralisation, degreeCentralisation, degreeVariance, density, reciprocity } from './degree.ts';
import { delegationDigraph, rawDigraph } from './digraph.ts';
import { type GraphView, viewGraph } from './graph-view.ts';
import { type HierarchyMetrics, hierarchyMetrics } from './hierarchy.ts';
import { pathMetrics } from './paths.ts';
import { type EdgeKindProfile, edgeKindProfile, type RoleHint, roleHints } from './profile.ts';
import { shapeMetrics } from './shape.ts';
import { meanClustering } from './triangles.ts';

/**
 * Measures of a topology's structure. All are of the graph as written (kinds ignored, nothing flipped) except `delegation`,
 * `edgeKinds` and `roleHints`. Shares are in [0, 1]; null means that the graph has no edges to measure.
 */
export interface TopologyMetrics {
  readonly nodes: number;
  /** Ordered pairs with at least one edge; parallel edges of one direction count once. */
  readonly edges: number;
  readonly density: number;
  readonly reciprocity: number;
  readonly degreeCentralisation: number;
  readonly betweennessCentralisation: number;
  /** True above 200 nodes: betweenness then comes from seeded pivots. */
  readonly betweennessSampled: boolean;
  readonly degreeVariance: number;
  readonly clustering: number;
  readonly modularity: number | null;
  readonly flowHierarchy: number | null;
  readonly krackhardtHierarchy: number | null;
  /** Over connected pairs of the undirected form; a lower bound when `pathsSampled`. */
  readonly diameter: number | null;
  readonly meanPath: number | null;
  readonly pathsSampled: boolean;
  readonly components: number;
  readonly isolated: number;
  readonly strongComponents: number;
  /** Arcs on the longest path of the condensation. */
  readonly longestPath: number;
  readonly cyclic: boolean;
  readonly singleSource: boolean;
  readonly singleSink: boolean;
  readonly ring: boolean;
  readonly edgeKinds: EdgeKindProfile;
  readonly roleHints: Readonly<Record<RoleHint, number>>;
  /** The same measures in the direction of command: `delegates_to` as written, `reports_to` flipped. */
  readonly delegation: HierarchyMetrics;
}

/** Measures a viewed graph; for callers that need the view too. */
export function measureView(view: GraphView): TopologyMetrics {
  const paths = pathMetrics(view);
  const raw = hierarchyMetrics(rawDigraph(view));
  return {
    nodes: view.n,
    edges: view.arcs,
    density: density(view),
    reciprocity: reciprocity(view),
    degreeCentralisation: degreeCentralisation(view),
    betweennessCentralisation: betweennessCentralisation(paths.betweenness),
    betweennessSampled: paths.sampled,
    degreeVariance: degreeVariance(view),
    clustering: meanClustering(view),
    modularity: modularity(view),
    flowHierarchy: raw.flow,
    krackhardtHierarchy: raw.krackhardt,
    diameter: paths.diameter,
    meanPath: paths.meanPath,
    pathsSampled: paths.sampled,
    ...shapeMetrics(view),
    strongComponents: raw.strongComponents,
    longestPath: raw.longestPath,
    cyclic: raw.cyclic,
    edgeKinds: edgeKindProfile(view),
    roleHints: roleHints(view),
    delegation: hierarchyMetrics(delegationDigraph(view)),
  };
}

/** Measures a topology; never throws, at any size, with or without edges. */
export function computeMetrics(graph: TopologyGraph): TopologyMetrics {
  return measureView(viewGraph(graph));
}
