import type { GraphView } from '../metrics/graph-view.ts';
import { eachTriangle } from '../metrics/triangles.ts';
import { PEERS, UNTYPED } from './fit.ts';

/** Circles of peers: groups whose links hang together by triangles, and small groups without triangles. */
export interface Circles {
  readonly count: number;
  /** Circle of each pair, −1 for pairs that are in none. */
  readonly circleOfPair: Int32Array;
  /** One circle of each node, −1 for nodes outside of all. */
  readonly homeOf: Int32Array;
  readonly outside: number;
  /** Memberships beyond the first: nodes that sit in several circles tie them together. */
  readonly overlaps: number;
  /** Pairs missing to half density, summed over circles. */
  readonly gaps: number;
  readonly largestShare: number;
}

/** Largest group without triangles that still counts as a circle: a circle of three or four that lost a link. */
const LARGEST_LOOSE_CIRCLE = 4;
/** Linked share of pairs inside a circle below which it has gaps. */
const CIRCLE_DENSITY = 0.5;

function find(parent: Uint32Array, item: number): number {
  let root = item;
  while (parent[root] !== root) root = parent[root] ?? root;
  for (let x = item; x !== root; ) {
    const next = parent[x] ?? root;
    parent[x] = root;
    x = next;
  }
  return root;
}

const identity = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

/** Joins pairs that share a triangle of peers (clique percolation with k = 3, Palla et al. 2005); returns the root of each such pair, −1 for others. */
function percolate(view: GraphView, candidate: Uint8Array): Int32Array {
  const parent = identity(view.pairs);
  const inTriangle = new Uint8Array(view.pairs);
  eachTriangle(view, (x, y, z) => {
    if (candidate[x] === 0 || candidate[y] === 0 || candidate[z] === 0) return;
    inTriangle[x] = 1;
    inTriangle[y] = 1;
    inTriangle[z] = 1;
    const root = find(parent, x);
    parent[find(parent, y)] = root;
    parent[find(parent, z)] = root;
  });
  return Int32Array.from({ length: view.pairs }, (_, p) => (inTriangle[p] === 1 ? find(parent, p) : -1));
}

/** Joins what is left: peers outside all triangles, in groups small enough to be a circle that lost a link. */
function looseGroups(view: GraphView, candidate: Uint8Array, triangle: Int32Array, seated: Uint8Array): Int32Array {
  const parent = identity(view.n);
  const loose = (p: number): boolean => candidate[p] === 1 && triangle[p] === -1 && seated[view.pairA[p] ?? 0] === 0 && seated[view.pairB[p] ?? 0] === 0;
  for (let p = 0; p < view.pairs; p++) if (loose(p)) parent[find(parent, view.pairA[p] ?? 0)] = find(parent, view.pairB[p] ?? 0);
  const size = new Uint32Array(view.n);
  for (let u = 0; u < view.n; u++) {
    const root = find(parent, u);
    size[root] = (size[root] ?? 0) + 1;
  }
  return Int32Array.from({ length: view.pairs }, (_, p) => {
    if (!loose(p)) return -1;
    const root = find(parent, view.pairA[p] ?? 0);
    return (size[root] ?? 0) <= LARGEST_LOOSE_CIRCLE ? root : -1;
  });
}

/** Finds the circles among peers (and untyped pairs). */
export function findCircles(view: GraphView): Circles {
  const candidate = Uint8Array.from({ length: view.pairs }, (_, p) => ((((view.forward[p] ?? 0) | (view.backward[p] ?? 0)) & (PEERS | UNTYPED)) !== 0 ? 1 : 0));
  const triangle = percolate(view, candidate);
  const seated = new Uint8Array(view.n);
  for (let p = 0; p < view.pairs; p++) {
    if (triangle[p] === -1) continue;
    seated[view.pairA[p] ?? 0] = 1;
    seated[view.pairB[p] ?? 0] = 1;
  }
  const loose = looseGroups(view, candidate, triangle, seated);
  const numbers = new Map<number, number>();
  const circleOfPair = Int32Array.from({ length: view.pairs }, (_, p) => {
    const key = triangle[p] !== -1 ? (triangle[p] ?? 0) : loose[p] !== -1 ? view.pairs + (loose[p] ?? 0) : -1;
    if (key === -1) return -1;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { count: numbers.size, circleOfPair, ...seatMembers(view, circleOfPair, numbers.size) };
}

function seatMembers(view: GraphView, circleOfPair: Int32Array, count: number): Omit<Circles, 'count' | 'circleOfPair'> {
  const members = Array.from({ length: count }, () => new Set<number>());
  const inside = new Uint32Array(count);
  circleOfPair.forEach((circle, p) => {
    if (circle < 0) return;
    members[circle]?.add(view.pairA[p] ?? 0).add(view.pairB[p] ?? 0);
    inside[circle] = (inside[circle] ?? 0) + 1;
  });
  const homeOf = new Int32Array(view.n).fill(-1);
  let seats = 0;
  let gaps = 0;
  let largest = 0;
  members.forEach((set, circle) => {
    for (const u of set) if (homeOf[u] === -1) homeOf[u] = circle;
    seats += set.size;
    largest = Math.max(largest, set.size);
    gaps += Math.max(0, Math.floor((CIRCLE_DENSITY * set.size * (set.size - 1)) / 2) - (inside[circle] ?? 0));
  });
  const outside = homeOf.reduce((sum, home) => sum + (home === -1 ? 1 : 0), 0);
  return { homeOf, outside, overlaps: seats - (view.n - outside), gaps, largestShare: largest / Math.max(1, view.n) };
}
