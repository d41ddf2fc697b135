import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import betweennessModule from 'graphology-metrics/centrality/betweenness.js';
import { describe, expect, it } from 'vitest';
import { createRng } from '#lib';
import { computeMetrics } from './compute.ts';
import { viewGraph } from './graph-view.ts';
import { pathMetrics } from './paths.ts';

// Both packages are CommonJS whose types describe another module shape than the one Node loads.
const betweenness = betweennessModule as unknown as (graph: UndirectedGraph) => Record<string, number>;
const louvain = louvainModule as unknown as { detailed(graph: UndirectedGraph, options: { rng: () => number }): { modularity: number } };

function randomEdges(n: number, m: number, seed: number): { from: string; to: string }[] {
  const rng = createRng(seed);
  return Array.from({ length: m }, () => ({ from: `n${rng.int(n)}`, to: `n${rng.int(n)}` })).filter(({ from, to }) => from !== to);
}

describe('metrics beside graphology', () => {
  it.each([1, 2, 3])('has its betweenness and no worse communities (graph %i)', (seed) => {
    const n = 40;
    const edges = randomEdges(n, 45 * seed, seed);
    const graph = { kind: null, nodes: Array.from({ length: n }, (_, i) => ({ id: `n${i}`, role: 'agent' })), edges };
    const oracle = new UndirectedGraph();
    for (const { id } of graph.nodes) oracle.addNode(id);
    for (const { from, to } of edges) oracle.mergeEdge(from, to);
    const view = viewGraph(graph);
    const expected = betweenness(oracle);
    pathMetrics(view).betweenness.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[view.ids[i]!]!, 10);
    });
    const found = computeMetrics(graph).modularity!;
    expect(found).toBeGreaterThanOrEqual(louvain.detailed(oracle, { rng: () => 0.5 }).modularity - 1e-9);
    expect(found).toBeLessThan(1);
  });
});
