import { createRng, type Rng } from '#lib';
import type { GraphView } from './graph-view.ts';

const LOUVAIN_SEED = 'topology.metrics.communities';
/** Restarts by size: greedy moves stop at local optima, which matter most in small graphs, where a restart is cheap. */
const RESTARTS: readonly { readonly upTo: number; readonly runs: number }[] = [
  { upTo: 64, runs: 12 },
  { upTo: 500, runs: 3 },
];
/** Rounds of moves per level: almost all gain comes in the first few, while random graphs go on for dozens. */
const MAXIMUM_ROUNDS = 8;
/** Gains below this are rounding. */
const MINIMUM_GAIN = 1e-12;

/** A weighted undirected graph; `loop` holds twice the weight inside a merged node. */
interface Weighted {
  readonly n: number;
  readonly offset: Uint32Array;
  readonly target: Uint32Array;
  readonly weight: Float64Array;
  readonly loop: Float64Array;
}

interface Level {
  readonly community: Uint32Array;
  readonly count: number;
  readonly moved: boolean;
}

function strengths(graph: Weighted): Float64Array {
  const strength = new Float64Array(graph.n);
  for (let u = 0; u < graph.n; u++) {
    let sum = graph.loop[u] ?? 0;
    for (let slot = graph.offset[u] ?? 0; slot < (graph.offset[u + 1] ?? 0); slot++) sum += graph.weight[slot] ?? 0;
    strength[u] = sum;
  }
  return strength;
}

function shuffled(n: number, rng: Rng): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    const held = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = held;
  }
  return order;
}

/** Moves single nodes to the neighbouring community of highest gain until none gains; returns dense community numbers. */
function moveNodes(graph: Weighted, twoM: number, rng: Rng): Level {
  const { n, offset, target, weight } = graph;
  const community = Uint32Array.from({ length: n }, (_, i) => i);
  const strength = strengths(graph);
  const total = strength.slice();
  const linkTo = new Float64Array(n);
  const touched = new Uint32Array(n);
  const order = shuffled(n, rng);
  let moved = false;
  for (let again = true, round = 0; again && round < MAXIMUM_ROUNDS; round++) {
    again = false;
    for (let k = 0; k < n; k++) {
      const u = order[k] ?? 0;
      const home = community[u] ?? 0;
      let marks = 0;
      for (let slot = offset[u] ?? 0; slot < (offset[u + 1] ?? 0); slot++) {
        const c = community[target[slot] ?? 0] ?? 0;
        if ((linkTo[c] ?? 0) === 0) touched[marks++] = c;
        linkTo[c] = (linkTo[c] ?? 0) + (weight[slot] ?? 0);
      }
      const own = strength[u] ?? 0;
      total[home] = (total[home] ?? 0) - own;
      let best = home;
      let bestGain = (linkTo[home] ?? 0) - ((total[home] ?? 0) * own) / twoM;
      for (let i = 0; i < marks; i++) {
        const c = touched[i] ?? 0;
        const gain = (linkTo[c] ?? 0) - ((total[c] ?? 0) * own) / twoM;
        if (gain > bestGain + MINIMUM_GAIN) {
          best = c;
          bestGain = gain;
        }
      }
      for (let i = 0; i < marks; i++) linkTo[touched[i] ?? 0] = 0;
      total[best] = (total[best] ?? 0) + own;
      if (best === home) continue;
      community[u] = best;
      again = true;
      moved = true;
    }
  }
  return { ...renumber(community), moved };
}

function renumber(community: Uint32Array): { community: Uint32Array; count: number } {
  const number = new Int32Array(community.length).fill(-1);
  const dense = new Uint32Array(community.length);
  let count = 0;
  community.forEach((c, u) => {
    if ((number[c] ?? 0) < 0) number[c] = count++;
    dense[u] = number[c] ?? 0;
  });
  return { community: dense, count };
}

/** Merges each community to one node. */
function aggregate(graph: Weighted, { community, count }: Level): Weighted {
  const loop = new Float64Array(count);
  const sums = new Map<number, number>();
  for (let u = 0; u < graph.n; u++) {
    const a = community[u] ?? 0;
    loop[a] = (loop[a] ?? 0) + (graph.loop[u] ?? 0);
    for (let slot = graph.offset[u] ?? 0; slot < (graph.offset[u + 1] ?? 0); slot++) {
      const b = community[graph.target[slot] ?? 0] ?? 0;
      const w = graph.weight[slot] ?? 0;
      if (a === b) loop[a] = (loop[a] ?? 0) + w;
      else sums.set(a * count + b, (sums.get(a * count + b) ?? 0) + w);
    }
  }
  const keys = Float64Array.from(sums.keys()).sort();
  const offset = new Uint32Array(count + 1);
  const target = new Uint32Array(keys.length);
  const weight = new Float64Array(keys.length);
  keys.forEach((key, slot) => {
    const a = Math.floor(key / count);
    offset[a + 1] = slot + 1;
    target[slot] = key - a * count;
    weight[slot] = sums.get(key) ?? 0;
  });
  for (let i = 1; i <= count; i++) offset[i] = Math.max(offset[i] ?? 0, offset[i - 1] ?? 0);
  return { n: count, offset, target, weight, loop };
}

function modularityOf(graph: Weighted, twoM: number): number {
  const strength = strengths(graph);
  let q = 0;
  for (let c = 0; c < graph.n; c++) q += (graph.loop[c] ?? 0) / twoM - ((strength[c] ?? 0) / twoM) ** 2;
  return q;
}

/** Modularity (Newman 2004) of the best communities that seeded Louvain passes (Blondel 2008) find on the undirected form; null without edges, 0 where one community is best. */
export function modularity(view: GraphView): number | null {
  if (view.pairs === 0) return null;
  const twoM = 2 * view.pairs;
  const start: Weighted = {
    n: view.n,
    offset: view.offset,
    target: view.neighbour,
    weight: new Float64Array(twoM).fill(1),
    loop: new Float64Array(view.n),
  };
  const runs = RESTARTS.find(({ upTo }) => view.n <= upTo)?.runs ?? 1;
  const rng = createRng(LOUVAIN_SEED);
  let best = 0;
  for (let run = 0; run < runs; run++) {
    let graph = start;
    for (let level = moveNodes(graph, twoM, rng); level.moved; level = moveNodes(graph, twoM, rng)) graph = aggregate(graph, level);
    best = Math.max(best, modularityOf(graph, twoM));
  }
  return best;
}
