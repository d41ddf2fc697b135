import type { GraphView } from './graph-view.ts';

/** Ends and pieces of a graph. */
interface ShapeMetrics {
  /** Connected components of the undirected form, isolated nodes included. */
  readonly components: number;
  readonly isolated: number;
  readonly singleSource: boolean;
  readonly singleSink: boolean;
  /** Every node has one arc in and one out and all lie on one cycle (n ≥ 3). */
  readonly ring: boolean;
}

function countComponents(view: GraphView): number {
  const seen = new Uint8Array(view.n);
  const stack = new Uint32Array(view.n);
  let components = 0;
  for (let start = 0; start < view.n; start++) {
    if ((seen[start] ?? 0) === 1) continue;
    components++;
    let height = 1;
    stack[0] = start;
    seen[start] = 1;
    while (height > 0) {
      const u = stack[--height] ?? 0;
      for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
        const v = view.neighbour[slot] ?? 0;
        if ((seen[v] ?? 0) === 1) continue;
        seen[v] = 1;
        stack[height++] = v;
      }
    }
  }
  return components;
}

/** Components, sources, sinks and the ring test; a source has arcs out and none in, a sink the reverse. */
export function shapeMetrics(view: GraphView): ShapeMetrics {
  let sources = 0;
  let sinks = 0;
  let isolated = 0;
  let onRing = 0;
  for (let u = 0; u < view.n; u++) {
    let out = 0;
    let into = 0;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      if ((view.outBits[slot] ?? 0) !== 0) out++;
      if ((view.inBits[slot] ?? 0) !== 0) into++;
    }
    if (out === 0 && into === 0) isolated++;
    else if (into === 0) sources++;
    else if (out === 0) sinks++;
    if (out === 1 && into === 1) onRing++;
  }
  const components = countComponents(view);
  return { components, isolated, singleSource: sources === 1, singleSink: sinks === 1, ring: view.n >= 3 && onRing === view.n && components === 1 };
}
