import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { CATALOG } from './catalog.ts';
import { connect } from './connect.ts';
import { formatSpec } from './format.ts';
import { HEURISTICS, OBJECTIVES, recommend } from './heuristics.ts';
import { MAXIMUM_SIZE, MINIMUM_SIZE, TOPOLOGY_KINDS } from './kinds.ts';
import { parametersOf, resolveParameters } from './parameters.ts';
import { parseSpec, specToGraph } from './spec.ts';
import { template } from './template.ts';
import { validateGraph } from './validate.ts';

const SMALL = 40;

describe.each(TOPOLOGY_KINDS)('the %s template', (kind) => {
  const sizes = [...Array.from({ length: SMALL - MINIMUM_SIZE[kind] + 1 }, (_, index) => MINIMUM_SIZE[kind] + index), 100, 1_000, 10_000];
  it('is valid, of the asked size and round-trips for every size', () => {
    for (const size of sizes) {
      const graph = template(kind, size);
      expect(graph.nodes).toHaveLength(size);
      expect(graph.kind).toBe(kind);
      expect(validateGraph(graph), `${kind} ${size}`).toEqual([]);
      for (const format of size > 1_000 ? (['yaml'] as const) : (['yaml', 'json'] as const)) {
        const text = formatSpec(graph, format);
        expect(formatSpec(specToGraph(parseSpec(text, { format }), 4), format)).toBe(text);
      }
    }
  });

  it('keeps edges linear in the nodes', () => {
    expect(template(kind, MAXIMUM_SIZE).edges.length).toBeLessThanOrEqual(6 * MAXIMUM_SIZE);
  });

  it('refuses sizes out of range with the range', () => {
    for (const size of [MINIMUM_SIZE[kind] - 1, MAXIMUM_SIZE + 1, 2.5, Number.NaN]) {
      expect(() => template(kind, size)).toThrow(`${MINIMUM_SIZE[kind]} to ${MAXIMUM_SIZE}`);
    }
  });

  it('uses only the edge kinds and roles that catalog and heuristics name', () => {
    const graph = template(kind, 30);
    const known = CATALOG.find((entry) => entry.kind === kind)?.edges.map((edge) => edge.kind);
    for (const edge of graph.edges) expect(known).toContain(edge.kind);
    const roles = HEURISTICS[kind].roles.map((row) => row.role);
    expect(new Set(graph.nodes.map((node) => node.role))).toEqual(new Set(roles));
  });

  it('has heuristics whose weights and shares sum to 1, and resolvable parameters', () => {
    const { weights, roles, source } = HEURISTICS[kind];
    expect(OBJECTIVES.reduce((sum, objective) => sum + weights[objective], 0)).toBeCloseTo(1, 12);
    expect(roles.reduce((sum, row) => sum + ('share' in row ? row.share : 0), 0)).toBeCloseTo(1, 12);
    expect(source.length).toBeGreaterThan(20);
    expect(Object.keys(resolveParameters({ kind }))).toEqual(parametersOf(kind).map((rule) => rule.name));
    expect(recommend(weights)[0]?.score).toBe(1);
  });
});

it('puts no hub into a sparse mesh and joins a small one fully', () => {
  expect(template('mesh', 7).edges).toHaveLength(21);
  const degrees = new Map<string, number>();
  for (const { from, to } of template('mesh', 500).edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  expect(new Set(degrees.values())).toEqual(new Set([10]));
});

it('keeps the tree shallow', () => {
  expect(Math.max(...template('hierarchical', 10_000).nodes.map((node) => node.level ?? -1))).toBe(6);
});

it('lists the catalog in the order of the kinds', () => {
  expect(CATALOG.map((entry) => entry.kind)).toEqual(TOPOLOGY_KINDS);
  for (const entry of CATALOG) expect(validateGraph(template(entry.kind, entry.defaultSize))).toEqual([]);
});

it('connects given nodes by their levels, circles and centre roles', () => {
  const tree = connect('hierarchical', [
    { id: 'x', role: 'w', level: 1 },
    { id: 'r', role: 'm', level: 0 },
    { id: 'y', role: 'w', level: 1 },
  ]);
  expect(tree.edges).toEqual([
    { from: 'r', to: 'x', kind: 'delegates_to' },
    { from: 'r', to: 'y', kind: 'delegates_to' },
  ]);
  expect(() => connect('market', [{ id: 'a', role: 'bidder' }])).toThrow(PolityError);
  const circles = connect('holacratic', [
    { id: 'top', role: 'x', attrs: { circle: 'anchor' } },
    { id: 'a', role: 'x', attrs: { circle: 'one' } },
    { id: 'b', role: 'x', attrs: { circle: 'one', link: 'lead' } },
  ]);
  expect(circles.edges).toContainEqual({ from: 'top', to: 'b', kind: 'delegates_to' });
  expect(circles.edges).toContainEqual({ from: 'a', to: 'top', kind: 'reports_to' });
});

it('recommends by nearness, says that it is a prior, and refuses weights that are none', () => {
  const ranked = recommend({ cost: 3, latency: 3 });
  expect(ranked.map((entry) => entry.kind).sort()).toEqual([...TOPOLOGY_KINDS].sort());
  expect(ranked[0]?.kind).toBe('flat');
  for (const entry of ranked) expect(entry.reason).toContain('not a measurement');
  expect(ranked.every((entry, index) => index === 0 || entry.score <= (ranked[index - 1]?.score ?? 0))).toBe(true);
  expect(() => recommend({ cost: -1, quality: Number.NaN })).toThrow(/quality: not a weight[\s\S]*cost: not a weight/);
  expect(() => recommend({})).toThrow('above 0');
});

it('resolves parameters with defaults and refuses contradictions', () => {
  expect(resolveParameters({ kind: 'mesh', parameters: { max_rounds: 5 } })).toEqual({ max_rounds: 5, stop: 'agreement', max_output_tokens: 1024 });
  expect(() => resolveParameters({ kind: 'ring', parameters: { min_laps: 9 } })).toThrow('min_laps is larger');
  expect(() => resolveParameters({ kind: 'mesh', parameters: { rounds: 5, stop: 'never' } })).toThrow(/debate knows it[\s\S]*not one of the choices/);
});
