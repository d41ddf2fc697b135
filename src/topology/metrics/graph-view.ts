import { mix32 } from '#lib';
import type { TopologyGraph } from '../graph.ts';
import { EDGE_KINDS, type EdgeKind } from '../kinds.ts';

/** Bit of an edge whose kind the source did not say; the seven kinds take the bits below it. */
export const UNTYPED_BIT = 1 << EDGE_KINDS.length;

/** Bit of each edge kind, so that all edges from one node to another fit in one number. */
export const KIND_BIT: Readonly<Record<EdgeKind, number>> = {
  delegates_to: 1 << 0,
  reports_to: 1 << 1,
  pipes_to: 1 << 2,
  peers_with: 1 << 3,
  routes_to: 1 << 4,
  bids_to: 1 << 5,
  reads_writes: 1 << 6,
};

/**
 * A graph as numbers: nodes 0…n−1 in an order that follows structure rather than names (see `orderByStructure`),
 * pairs of linked nodes with the kinds of each direction as bits, and for each node its slots `offset[u]…offset[u+1]`
 * with neighbour, kinds out of `u` and kinds into `u`. Self-loops and edges to unknown nodes are left out; parallel
 * edges of one direction are one arc.
 */
export interface GraphView {
  readonly n: number;
  /** Ids and roles in the view's order. */
  readonly ids: readonly string[];
  readonly roles: readonly string[];
  /** Number of linked pairs (edges of the undirected form). */
  readonly pairs: number;
  readonly pairA: Uint32Array;
  readonly pairB: Uint32Array;
  /** Kinds of A→B and of B→A, 0 where there is none. */
  readonly forward: Uint16Array;
  readonly backward: Uint16Array;
  /** Number of arcs: ordered pairs with an edge. */
  readonly arcs: number;
  readonly offset: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly pairOf: Uint32Array;
  readonly outBits: Uint16Array;
  readonly inBits: Uint16Array;
}

/** A value of a numeric array; 0 outside of it. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

/** Degree of a node in the undirected form. */
export function degreeOf(view: GraphView, node: number): number {
  return (view.offset[node + 1] ?? 0) - (view.offset[node] ?? 0);
}

/** Number of set bits of a small number. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

interface RawPairs {
  readonly a: number[];
  readonly b: number[];
  readonly forward: number[];
  readonly backward: number[];
}

function collectPairs(graph: TopologyGraph): RawPairs {
  const n = graph.nodes.length;
  const indexOf = new Map<string, number>();
  graph.nodes.forEach((node, i) => {
    if (!indexOf.has(node.id)) indexOf.set(node.id, i);
  });
  const slot = new Map<number, number>();
  const raw: RawPairs = { a: [], b: [], forward: [], backward: [] };
  for (const edge of graph.edges) {
    const from = indexOf.get(edge.from);
    const to = indexOf.get(edge.to);
    if (from === undefined || to === undefined || from === to) continue;
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    let pair = slot.get(low * n + high);
    if (pair === undefined) {
      pair = raw.a.length;
      slot.set(low * n + high, pair);
      raw.a.push(low);
      raw.b.push(high);
      raw.forward.push(0);
      raw.backward.push(0);
    }
    const side = from === low ? raw.forward : raw.backward;
    side[pair] = (side[pair] ?? 0) | (edge.kind === undefined ? UNTYPED_BIT : KIND_BIT[edge.kind]);
  }
  return raw;
}

/** Rounds of colour refinement; three tell apart nodes whose surroundings differ within three steps. */
const REFINEMENT_ROUNDS = 3;

/**
 * Node order by colour refinement (Weisfeiler & Leman 1968): it depends on structure only, so that sums of floats,
 * sampled pivots and ties come out alike however nodes are named or listed. Nodes that refinement cannot tell apart
 * keep their listed order.
 */
function orderByStructure(n: number, raw: RawPairs): Uint32Array {
  let colour = new Uint32Array(n);
  for (let round = 0; round <= REFINEMENT_ROUNDS; round++) {
    const next = new Uint32Array(n);
    for (let i = 0; i < n; i++) next[i] = Math.imul(colour[i] ?? 0, 3);
    for (let p = 0; p < raw.a.length; p++) {
      const a = raw.a[p] ?? 0;
      const b = raw.b[p] ?? 0;
      const forward = raw.forward[p] ?? 0;
      const backward = raw.backward[p] ?? 0;
      next[a] = (next[a] ?? 0) + mix32((colour[b] ?? 0) ^ Math.imul(forward * 512 + backward + 1, 0x9e3779b1));
      next[b] = (next[b] ?? 0) + mix32((colour[a] ?? 0) ^ Math.imul(backward * 512 + forward + 1, 0x9e3779b1));
    }
    for (let i = 0; i < n; i++) next[i] = mix32(next[i] ?? 0);
    colour = next;
  }
  return sortedBy(n, (i) => colour[i] ?? 0);
}

/** The numbers below `count` by rising key, ties by number; both fit in one float, whose native sort needs no comparator. */
function sortedBy(count: number, key: (index: number) => number): Uint32Array {
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i++) packed[i] = key(i) * count + i;
  packed.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = (packed[i] ?? 0) % count;
  return order;
}

/** Reads a graph into numbers. */
export function viewGraph(graph: TopologyGraph): GraphView {
  const n = graph.nodes.length;
  const raw = collectPairs(graph);
  const pairs = raw.a.length;
  const order = orderByStructure(n, raw);
  const rank = new Uint32Array(n);
  order.forEach((node, place) => {
    rank[node] = place;
  });
  const sorted = sortedBy(pairs, (p) => {
    const x = rank[raw.a[p] ?? 0] ?? 0;
    const y = rank[raw.b[p] ?? 0] ?? 0;
    return Math.min(x, y) * n + Math.max(x, y);
  });
  const pairA = new Uint32Array(pairs);
  const pairB = new Uint32Array(pairs);
  const forward = new Uint16Array(pairs);
  const backward = new Uint16Array(pairs);
  let arcs = 0;
  sorted.forEach((source, p) => {
    const x = rank[raw.a[source] ?? 0] ?? 0;
    const y = rank[raw.b[source] ?? 0] ?? 0;
    const straight = x < y;
    pairA[p] = straight ? x : y;
    pairB[p] = straight ? y : x;
    forward[p] = (straight ? raw.forward : raw.backward)[source] ?? 0;
    backward[p] = (straight ? raw.backward : raw.forward)[source] ?? 0;
    arcs += ((raw.forward[source] ?? 0) > 0 ? 1 : 0) + ((raw.backward[source] ?? 0) > 0 ? 1 : 0);
  });
  const nodes = Array.from(order, (i) => graph.nodes[i]);
  const names = { ids: nodes.map((node) => node?.id ?? ''), roles: nodes.map((node) => node?.role ?? '') };
  return { n, ...names, pairs, pairA, pairB, forward, backward, arcs, ...slotsOf(n, pairA, pairB, forward, backward) };
}

type Slots = Pick<GraphView, 'offset' | 'neighbour' | 'pairOf' | 'outBits' | 'inBits'>;

function slotsOf(n: number, pairA: Uint32Array, pairB: Uint32Array, forward: Uint16Array, backward: Uint16Array): Slots {
  const pairs = pairA.length;
  const offset = new Uint32Array(n + 1);
  for (let p = 0; p < pairs; p++) {
    offset[(pairA[p] ?? 0) + 1] = (offset[(pairA[p] ?? 0) + 1] ?? 0) + 1;
    offset[(pairB[p] ?? 0) + 1] = (offset[(pairB[p] ?? 0) + 1] ?? 0) + 1;
  }
  for (let i = 0; i < n; i++) offset[i + 1] = (offset[i + 1] ?? 0) + (offset[i] ?? 0);
  const fill = offset.slice(0, n);
  const neighbour = new Uint32Array(2 * pairs);
  const pairOf = new Uint32Array(2 * pairs);
  const outBits = new Uint16Array(2 * pairs);
  const inBits = new Uint16Array(2 * pairs);
  const put = (u: number, v: number, p: number, out: number, into: number): void => {
    const slot = fill[u] ?? 0;
    fill[u] = slot + 1;
    neighbour[slot] = v;
    pairOf[slot] = p;
    outBits[slot] = out;
    inBits[slot] = into;
  };
  for (let p = 0; p < pairs; p++) {
    put(pairA[p] ?? 0, pairB[p] ?? 0, p, forward[p] ?? 0, backward[p] ?? 0);
    put(pairB[p] ?? 0, pairA[p] ?? 0, p, backward[p] ?? 0, forward[p] ?? 0);
  }
  return { offset, neighbour, pairOf, outBits, inBits };
}
