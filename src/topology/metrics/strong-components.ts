import type { Digraph } from './digraph.ts';

/** Strong components; `component[u]` counts from the sinks, so that every arc leads to an equal or lower number. */
export interface StrongComponents {
  readonly count: number;
  readonly component: Uint32Array;
  readonly size: Uint32Array;
}

/** Strong components (Tarjan 1972, with an explicit stack so that long chains do not overflow). */
export function strongComponents(graph: Digraph): StrongComponents {
  const { n, offset, target } = graph;
  const component = new Uint32Array(n);
  const size = new Uint32Array(n);
  const index = new Int32Array(n).fill(-1);
  const low = new Int32Array(n);
  const onStack = new Uint8Array(n);
  const stack = new Uint32Array(n);
  const calls = new Uint32Array(n);
  const cursor = offset.slice(0, n);
  let depth = 0;
  let held = 0;
  let counter = 0;
  let count = 0;
  const enter = (u: number): void => {
    index[u] = counter;
    low[u] = counter++;
    stack[held++] = u;
    onStack[u] = 1;
    calls[depth++] = u;
  };
  const close = (root: number): void => {
    for (let open = true; open; ) {
      const v = stack[--held] ?? 0;
      onStack[v] = 0;
      component[v] = count;
      size[count] = (size[count] ?? 0) + 1;
      open = v !== root;
    }
    count++;
  };
  for (let start = 0; start < n; start++) {
    if ((index[start] ?? 0) >= 0) continue;
    enter(start);
    while (depth > 0) {
      const u = calls[depth - 1] ?? 0;
      const slot = cursor[u] ?? 0;
      if (slot < (offset[u + 1] ?? 0)) {
        cursor[u] = slot + 1;
        const v = target[slot] ?? 0;
        if ((index[v] ?? 0) < 0) enter(v);
        else if ((onStack[v] ?? 0) === 1) low[u] = Math.min(low[u] ?? 0, index[v] ?? 0);
        continue;
      }
      if ((low[u] ?? 0) === (index[u] ?? 0)) close(u);
      depth--;
      if (depth > 0) {
        const parent = calls[depth - 1] ?? 0;
        low[parent] = Math.min(low[parent] ?? 0, low[u] ?? 0);
      }
    }
  }
  return { count, component, size: size.subarray(0, count) };
}
