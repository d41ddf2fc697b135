import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PolityError, type Problem } from '#lib';
import { readCanonical } from './adapter/read-canonical.ts';
import { readYaml } from './adapter/read-yaml.ts';
import { nameFault } from './adapter/scope.ts';
import { formatSpec } from './format.ts';
import type { TopologyGraph } from './graph.ts';
import { EDGE_KINDS, TOPOLOGY_KINDS } from './kinds.ts';
import { FREE_YAML_LIMIT, parseSpec, specToGraph, TEXT_LIMIT } from './spec.ts';
import { template } from './template.ts';
import { validateGraph } from './validate.ts';

const CORPUS = new URL('../../test/fixtures/topology-spec/', import.meta.url);

function problemsOf(text: string, options: Parameters<typeof parseSpec>[1] = {}): readonly Problem[] {
  try {
    parseSpec(text, options);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(PolityError);
    const error = thrown as PolityError;
    expect(error.code).toBe('topology.invalid');
    return error.details.problems as readonly Problem[];
  }
  return [];
}

function graphOf(text: string): TopologyGraph {
  return specToGraph(parseSpec(text), 4);
}

const formatOf = (file: string) => (file.endsWith('.json') ? 'json' : 'yaml');

describe('the corpus', () => {
  const good = readdirSync(new URL('good/', CORPUS));
  it.each(good)('reads good/%s and writes it back to one canonical form', (file) => {
    const graph = specToGraph(parseSpec(readFileSync(new URL(`good/${file}`, CORPUS), 'utf8'), { file, format: formatOf(file) }), 4);
    expect(validateGraph(graph)).toEqual([]);
    for (const format of ['yaml', 'json'] as const) {
      const text = formatSpec(graph, format);
      expect(formatSpec(graphOf(text), format)).toBe(text);
      expect(graphOf(text)).toEqual(graph);
    }
  });

  const expected: Record<string, [number, string][]> = JSON.parse(readFileSync(new URL('bad/expected.json', CORPUS), 'utf8'));
  it('tells for each bad file what is expected', () => {
    expect(
      readdirSync(new URL('bad/', CORPUS))
        .filter((file) => file !== 'expected.json')
        .sort(),
    ).toEqual(Object.keys(expected).sort());
  });
  it.each(Object.keys(expected))('refuses bad/%s with every problem at its line', (file) => {
    const problems = problemsOf(readFileSync(new URL(`bad/${file}`, CORPUS), 'utf8'), { file, format: formatOf(file) });
    for (const problem of problems) expect(problem.file).toBe(file);
    const wanted = expected[file] ?? [];
    for (const [line, part] of wanted) expect(problems.map((problem) => [problem.line, problem.message])).toContainEqual([line, expect.stringContaining(part)]);
    if (!file.startsWith('syntax')) expect(problems).toHaveLength(wanted.length);
  });
});

describe('spellings', () => {
  it('makes one graph of the same hierarchy as tree, adjacency, arrows, pairs and full form', () => {
    const nodes = 'nodes: [{id: a, role: a, level: 0}, {id: b, role: b, level: 1}, {id: c, role: c, level: 1}]';
    const head = 'version: 1\nkind: hierarchical\n';
    const tree = formatSpec(graphOf('version: 1\ntree: {a: [b, c]}'), 'yaml');
    expect(formatSpec(graphOf(`${head}${nodes}\nedge_kind: delegates_to\nadjacency: {a: [b, c]}`), 'yaml')).toBe(tree);
    expect(formatSpec(graphOf(`${head}${nodes}\nedge_kind: delegates_to\nedges: [a -> b, [a, c]]`), 'yaml')).toBe(tree);
    expect(formatSpec(graphOf(`${head}${nodes}\nedges:\n  - a -[delegates_to]-> b\n  - {from: a, to: c, kind: delegates_to}`), 'yaml')).toBe(tree);
    expect(formatSpec(graphOf(`${head}nodes: [a, b, c]`), 'yaml')).toBe(tree);
  });

  it('derives unique ids from roles and never one that is taken', () => {
    const ids = graphOf('version: 1\nkind: flat\nnodes: [dev, dev, {id: dev_1, role: lead}, dev_2, {dev: 2}]').nodes.map((node) => node.id);
    expect(ids).toEqual(['dev_3', 'dev_4', 'dev_1', 'dev_2', 'dev_5', 'dev_6']);
  });

  it('leaves edges out where the list is empty and builds them where the key is absent', () => {
    expect(graphOf('version: 1\nkind: flat\nnodes: [a, b]\nedges: []').edges).toEqual([]);
    expect(graphOf('version: 1\nkind: ring\nnodes: [a, b, c]').edges).toHaveLength(3);
    expect(problemsOf('version: 1\nkind: ring\nnodes: [a, b, c]\nedges: []').length).toBeGreaterThan(0);
  });

  it('reads the same JSON with and without line breaks', () => {
    const graph = template('holacratic', 40);
    const spec = { version: 1, ...graph };
    expect(graphOf(JSON.stringify(spec))).toEqual(graph);
    expect(graphOf(JSON.stringify(spec, null, '\t'))).toEqual(graph);
    expect(problemsOf('{"version": 1,\n\n"kind": "flat", "nodes":\n [1, "b"]}')).toMatchObject([{ line: 3 }, { line: 4, column: 3, path: 'nodes[0]' }]);
  });

  it('leaves the size of a template to the caller', () => {
    const parsed = parseSpec('version: 1\nname: pool\ntemplate: mesh\nparameters: {max_rounds: 5}');
    expect(parsed).toEqual({ template: { kind: 'mesh', size: null, name: 'pool', parameters: { max_rounds: 5 } } });
    const graph = specToGraph(parsed, 6);
    expect([graph.name, graph.kind, graph.nodes.length, graph.parameters]).toEqual(['pool', 'mesh', 6, { max_rounds: 5 }]);
  });

  it('reads a byte order mark and JSON with tabs', () => {
    expect(graphOf('\ufeff{\n\t"version": 1,\n\t"kind": "flat",\n\t"nodes": ["a", "b"]\n}').nodes).toHaveLength(2);
  });

  it('freezes what it returns', () => {
    const graph = graphOf('version: 1\nkind: ring\nnodes: [a, b, c]');
    expect([graph, graph.nodes, graph.nodes[0], graph.edges[0]].every(Object.isFrozen)).toBe(true);
  });
});

describe('attacks', () => {
  it('names dangling ends with the nearest id', () => {
    expect(problemsOf('version: 1\nkind: pipeline\nnodes: [planner, coder]\nedges: [planer -> coder, planner -> coder]')).toMatchObject([
      { line: 4, path: 'edges[0]', found: '"planer"', nearest: 'planner' },
    ]);
  });
  it('refuses text beyond the limits', () => {
    expect(problemsOf(' '.repeat(TEXT_LIMIT + 1))[0]?.message).toContain('too long');
    expect(problemsOf(`# ${' '.repeat(FREE_YAML_LIMIT)}`)[0]?.message).toContain('YAML text is too long');
  });
  it('survives nesting without end', () => {
    for (const text of ['['.repeat(50_000), `{"a":${'['.repeat(50_000)}`, `version: 1\ntree: ${'{a: '.repeat(2_000)}b${'}'.repeat(2_000)}`]) {
      expect(problemsOf(text).length).toBeGreaterThan(0);
    }
  });
  it('lists at most a bounded number of problems and says that there are more', () => {
    const problems = problemsOf(`{"version": 1, "nodes": [${Array.from({ length: 30_000 }, () => '7').join(',')}]}`);
    expect(problems).toHaveLength(10_001);
    expect(problems.at(-1)?.message).toContain('not listed');
  });
  it('never fails otherwise than with topology.invalid', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'version: 1\n',
        'nodes:',
        'edges:',
        '- a -> b\n',
        '{',
        '}',
        '[',
        ']',
        '&a ',
        '*a',
        '<<: ',
        '!!set ',
        '? ',
        '\t',
        'tree: ',
        ': ',
        '"',
        '|\n',
        '---\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('yaml', 'json', undefined), (pieces, format) => {
        problemsOf(pieces.join(''), { format });
      }),
      { numRuns: 500 },
    );
  });
});

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'true',
      'null',
      '~',
      '1',
      '1e3',
      '-',
      '- a',
      'a: b',
      '# x',
      '"',
      "'",
      '{a}',
      '[b',
      '*c',
      '&d',
      '!e',
      '%f',
      '@g',
      '`h',
      'yes',
      '<<',
      '.nan',
      '0x1f',
      '2020-01-01',
      '\u2066x',
      '雪',
    ),
  )
  .filter((text) => nameFault(text) === undefined);
const plain = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const graphs: fc.Arbitrary<TopologyGraph> = fc
  .record({
    name: fc.option(name, { nil: undefined }),
    kind: fc.constantFrom(null, ...TOPOLOGY_KINDS),
    ids: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
    role: name,
    level: fc.option(fc.nat(), { nil: undefined }),
    attrs: fc.option(fc.dictionary(name, plain, { minKeys: 1, maxKeys: 3 }), { nil: undefined }),
    edges: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.option(fc.constantFrom(...EDGE_KINDS), { nil: undefined })), { maxLength: 10 }),
  })
  .map(({ name: title, kind, ids, role, level, attrs, edges }) => ({
    ...(title === undefined ? {} : { name: title }),
    kind,
    nodes: ids.map((id, index) => ({
      id,
      role: index === 0 ? role : id,
      ...(level === undefined ? {} : { level }),
      ...(attrs === undefined ? {} : { attrs }),
    })),
    edges: edges.map(([from, to, edgeKind]) => ({
      from: ids[from % ids.length]!,
      to: ids[to % ids.length]!,
      ...(edgeKind === undefined ? {} : { kind: edgeKind }),
    })),
  }));

describe('the canonical form', () => {
  it('comes back byte for byte for any graph, also with names that need quotes', () => {
    fc.assert(
      fc.property(graphs, fc.constantFrom('yaml' as const, 'json' as const), (graph, format) => {
        const text = formatSpec(graph, format);
        const parsed = parseSpec(text, { format, validate: false });
        expect(formatSpec(specToGraph(parsed, 4), format)).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('means the same to the YAML library as to the fast reader', () => {
    const bare = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, member) => (['line', 'column', 'size'].includes(key) ? undefined : member)));
    let fast = 0;
    fc.assert(
      fc.property(graphs, (graph) => {
        const text = formatSpec(graph, 'yaml');
        const read = readYaml(text);
        const canonical = readCanonical(text);
        if (canonical !== undefined) {
          fast++;
          expect(bare(canonical)).toEqual(bare('value' in read ? read.value : read));
        }
      }),
      { numRuns: 200 },
    );
    expect(fast).toBeGreaterThan(20);
  });

  it('holds more edges than a call has arguments', () => {
    const { nodes, edges, kind } = template('mesh', 10_000);
    const many = { kind, nodes, edges: EDGE_KINDS.slice(0, 3).flatMap((edgeKind) => edges.map((edge) => ({ ...edge, kind: edgeKind }))) };
    const text = formatSpec(many, 'yaml');
    expect(formatSpec(graphOf(text), 'yaml')).toBe(text);
  });

  it('is read by the fast reader for every template', () => {
    for (const kind of TOPOLOGY_KINDS) expect(readCanonical(formatSpec(template(kind, 9), 'yaml')), kind).toBeDefined();
  });
});
