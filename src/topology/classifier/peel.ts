import type { Digraph } from '../metrics/digraph.ts';

/** An order of the nodes by peeling; arcs from a lower to a higher rank run forward. */
interface Peeling {
  readonly rank: Int32Array;
  /** Longest path along forward arcs, in nodes; level of each node on it, from 0. */
  readonly depth: number;
  readonly level: Uint32Array;
}

/** More than any difference of degrees, so that a tie breaker never outweighs what is left. */
const TIE_BREAK = 2 ** 20;

interface Reverse {
  readonly offset: Uint32Array;
  readonly source: Uint32Array;
}

function reversed({ n, offset, target }: Digraph): Reverse {
  const into = new Uint32Array(n + 1);
  for (const v of target) into[v + 1] = (into[v + 1] ?? 0) + 1;
  for (let i = 0; i < n; i++) into[i + 1] = (into[i + 1] ?? 0) + (into[i] ?? 0);
  const fill = into.slice(0, n);
  const source = new Uint32Array(target.length);
  for (let u = 0; u < n; u++) {
    for (let slot = offset[u] ?? 0; slot < (offset[u + 1] ?? 0); slot++) {
      const v = target[slot] ?? 0;
      source[fill[v] ?? 0] = u;
      fill[v] = (fill[v] ?? 0) + 1;
    }
  }
  return { offset: into, source };
}

/**
 * Peels sinks and sources away; where only cycles are left, all nodes with the largest surplus of outgoing arcs go at once
 * (after Eades, Lin & Smyth 1993). Whole batches leave together, so that the result does not depend on the order of nodes.
 */
export function peel(graph: Digraph): Peeling {
  const { n, offset, target } = graph;
  const reverse = reversed(graph);
  const out = new Int32Array(n);
  const into = new Int32Array(n);
  for (let u = 0; u < n; u++) {
    out[u] = (offset[u + 1] ?? 0) - (offset[u] ?? 0);
    into[u] = (reverse.offset[u + 1] ?? 0) - (reverse.offset[u] ?? 0);
  }
  // Surplus in the whole graph decides ties: a cycle with tails is entered and left somewhere, a bare one nowhere.
  const whole = out.map((count, u) => count - (into[u] ?? 0));
  const rank = new Int32Array(n);
  const gone = new Uint8Array(n);
  let sinks: number[] = [];
  let sources: number[] = [];
  const remove = (u: number): void => {
    gone[u] = 1;
    for (let slot = offset[u] ?? 0; slot < (offset[u + 1] ?? 0); slot++) {
      const v = target[slot] ?? 0;
      into[v] = (into[v] ?? 0) - 1;
      if (into[v] === 0 && gone[v] === 0) sources.push(v);
    }
    for (let slot = reverse.offset[u] ?? 0; slot < (reverse.offset[u + 1] ?? 0); slot++) {
      const v = reverse.source[slot] ?? 0;
      out[v] = (out[v] ?? 0) - 1;
      if (out[v] === 0 && gone[v] === 0) sinks.push(v);
    }
  };
  for (let u = 0; u < n; u++) {
    if (out[u] === 0) sinks.push(u);
    else if (into[u] === 0) sources.push(u);
  }
  let front = -n;
  let back = n;
  let left = n;
  while (left > 0) {
    let batch = sinks.filter((u) => gone[u] === 0);
    sinks = [];
    let place = back--;
    if (batch.length === 0) {
      batch = sources.filter((u) => gone[u] === 0);
      sources = [];
      place = front++;
    }
    if (batch.length === 0) batch = widestSurplus(n, gone, out, into, whole);
    for (const u of batch) {
      if (gone[u] === 1) continue;
      rank[u] = place;
      left--;
      remove(u);
    }
  }
  return { rank, ...levels(graph, rank) };
}

function widestSurplus(n: number, gone: Uint8Array, out: Int32Array, into: Int32Array, whole: Int32Array): number[] {
  let best = Number.NEGATIVE_INFINITY;
  let batch: number[] = [];
  for (let u = 0; u < n; u++) {
    if (gone[u] === 1) continue;
    const surplus = ((out[u] ?? 0) - (into[u] ?? 0)) * TIE_BREAK + (whole[u] ?? 0);
    if (surplus > best) {
      best = surplus;
      batch = [];
    }
    if (surplus === best) batch.push(u);
  }
  return batch;
}

function levels({ n, offset, target }: Digraph, rank: Int32Array): { depth: number; level: Uint32Array } {
  const packed = new Float64Array(n);
  for (let u = 0; u < n; u++) packed[u] = ((rank[u] ?? 0) + n) * n + u;
  packed.sort();
  const level = new Uint32Array(n);
  let depth = n === 0 ? 0 : 1;
  for (const key of packed) {
    const u = key % n;
    for (let slot = offset[u] ?? 0; slot < (offset[u + 1] ?? 0); slot++) {
      const v = target[slot] ?? 0;
      if ((rank[u] ?? 0) >= (rank[v] ?? 0)) continue;
      level[v] = Math.max(level[v] ?? 0, (level[u] ?? 0) + 1);
      depth = Math.max(depth, (level[v] ?? 0) + 1);
    }
  }
  return { depth, level };
}
