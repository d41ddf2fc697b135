import { describe, expect, it } from 'vitest';
import type { TopologyGraph } from '../graph.ts';
import { computeMetrics } from './compute.ts';

type Arc = readonly [number, number];

function graphOf(n: number, arcs: readonly Arc[]): TopologyGraph {
  return {
    kind: null,
    nodes: Array.from({ length: n }, (_, i) => ({ id: `n${i}`, role: 'agent' })),
    edges: arcs.map(([a, b]) => ({ from: `n${a}`, to: `n${b}` })),
  };
}
const bothWays = (arcs: readonly Arc[]): Arc[] =>
  arcs.flatMap(([a, b]): Arc[] => [
    [a, b],
    [b, a],
  ]);
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const star: Arc[] = range(6).map((i): Arc => [0, i + 1]);
const tree: Arc[] = range(6).map((i): Arc => [Math.floor(i / 2), i + 1]);
const forward = (n: number): Arc[] =>
  range(n).flatMap((a) =>
    range(n)
      .filter((b) => b > a)
      .map((b): Arc => [a, b]),
  );
/** Three agents in, two between, three out: the layering of eight whose density and centralisation are the table's. */
const mlp: Arc[] = [0, 1, 2]
  .flatMap((a): Arc[] => [
    [a, 3],
    [a, 4],
  ])
  .concat(
    [5, 6, 7].flatMap((b): Arc[] => [
      [3, b],
      [4, b],
    ]),
  );

type Row = readonly [string, TopologyGraph, string];
// Columns: density, reciprocity, degree centralisation, betweenness centralisation, clustering, modularity, flow hierarchy,
// Krackhardt hierarchy, diameter, cyclic. Values computed with networkx 3.6.
const TABLE: readonly Row[] = [
  [
    'a chain',
    graphOf(
      7,
      range(6).map((i): Arc => [i, i + 1]),
    ),
    '.14 0 .07 .31 0 .32 1 1 6 no',
  ],
  ['a one-way star', graphOf(7, star), '.14 0 1 1 0 0 1 1 2 no'],
  ['a two-way hub', graphOf(7, bothWays(star)), '.29 1 1 1 0 0 0 0 2 yes'],
  ['a two-way blackboard', graphOf(7, bothWays(star.map(([a, b]): Arc => [b, a]))), '.29 1 1 1 0 0 0 0 2 yes'],
  ['a binary tree', graphOf(7, tree), '.14 0 .30 .40 0 .32 1 1 4 no'],
  ['a tree with reports back', graphOf(7, bothWays(tree)), '.29 1 .30 .40 0 .32 0 0 4 yes'],
  [
    'a directed ring',
    graphOf(
      7,
      range(7).map((i): Arc => [i, (i + 1) % 7]),
    ),
    '.17 0 0 0 0 .22 0 0 3 yes',
  ],
  ['a full mesh', graphOf(7, bothWays(forward(7))), '1 1 0 0 1 0 0 0 1 yes'],
  ['a complete DAG', graphOf(7, forward(7)), '.50 0 0 0 1 0 1 1 1 no'],
  ['a layered DAG of eight', graphOf(8, mlp), '.21 0 .57 .30 0 0 1 1 2 no'],
  [
    'a debate of three',
    graphOf(3, [
      [0, 1],
      [1, 0],
      [0, 2],
      [1, 2],
    ]),
    '.67 .50 0 0 1 0 .50 .67 1 yes',
  ],
  [
    'two circles with a link',
    graphOf(
      6,
      bothWays([
        [0, 1],
        [1, 2],
        [0, 2],
        [3, 4],
        [4, 5],
        [3, 5],
        [2, 3],
      ]),
    ),
    '.47 1 .20 .48 .78 .36 0 0 3 yes',
  ],
  ['seven without edges', graphOf(7, []), '0 0 0 0 0 - - - - no'],
];

function columns(graph: TopologyGraph): string {
  const m = computeMetrics(graph);
  const shares = [
    m.density,
    m.reciprocity,
    m.degreeCentralisation,
    m.betweennessCentralisation,
    m.clustering,
    m.modularity,
    m.flowHierarchy,
    m.krackhardtHierarchy,
  ];
  const shown = shares.map((x) => (x === null ? '-' : Number.isInteger(x) ? String(x) : x.toFixed(2).replace(/^0/, '')));
  return [...shown, m.diameter ?? '-', m.cyclic ? 'yes' : 'no'].join(' ');
}

describe('computeMetrics', () => {
  it.each(TABLE)('gives the reference values for %s', (_, graph, expected) => {
    expect(columns(graph)).toBe(expected);
  });

  it.each([0, 1, 2])('has finite values for %i nodes', (n) => {
    for (const arcs of n === 2 ? [[], [[0, 1] as const], bothWays([[0, 1]])] : [[]]) {
      const m = computeMetrics(graphOf(n, arcs));
      expect(m.degreeCentralisation).toBe(0);
      for (const value of Object.values(m)) if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    }
  });

  it('counts parallel edges once and leaves self-loops and unknown ends out', () => {
    const m = computeMetrics(
      graphOf(3, [
        [0, 1],
        [0, 1],
        [1, 1],
        [1, 9],
      ]),
    );
    expect([m.edges, m.components, m.isolated]).toEqual([1, 2, 1]);
  });

  it('flips reports_to for the hierarchy of command only', () => {
    const edges = tree.flatMap(([a, b]) => [
      { from: `n${a}`, to: `n${b}`, kind: 'delegates_to' as const },
      { from: `n${b}`, to: `n${a}`, kind: 'reports_to' as const },
    ]);
    const m = computeMetrics({ ...graphOf(7, []), edges });
    expect([m.krackhardtHierarchy, m.flowHierarchy]).toEqual([0, 0]);
    expect(m.delegation).toEqual({ flow: 1, krackhardt: 1, cyclic: false, strongComponents: 7, longestPath: 2 });
    expect([m.edgeKinds.delegates_to, m.edgeKinds.reports_to]).toEqual([0.5, 0.5]);
  });

  it('finds ends, depth and the ring', () => {
    const chain = computeMetrics(
      graphOf(
        9,
        range(8).map((i): Arc => [i, i + 1]),
      ),
    );
    expect([chain.singleSource, chain.singleSink, chain.longestPath, chain.ring, chain.meanPath]).toEqual([true, true, 8, false, 30 / 9]);
    const twoRings = graphOf(6, [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 4],
      [4, 5],
      [5, 3],
    ]);
    expect(computeMetrics(twoRings).ring).toBe(false);
    expect(
      computeMetrics(
        graphOf(
          5,
          range(5).map((i): Arc => [i, (i + 1) % 5]),
        ),
      ).ring,
    ).toBe(true);
  });

  it('says when paths are sampled and still sees a hub', () => {
    const m = computeMetrics(
      graphOf(
        900,
        range(899).map((i): Arc => [0, i + 1]),
      ),
    );
    expect([m.betweennessSampled, m.pathsSampled, m.diameter]).toEqual([true, true, 2]);
    expect(m.betweennessCentralisation).toBeGreaterThan(0.9);
    expect(
      computeMetrics(
        graphOf(
          200,
          range(199).map((i): Arc => [0, i + 1]),
        ),
      ).betweennessSampled,
    ).toBe(false);
  });

  it('counts reachable pairs exactly past one block of bits', () => {
    const n = 4500;
    const m = computeMetrics(graphOf(n, [...range(n - 1).map((i): Arc => [i, i + 1]), [n - 1, n - 3]]));
    expect(m.krackhardtHierarchy).toBeCloseTo(1 - 3 / ((n * (n - 1)) / 2), 12);
    expect(m.longestPath).toBe(n - 3);
  });
});
