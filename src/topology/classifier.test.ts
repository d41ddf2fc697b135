import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#lib';
import { classifyTopology } from './classifier.ts';
import type { TopologyEdge, TopologyGraph } from './graph.ts';
import { type EdgeKind, MINIMUM_SIZE, TOPOLOGY_KINDS, type TopologyKind } from './kinds.ts';
import { template } from './template.ts';
import { drawTuningGraph } from './testing/generator.ts';

const SIZES = [...Array.from({ length: 38 }, (_, i) => i + 3), 60, 100, 200];
const STAR_KINDS: readonly TopologyKind[] = ['hub_spoke', 'star_moe', 'market', 'blackboard'];
const kindOf = (graph: TopologyGraph): string => classifyTopology(graph).inferred.kind;
const withoutRoles = (graph: TopologyGraph): TopologyGraph => ({ ...graph, nodes: graph.nodes.map(({ id }) => ({ id, role: 'x' })) });
const withoutKinds = (graph: TopologyGraph): TopologyGraph => ({ ...graph, edges: graph.edges.map(({ from, to }) => ({ from, to })) });
const undeclared = (graph: TopologyGraph): TopologyGraph => ({ ...graph, kind: null });

function graphOf(n: number, edges: readonly (readonly [number, number, EdgeKind?])[], kind: TopologyKind | null = null): TopologyGraph {
  const nodes = Array.from({ length: n }, (_, i) => ({ id: `n${i}`, role: 'agent' }));
  return { kind, nodes, edges: edges.map(([a, b, k]): TopologyEdge => ({ from: `n${a}`, to: `n${b}`, ...(k && { kind: k }) })) };
}

/** The same graph with other ids, nodes and edges in another order. */
function relabelled(graph: TopologyGraph, seed: number): TopologyGraph {
  const rng = createRng(seed);
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, draw: rng.next() }))
      .sort((a, b) => a.draw - b.draw)
      .map(({ item }) => item);
  const names = new Map(shuffle(graph.nodes).map(({ id }, i) => [id, `k${i}`]));
  const nodes = shuffle(graph.nodes.map((node) => ({ ...node, id: names.get(node.id)! })));
  return { ...graph, nodes, edges: shuffle(graph.edges.map((edge) => ({ ...edge, from: names.get(edge.from)!, to: names.get(edge.to)! }))) };
}

describe('classifyTopology', () => {
  it.each(TOPOLOGY_KINDS)('knows every template of %s, without its roles and whatever it declares', (kind) => {
    for (const size of SIZES.filter((n) => n >= MINIMUM_SIZE[kind])) {
      const graph = withoutRoles(template(kind, size));
      const silent = kind === 'flat' && graph.edges.length === 0 ? graph : undeclared(graph);
      expect([size, kindOf(graph), kindOf(silent)]).toEqual([size, kind, kind]);
      if (graph.edges.length > 0) expect([size, kindOf({ ...graph, kind: kind === 'ring' ? 'market' : 'ring' })]).toEqual([size, kind]);
    }
  });

  it('gives exactly the same answer and evidence however nodes are named and listed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (seed, order) => {
        const { graph } = drawTuningGraph(createRng(seed));
        const first = classifyTopology(graph);
        const second = classifyTopology(relabelled(graph, order));
        expect(second.inferred).toEqual(first.inferred);
        expect(second.evidence).toEqual(first.evidence);
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  it('reports a declared kind that differs instead of following it', () => {
    const result = classifyTopology({ ...template('mesh', 6), kind: 'pipeline' });
    expect([result.declared, result.inferred.kind]).toEqual(['pipeline', 'mesh']);
  });

  it('is undetermined for two nodes or fewer and for nothing declared without edges', () => {
    for (const graph of [graphOf(0, []), graphOf(1, []), graphOf(2, [[0, 1, 'pipes_to']]), graphOf(2, [], 'flat'), graphOf(5, []), graphOf(5, [], 'ring')]) {
      expect(classifyTopology(graph).inferred).toEqual({ kind: 'undetermined', confidence: 0, runnerUp: null });
    }
  });

  it('takes declared flat without edges at its word, at low confidence', () => {
    const { inferred } = classifyTopology(graphOf(5, [], 'flat'));
    expect(inferred.kind).toBe('flat');
    expect(inferred.confidence).toBeLessThanOrEqual(0.5);
  });

  it.each(STAR_KINDS)('loses confidence in %s without edge kinds and names another star as runner-up', (kind) => {
    const typed = classifyTopology(withoutRoles(template(kind, 9))).inferred;
    const untyped = classifyTopology(withoutKinds(withoutRoles(template(kind, 9)))).inferred;
    expect(typed.confidence).toBeGreaterThan(0.9);
    expect(untyped.confidence).toBeLessThan(0.7);
    expect([...STAR_KINDS, 'swarm']).toContain(untyped.runnerUp);
  });

  it('lets a role name tip what structure leaves open', () => {
    for (const [role, kind] of [
      ['auctioneer', 'market'],
      ['board', 'blackboard'],
      ['router', 'star_moe'],
      ['hub', 'hub_spoke'],
    ] as const) {
      const star = withoutKinds(withoutRoles(template('hub_spoke', 8)));
      const centre = star.edges[0]!.from;
      const named = { ...star, nodes: star.nodes.map((node) => (node.id === centre ? { ...node, role } : node)) };
      expect([role, kindOf(named)]).toEqual([role, kind]);
    }
  });

  it('calls half a pipeline and half a mesh mixed', () => {
    const line = [0, 1, 2, 3, 4, 5].map((i) => [i, i + 1, 'pipes_to'] as const);
    const clique = [7, 8, 9, 10].flatMap((a) => [8, 9, 10, 11].filter((b) => b > a).map((b) => [a, b, 'peers_with'] as const));
    expect(kindOf(graphOf(12, [...line, ...clique, [6, 7, 'pipes_to']]))).toBe('mixed');
  });

  it('knows the optional edges of the canonical table', () => {
    const leaves = [1, 2, 3, 4, 5, 6];
    const cases: readonly (readonly [TopologyKind, TopologyGraph])[] = [
      [
        'hierarchical',
        graphOf(
          7,
          leaves.flatMap((i) => {
            const boss = Math.floor((i - 1) / 2);
            return [
              [boss, i, 'delegates_to'],
              [i, boss, 'reports_to'],
            ] as const;
          }),
        ),
      ],
      [
        'hierarchical',
        graphOf(
          7,
          leaves.map((i) => [i, Math.floor((i - 1) / 2), 'reports_to']),
        ),
      ],
      [
        'hierarchical',
        graphOf(5, [
          [0, 1, 'delegates_to'],
          [0, 2, 'delegates_to'],
          [0, 3, 'delegates_to'],
          [0, 4, 'delegates_to'],
        ]),
      ],
      [
        'market',
        graphOf(
          7,
          leaves.flatMap(
            (i) =>
              [
                [i, 0, 'bids_to'],
                [0, i, 'routes_to'],
              ] as const,
          ),
        ),
      ],
      [
        'swarm',
        graphOf(
          8,
          leaves.flatMap(
            (i) =>
              [
                [7, i, 'routes_to'],
                [i, 0, 'pipes_to'],
              ] as const,
          ),
        ),
      ],
      [
        'blackboard',
        graphOf(
          7,
          leaves.flatMap(
            (i) =>
              [
                [i, 0, 'reads_writes'],
                [0, i, 'reads_writes'],
              ] as const,
          ),
        ),
      ],
      [
        'pipeline',
        graphOf(6, [
          [0, 1, 'pipes_to'],
          [0, 2, 'pipes_to'],
          [1, 3, 'pipes_to'],
          [2, 3, 'pipes_to'],
          [3, 4, 'pipes_to'],
          [3, 5, 'pipes_to'],
        ]),
      ],
      [
        'mesh',
        graphOf(
          4,
          leaves.slice(0, 4).flatMap((a) =>
            leaves
              .slice(0, 4)
              .filter((b) => b !== a)
              .map((b) => [a - 1, b - 1, 'peers_with'] as const),
          ),
        ),
      ],
      [
        'mesh',
        graphOf(
          20,
          Array.from(
            { length: 20 },
            (_, i) =>
              [
                [i, (i + 1) % 20, 'peers_with'],
                [i, (i + 6) % 20, 'peers_with'],
              ] as const,
          ).flat(),
        ),
      ],
    ];
    for (const [kind, graph] of cases) expect([kind, kindOf(graph)]).toEqual([kind, kind]);
  });

  it('explains itself: strongest evidence first, at most six, the answer among them', () => {
    const { evidence, inferred } = classifyTopology(template('debate', 5));
    expect(evidence.length).toBeLessThanOrEqual(6);
    expect(evidence[0]?.favours).toBe(inferred.kind);
    expect(evidence.some(({ feature }) => feature === 'role judge')).toBe(true);
  });
});
