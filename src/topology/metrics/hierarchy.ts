import type { Digraph } from './digraph.ts';
import { type StrongComponents, strongComponents } from './strong-components.ts';

/** How much of a directed graph runs one way; shares are null without arcs. */
export interface HierarchyMetrics {
  /** Share of arcs in no cycle (Luo & Magee 2011). */
  readonly flow: number | null;
  /** 1 − mutually reachable pairs / reachable pairs (Krackhardt 1994). */
  readonly krackhardt: number | null;
  readonly cyclic: boolean;
  readonly strongComponents: number;
  /** Arcs on the longest path of the condensation. */
  readonly longestPath: number;
}

/** Words of reachability held per component at a time: 64 × 32 targets bound the memory at any size. */
const WORDS = 64;

/** Arcs between different components, grouped by their source component, from component 0 up. */
function condensation(graph: Digraph, { count, component }: StrongComponents): { offset: Uint32Array; target: Uint32Array } {
  const offset = new Uint32Array(count + 1);
  const each = (visit: (from: number, to: number) => void): void => {
    for (let u = 0; u < graph.n; u++) {
      const from = component[u] ?? 0;
      for (let slot = graph.offset[u] ?? 0; slot < (graph.offset[u + 1] ?? 0); slot++) {
        const to = component[graph.target[slot] ?? 0] ?? 0;
        if (from !== to) visit(from, to);
      }
    }
  };
  each((from) => {
    offset[from + 1] = (offset[from + 1] ?? 0) + 1;
  });
  for (let c = 0; c < count; c++) offset[c + 1] = (offset[c + 1] ?? 0) + (offset[c] ?? 0);
  const fill = offset.slice(0, count);
  const target = new Uint32Array(offset[count] ?? 0);
  each((from, to) => {
    const slot = fill[from] ?? 0;
    target[slot] = to;
    fill[from] = slot + 1;
  });
  return { offset, target };
}

/** Nodes in the components that a word of bits names, the lowest bit being component `first`. */
function weightOf(word: number, first: number, size: Uint32Array, plain: boolean): number {
  if (word === 0) return 0;
  if (plain) {
    // Population count of 32 bits (Warren, Hacker's Delight, 5-1).
    let v = word - ((word >>> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  let nodes = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) nodes += size[first + 31 - Math.clz32(bits & -bits)] ?? 0;
  return nodes;
}

/** Number of ordered pairs of nodes in different components of which the first reaches the second; exact, by bit sets in blocks. */
function reachablePairs(dag: { offset: Uint32Array; target: Uint32Array }, { count, size }: StrongComponents): number {
  let pairs = 0;
  const plain = size.every((s) => s === 1);
  const reach = new Int32Array(count * WORDS);
  for (let first = 0; first < count; first += WORDS * 32) {
    reach.fill(0);
    // Components below the block reach nothing in it: arcs lead to lower numbers only.
    for (let c = first; c < count; c++) {
      const row = c * WORDS;
      for (let slot = dag.offset[c] ?? 0; slot < (dag.offset[c + 1] ?? 0); slot++) {
        const to = dag.target[slot] ?? 0;
        const other = to * WORDS;
        for (let w = 0; w < WORDS; w++) reach[row + w] = (reach[row + w] ?? 0) | (reach[other + w] ?? 0);
        const bit = to - first;
        if (bit >= 0 && bit < WORDS * 32) reach[row + (bit >> 5)] = (reach[row + (bit >> 5)] ?? 0) | (1 << (bit & 31));
      }
      let reached = 0;
      for (let w = 0; w < WORDS; w++) {
        reached += weightOf(reach[row + w] ?? 0, first + w * 32, size, plain);
      }
      pairs += reached * (size[c] ?? 0);
    }
  }
  return pairs;
}

function longestPath(dag: { offset: Uint32Array; target: Uint32Array }, count: number): number {
  const length = new Uint32Array(count);
  let longest = 0;
  for (let c = 0; c < count; c++) {
    let best = 0;
    for (let slot = dag.offset[c] ?? 0; slot < (dag.offset[c + 1] ?? 0); slot++) best = Math.max(best, (length[dag.target[slot] ?? 0] ?? 0) + 1);
    length[c] = best;
    longest = Math.max(longest, best);
  }
  return longest;
}

/** Hierarchy, cycles and depth of a directed graph; exact at any size. */
export function hierarchyMetrics(graph: Digraph): HierarchyMetrics {
  const strong = strongComponents(graph);
  const dag = condensation(graph, strong);
  let mutual = 0;
  for (const s of strong.size) mutual += (s * (s - 1)) / 2;
  const reachable = mutual + (graph.arcs === 0 ? 0 : reachablePairs(dag, strong));
  return {
    flow: graph.arcs === 0 ? null : dag.target.length / graph.arcs,
    krackhardt: reachable === 0 ? null : 1 - mutual / reachable,
    cyclic: mutual > 0,
    strongComponents: strong.count,
    longestPath: longestPath(dag, strong.count),
  };
}
