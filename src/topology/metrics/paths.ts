import { createRng } from '#lib';
import type { GraphView } from './graph-view.ts';

/** Up to this many nodes every node is a source; above it, a seeded sample of pivots (Brandes & Pich 2007). */
const EXACT_PATHS_LIMIT = 200;
/** Pivots of a sample: enough to see a hub, few enough for 10,000 nodes in well under a second. */
const PIVOTS = 24;
const PIVOT_SEED = 'topology.metrics.pivots';

/** Shortest paths of the undirected form; `sampled` says that they come from pivots (the diameter is then a lower bound). */
interface PathMetrics {
  /** Normalised to [0, 1] by (n−1)(n−2)/2, in the view's node order. */
  readonly betweenness: Float64Array;
  /** Longest and mean shortest path over connected pairs; null without any. */
  readonly diameter: number | null;
  readonly meanPath: number | null;
  readonly sampled: boolean;
}

interface Scratch {
  readonly queue: Uint32Array;
  readonly distance: Int32Array;
  readonly paths: Float64Array;
  readonly share: Float64Array;
}

/** One pass of Brandes (2001) from a source; adds dependencies to `betweenness` and returns the number of reached nodes, which stand in `queue`. */
function passFrom(view: GraphView, source: number, scratch: Scratch, betweenness: Float64Array): number {
  const { queue, distance, paths, share } = scratch;
  distance.fill(-1);
  distance[source] = 0;
  paths[source] = 1;
  share[source] = 0;
  queue[0] = source;
  let reached = 1;
  for (let head = 0; head < reached; head++) {
    const u = queue[head] ?? 0;
    const next = (distance[u] ?? 0) + 1;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      const v = view.neighbour[slot] ?? 0;
      if ((distance[v] ?? 0) < 0) {
        distance[v] = next;
        paths[v] = 0;
        share[v] = 0;
        queue[reached++] = v;
      }
      if ((distance[v] ?? 0) === next) paths[v] = (paths[v] ?? 0) + (paths[u] ?? 0);
    }
  }
  for (let i = reached - 1; i > 0; i--) {
    const v = queue[i] ?? 0;
    const part = (1 + (share[v] ?? 0)) / (paths[v] ?? 0);
    for (let slot = view.offset[v] ?? 0; slot < (view.offset[v + 1] ?? 0); slot++) {
      const u = view.neighbour[slot] ?? 0;
      if ((distance[u] ?? 0) === (distance[v] ?? 0) - 1) share[u] = (share[u] ?? 0) + (paths[u] ?? 0) * part;
    }
    betweenness[v] = (betweenness[v] ?? 0) + (share[v] ?? 0);
  }
  return reached;
}

function sources(n: number): readonly number[] {
  const all = Array.from({ length: n }, (_, i) => i);
  if (n <= EXACT_PATHS_LIMIT) return all;
  const rng = createRng(PIVOT_SEED);
  for (let i = 0; i < PIVOTS; i++) {
    const j = i + rng.int(n - i);
    [all[i], all[j]] = [all[j] ?? 0, all[i] ?? 0];
  }
  return all.slice(0, PIVOTS);
}

/** Betweenness, diameter and mean path of the undirected form, exact up to 200 nodes. */
export function pathMetrics(view: GraphView): PathMetrics {
  const { n } = view;
  const betweenness = new Float64Array(n);
  const scratch: Scratch = { queue: new Uint32Array(n), distance: new Int32Array(n), paths: new Float64Array(n), share: new Float64Array(n) };
  const from = sources(n);
  let diameter = 0;
  let total = 0;
  let count = 0;
  for (const source of from) {
    const reached = passFrom(view, source, scratch, betweenness);
    for (let i = 1; i < reached; i++) total += scratch.distance[scratch.queue[i] ?? 0] ?? 0;
    count += reached - 1;
    diameter = Math.max(diameter, scratch.distance[scratch.queue[reached - 1] ?? 0] ?? 0);
  }
  // Each unordered pair is met from both ends when all nodes are sources, hence (n−1)(n−2) instead of its half.
  const scale = n > 2 ? n / from.length / ((n - 1) * (n - 2)) : 0;
  for (let i = 0; i < n; i++) betweenness[i] = (betweenness[i] ?? 0) * scale;
  const linked = count > 0;
  return { betweenness, diameter: linked ? diameter : null, meanPath: linked ? total / count : null, sampled: from.length < n };
}
