import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGE_KINDS, type EdgeKind, freezeGraph, TOPOLOGY_KINDS, type TopologyGraph, template } from '#topology';
import { bindTopology } from './binding.ts';
import { answeringNodes } from './patterns/registry.ts';
import { roster } from './testing/harness.ts';

const bind = (graph: TopologyGraph, agents: number, answering: readonly string[] = graph.nodes.map((node) => node.id)) =>
  bindTopology(graph, roster(agents), { answering, parameters: {} });
const agentsOf = (bound: ReturnType<typeof bind>) => bound.nodes.map((node) => bound.agent(node).id);
const pair = (kind?: EdgeKind) =>
  freezeGraph({
    kind: null,
    nodes: ['x', 'y'].map((id) => ({ id, role: 'r' })),
    edges: [kind === undefined ? { from: 'x', to: 'y' } : { from: 'x', to: 'y', kind }],
  });

describe('binding of agents', () => {
  it('gives answering nodes the agents in order and lets the others begin anew', () => {
    const swarm = template('swarm', 4);
    const reversed = freezeGraph({ ...swarm, nodes: [...swarm.nodes].reverse() });
    expect(agentsOf(bind(swarm, 3, answeringNodes('swarm', swarm)))).toEqual(['a1', 'a2', 'a3', 'a1']);
    expect(agentsOf(bind(reversed, 3, answeringNodes('swarm', reversed)))).toEqual(['a1', 'a1', 'a2', 'a3']);
  });

  it('uses a roster that is shorter than the nodes again and again', () => {
    expect(agentsOf(bind(template('mesh', 5), 2))).toEqual(['a1', 'a2', 'a1', 'a2', 'a1']);
  });

  it('gives a node the agent that it names, and takes none from the line for it', () => {
    const mesh = template('mesh', 3);
    const named = freezeGraph({ ...mesh, nodes: mesh.nodes.map((node, index) => (index === 1 ? { ...node, attrs: { agent: 'a1' } } : node)) });
    expect(agentsOf(bind(named, 3))).toEqual(['a1', 'a1', 'a2']);
  });

  it('refuses an unknown agent and an empty roster, naming what there is', () => {
    const named = freezeGraph({ kind: null, nodes: [{ id: 'x', role: 'r', attrs: { agent: 'zoe' } }], edges: [] });
    expect(() => bind(named, 2)).toThrow(expect.objectContaining({ code: 'usage.invalid', message: expect.stringMatching(/zoe.*a1, a2/) }));
    expect(() => bind(named, 0)).toThrow(expect.objectContaining({ code: 'usage.invalid' }));
  });

  it('binds every node of every template', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOPOLOGY_KINDS), fc.integer({ min: 4, max: 40 }), fc.integer({ min: 1, max: 50 }), (kind, size, agents) => {
        const graph = template(kind, size);
        const bound = bind(graph, agents, answeringNodes(kind, graph));
        const used = new Set(agentsOf(bound));
        // No agent idles while another one holds two answering nodes.
        expect(used.size).toBe(Math.min(agents, answeringNodes(kind, graph).length));
      }),
    );
  });
});

describe('channels', () => {
  it.each([
    ['delegates_to', 'reply'],
    ['routes_to', 'reply'],
    ['bids_to', 'reply'],
    ['reads_writes', 'reply'],
    ['pipes_to', 'none'],
    ['reports_to', 'none'],
    ['peers_with', 'both'],
  ] as const)('%s carries forward and backward: %s', (kind, back) => {
    const bound = bind(pair(kind), 2);
    expect(bound.channel('x', 'y')).toEqual({ edge: kind, reply: false });
    expect(bound.channel('y', 'x')).toEqual(back === 'none' ? null : { edge: kind, reply: back === 'reply' });
    expect([bound.sources('x'), bound.sources('y')]).toEqual([back === 'both' ? ['y'] : [], ['x']]);
    expect([bound.targets('x'), bound.targets('y')]).toEqual([['y'], back === 'both' ? ['x'] : []]);
  });

  it('of every edge kind are known', () => {
    for (const kind of EDGE_KINDS) expect(bind(pair(kind), 1).channel('x', 'y')).not.toBeNull();
  });

  it('of an untyped edge go both ways', () => {
    const bound = bind(pair(), 2);
    expect([bound.channel('x', 'y'), bound.channel('y', 'x')]).toEqual(Array(2).fill({ edge: 'untyped', reply: false }));
  });

  it('prefer an edge of their own to a reply, in whichever order the edges stand', () => {
    const edges = [
      { from: 'x', to: 'y', kind: 'delegates_to' as const },
      { from: 'y', to: 'x', kind: 'reports_to' as const },
    ];
    for (const order of [edges, [...edges].reverse()]) {
      const bound = bind(freezeGraph({ ...pair(), edges: order }), 2);
      expect(bound.channel('y', 'x')).toEqual({ edge: 'reports_to', reply: false });
    }
  });

  it('join nobody to nobody: not over two edges, not to oneself', () => {
    const chain = freezeGraph({
      kind: null,
      nodes: ['x', 'y', 'z'].map((id) => ({ id, role: 'r' })),
      edges: [
        { from: 'x', to: 'y', kind: 'peers_with' },
        { from: 'y', to: 'z', kind: 'peers_with' },
      ],
    });
    const bound = bind(chain, 3);
    expect([bound.channel('x', 'z'), bound.channel('x', 'x'), bound.channel('nobody', 'x')]).toEqual([null, null, null]);
    expect(() => bound.agent('nobody')).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('list neighbours in the order of nodes, not of edges, each once', () => {
    const nodes = ['x', 'y', 'z'].map((id) => ({ id, role: 'r' }));
    const edges = [
      { from: 'z', to: 'x' },
      { from: 'y', to: 'x' },
      { from: 'x', to: 'z' },
    ];
    expect(bind(freezeGraph({ kind: null, nodes, edges }), 1).sources('x')).toEqual(['y', 'z']);
  });
});
