import { type GraphView, KIND_BIT } from './graph-view.ts';

/** A directed graph as slots `offset[u]…offset[u+1]` of `target`. */
export interface Digraph {
  readonly n: number;
  readonly arcs: number;
  readonly offset: Uint32Array;
  readonly target: Uint32Array;
}

/** The arcs from each node along the slots that `wanted` accepts. */
export function digraphOf(view: GraphView, wanted: (slot: number) => boolean): Digraph {
  const offset = new Uint32Array(view.n + 1);
  const target = new Uint32Array(2 * view.pairs);
  let arcs = 0;
  for (let u = 0; u < view.n; u++) {
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      if (wanted(slot)) target[arcs++] = view.neighbour[slot] ?? 0;
    }
    offset[u + 1] = arcs;
  }
  return { n: view.n, arcs, offset, target: target.subarray(0, arcs) };
}

/** The graph as written: kinds ignored, nothing flipped. */
export function rawDigraph(view: GraphView): Digraph {
  return digraphOf(view, (slot) => (view.outBits[slot] ?? 0) !== 0);
}

/** The direction of command: `delegates_to` as written, `reports_to` flipped, all else left out. */
export function delegationDigraph(view: GraphView): Digraph {
  return digraphOf(view, (slot) => ((view.outBits[slot] ?? 0) & KIND_BIT.delegates_to) !== 0 || ((view.inBits[slot] ?? 0) & KIND_BIT.reports_to) !== 0);
}
