// Prints the time to classify graphs of 1,000 nodes with 5,000 edges and 10,000 nodes with 50,000 edges (first call, then best and median of several).
import { performance } from 'node:perf_hooks';
import { createRng } from '#lib';
import { classifyTopology, EDGE_KINDS, type TopologyGraph, template } from '#topology';

const RUNS = 15;
const SEED = 'bench.classify';

function randomGraph(nodes: number, edges: number): TopologyGraph {
  const rng = createRng(SEED);
  const pick = (): string => `n${rng.int(nodes)}`;
  return {
    kind: null,
    nodes: Array.from({ length: nodes }, (_, i) => ({ id: `n${i}`, role: 'agent' })),
    edges: Array.from({ length: edges }, () => ({ from: pick(), to: pick(), kind: EDGE_KINDS[rng.int(EDGE_KINDS.length)] })),
  };
}

function measure(name: string, graph: TopologyGraph): void {
  const once = (): number => {
    const start = performance.now();
    classifyTopology(graph);
    return performance.now() - start;
  };
  const first = once();
  const times = Array.from({ length: RUNS }, once).sort((a, b) => a - b);
  const [best = 0] = times;
  console.log(
    `${name}: first ${first.toFixed(1)} ms, best ${best.toFixed(1)} ms, median ${(times[Math.floor(RUNS / 2)] ?? 0).toFixed(1)} ms, worst ${(times[RUNS - 1] ?? 0).toFixed(1)} ms`,
  );
}

measure('random, 1,000 nodes, 5,000 edges', randomGraph(1_000, 5_000));
measure('tree, 1,000 nodes', template('hierarchical', 1_000));
measure('mesh, 1,000 nodes', template('mesh', 1_000));
measure('random, 10,000 nodes, 50,000 edges', randomGraph(10_000, 50_000));
measure('mesh, 10,000 nodes, 50,000 edges', template('mesh', 10_000));
measure('pipeline, 10,000 nodes', template('pipeline', 10_000));
measure('ring, 10,000 nodes', template('ring', 10_000));
