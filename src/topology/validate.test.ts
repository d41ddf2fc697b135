import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TopologyGraph } from './graph.ts';
import type { EdgeKind, TopologyKind } from './kinds.ts';
import { toDot } from './render/dot.ts';
import { toMermaid } from './render/mermaid.ts';
import { validateGraph } from './validate.ts';
import { centreOf } from './validation/centre.ts';
import { cycleLinks } from './validation/cycles.ts';
import { viewOf } from './validation/view.ts';

function graph(kind: TopologyKind | null, ids: string, edges: readonly string[], edgeKind?: EdgeKind): TopologyGraph {
  return {
    kind,
    nodes: ids.split(' ').map((id) => ({ id, role: id.replace(/\d+$/, '') })),
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.split('>');
      return edgeKind === undefined ? { from, to } : { from, to, kind: edgeKind };
    }),
  };
}
const messages = (value: TopologyGraph) => validateGraph(value).map((problem) => `${problem.path}: ${problem.message}`);

describe('validateGraph', () => {
  it('collects every problem with its place', () => {
    expect(messages(graph('pipeline', 'a a b c', ['a>b', 'a>b', 'b>b', 'b>x']))).toEqual([
      'nodes[1]: the id is already used by the node at nodes[0]',
      'edges[1]: the edge repeats edges[0]',
      'edges[2]: the edge leads from a node to itself',
      "edges[3]: the edge's to names no node",
      'nodes[3]: the node is unreachable: no edges join it with the rest',
    ]);
  });
  it('lets a peer edge stand in both directions', () => {
    expect(messages(graph('mesh', 'a b', ['a>b', 'b>a'], 'peers_with'))).toEqual([]);
  });
  it('lets flat members, voting swarms and undeclared peers be apart, and nobody else', () => {
    expect(messages(graph('flat', 'a b c', []))).toEqual([]);
    expect(messages(graph('swarm', 'a b c', []))).toEqual([]);
    expect(messages({ ...graph('swarm', 'a b c', []), parameters: { combine: 'aggregate' } })).toEqual([
      'kind: the kind swarm needs the role aggregator, and no node has it',
    ]);
    expect(messages(graph(null, 'a b c', ['a>b'], 'peers_with'))).toEqual([]);
    expect(messages(graph(null, 'a b c', ['a>b'], 'pipes_to'))).toHaveLength(1);
    expect(messages(graph('mesh', 'a b c', ['a>b'], 'peers_with'))).toHaveLength(1);
  });
  it('finds nodes that the root does not reach', () => {
    expect(messages(graph('hierarchical', 'a b c', ['a>b', 'c>b'], 'delegates_to'))).toEqual(['nodes[2]: the node is unreachable from the root "a"']);
    expect(messages(graph('hierarchical', 'a b c', ['b>a', 'c>b'], 'reports_to'))).toEqual([]);
  });
  it.each([
    ['hub_spoke', 'hub'],
    ['star_moe', 'router'],
    ['market', 'auctioneer'],
    ['blackboard', 'board'],
    ['debate', 'judge'],
  ] as const)('finds that a %s lacks its %s', (kind, role) => {
    const ring = graph(kind, 'a1 a2 a3 a4', ['a1>a2', 'a2>a3', 'a3>a4', 'a4>a1']);
    expect(messages(ring)).toContain(`kind: the kind ${kind} needs the role ${role}, and no node has it`);
    expect(centreOf(graph(kind, 'a1 a2 a3 a4', ['a1>a2', 'a1>a3', 'a1>a4']))).toBe('a1');
  });
  it('finds cycles of pipelines and breaks of rings', () => {
    expect(messages(graph('pipeline', 'a b c', ['a>b', 'b>c', 'c>a'], 'pipes_to'))).toEqual(['edges[2]: a pipeline has no cycle']);
    expect(messages(graph('ring', 'a b c', ['a>b', 'b>c']))).toHaveLength(2);
    expect(messages(graph('ring', 'a b c', ['a>b', 'b>c', 'c>a'], 'peers_with'))).toEqual([]);
    expect(messages(graph('ring', 'a b c d', ['a>b', 'b>a', 'c>d', 'd>c']))).toEqual(['kind: the ring is more than one cycle']);
  });
  it('reports sizes below the minimum, unknown links and parameters', () => {
    expect(messages(graph('debate', 'judge', []))[0]).toContain('at least 3 nodes');
    expect(messages({ ...graph('mesh', 'a b', ['a>b'], 'peers_with'), parameters: { max_rounds: 0 } })).toEqual([
      'parameters.max_rounds: not a whole number in range',
    ]);
    expect(validateGraph({ kind: null, nodes: [], edges: [] })).toHaveLength(1);
  });
});

describe('cycleLinks', () => {
  it('finds a cycle exactly when peeling sources leaves something, and each is closed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 20 }), (size, pairs) => {
        const edges = pairs.map(([from, to]) => `n${from % size}>n${to % size}`);
        const { links } = viewOf(graph(null, Array.from({ length: size }, (_, i) => `n${i}`).join(' '), edges));
        const reach = Array.from({ length: size }, (_, i) => new Set(links.filter((link) => link.from === i).map((link) => link.to)));
        for (let k = 0; k < size; k++) for (let i = 0; i < size; i++) if (reach[i]!.has(k)) for (const j of reach[k]!) reach[i]!.add(j);
        const cycles = cycleLinks(size, links);
        expect(cycles.length > 0).toBe(reach.some((targets, i) => targets.has(i)));
        for (const cycle of cycles) for (const [i, link] of cycle.entries()) expect(link.to).toBe(cycle[(i + 1) % cycle.length]!.from);
      }),
    );
  });
});

describe('diagrams', () => {
  const odd: TopologyGraph = {
    name: 'a "b" \\',
    kind: null,
    nodes: [
      { id: 'end', role: 'x"]; drop' },
      { id: 'b\nc', role: 'b\nc' },
      { id: '雪<i>&', role: '雪<i>&' },
    ],
    edges: [
      { from: 'end', to: 'b\nc', kind: 'peers_with' },
      { from: 'b\nc', to: 'end', kind: 'peers_with' },
      { from: 'end', to: '雪<i>&', kind: 'pipes_to' },
      { from: 'b\nc', to: 'end' },
    ],
  };
  it('escapes every text for Mermaid and draws peers once', () => {
    expect(toMermaid(odd)).toBe(
      'flowchart TD\n  n0["end<br/>x#34;#93;#59; drop"]\n  n1["b#10;c"]\n  n2["雪#60;i#62;#38;"]\n  n0 ---|peers_with| n1\n  n0 -->|pipes_to| n2\n  n1 --> n0\n',
    );
  });
  it('escapes every text for Graphviz', () => {
    expect(toDot(odd)).toBe(
      'digraph "a \\"b\\" \\\\" {\n  node [shape=box];\n  "end" [label="end\\nx\\"]; drop"];\n  "b\\nc" [label="b\\nc"];\n  "雪<i>&amp;" [label="雪<i>&amp;"];\n' +
        '  "end" -> "b\\nc" [label="peers_with", style=solid, dir=none];\n  "end" -> "雪<i>&amp;" [label="pipes_to", style=solid];\n  "b\\nc" -> "end";\n}\n',
    );
  });
});
