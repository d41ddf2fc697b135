import { degreeOf, type GraphView } from './graph-view.ts';

/** Calls `visit` once per triangle with its three pairs; O(m^1.5) by walking from low degree to high. */
export function eachTriangle(view: GraphView, visit: (pairAB: number, pairBC: number, pairAC: number) => void): void {
  const { n, offset, neighbour, pairOf } = view;
  const above = (u: number, v: number): boolean => {
    const difference = degreeOf(view, v) - degreeOf(view, u);
    return difference > 0 || (difference === 0 && v > u);
  };
  const upOffset = new Uint32Array(n + 1);
  const upNode = new Uint32Array(view.pairs);
  const upPair = new Uint32Array(view.pairs);
  let filled = 0;
  for (let u = 0; u < n; u++) {
    for (let slot = offset[u] ?? 0; slot < (offset[u + 1] ?? 0); slot++) {
      const v = neighbour[slot] ?? 0;
      if (!above(u, v)) continue;
      upNode[filled] = v;
      upPair[filled++] = pairOf[slot] ?? 0;
    }
    upOffset[u + 1] = filled;
  }
  const mark = new Int32Array(n).fill(-1);
  for (let u = 0; u < n; u++) {
    const from = upOffset[u] ?? 0;
    const to = upOffset[u + 1] ?? 0;
    for (let i = from; i < to; i++) mark[upNode[i] ?? 0] = upPair[i] ?? 0;
    for (let i = from; i < to; i++) {
      const v = upNode[i] ?? 0;
      for (let j = upOffset[v] ?? 0; j < (upOffset[v + 1] ?? 0); j++) {
        const closing = mark[upNode[j] ?? 0] ?? 0;
        if (closing >= 0) visit(upPair[i] ?? 0, upPair[j] ?? 0, closing);
      }
    }
    for (let i = from; i < to; i++) mark[upNode[i] ?? 0] = -1;
  }
}

/** Mean local clustering (Watts & Strogatz 1998) of the undirected form; nodes with fewer than two neighbours count as 0. */
export function meanClustering(view: GraphView): number {
  if (view.n === 0) return 0;
  const closed = new Float64Array(view.n);
  const count = (pair: number, other: number): void => {
    // Each corner is the node that two of the triangle's pairs share.
    const a = view.pairA[pair] ?? 0;
    const corner = a === (view.pairA[other] ?? 0) || a === (view.pairB[other] ?? 0) ? a : (view.pairB[pair] ?? 0);
    closed[corner] = (closed[corner] ?? 0) + 1;
  };
  eachTriangle(view, (ab, bc, ac) => {
    count(ab, bc);
    count(bc, ac);
    count(ab, ac);
  });
  let sum = 0;
  for (let i = 0; i < view.n; i++) {
    const d = degreeOf(view, i);
    if (d >= 2) sum += (2 * (closed[i] ?? 0)) / (d * (d - 1));
  }
  return sum / view.n;
}
