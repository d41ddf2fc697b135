import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINIMUM_SIZE, TOPOLOGY_KINDS } from '#topology';
import { polity } from './polity.ts';

const COMMANDS = ['list', 'show', 'template', 'validate', 'classify', 'convert', 'recommend'];

let folder: string;
const at = (name: string) => join(folder, name);
const write = (name: string, text: string | Buffer) => writeFileSync(at(name), text);
const here = (args: readonly string[], options: Parameters<typeof polity>[1] = {}) => polity(args, { cwd: folder, ...options });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polity-cli-'));
  write('good.yaml', 'version: 1\nkind: ring\nnodes: [a, b, c, d]\n');
  write('declared-wrong.yaml', 'version: 1\nkind: pipeline\nnodes: [a, b, c, d]\nedge_kind: pipes_to\nedges: [a -> b, b -> c, c -> d, d -> a]\n');
  write('bad.yaml', 'version: 1\nkind: pipline\nnodes: [a, b]\nedges: [a -> x]\n');
  write('sizeless.yaml', 'version: 1\ntemplate: debate\n');
  write('evil.yaml', 'version: 1\nkind: mesh\nname: "x\\e[2J"\nnodes: [{id: "a\\u202eb", role: r}, "q\\e]0;t\\a"]\n');
  write('binary.yaml', Buffer.from([0x76, 0, 1, 2]));
  write('latin1.yaml', Buffer.from([0x6e, 0xe9, 0x0a]));
  mkdirSync(at('folder'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('every kind', () => {
  it.each(TOPOLOGY_KINDS)('%s: template, validate, classify and convert there and back', async (kind) => {
    const size = MINIMUM_SIZE[kind] + 3;
    const made = await here(['topologies', 'template', kind, '--size', String(size)]);
    expect(made).toMatchObject({ code: 0, err: '' });

    const [valid, classified, json, dot] = await Promise.all([
      here(['topologies', 'validate', '-', '--json'], { input: made.out }),
      here(['topologies', 'classify', '-', '--json'], { input: made.out }),
      here(['topologies', 'convert', '-', '--to', 'json', '--out', `${kind}.json`], { input: made.out }),
      here(['topologies', 'convert', '-', '--to', 'dot'], { input: made.out }),
    ]);
    expect(JSON.parse(valid.out)).toMatchObject({ valid: true, files: [{ file: 'stdin', valid: true, kind, nodes: size }] });
    expect(Object.keys(JSON.parse(classified.out))).toEqual(['declared', 'inferred', 'metrics', 'evidence']);
    expect(JSON.parse(classified.out)).toMatchObject({ declared: kind, inferred: { kind }, metrics: { nodes: size } });
    expect(json).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(readFileSync(at(`${kind}.json`), 'utf8')).nodes).toHaveLength(size);
    expect(dot.out).toMatch(/^digraph/);

    const back = await here(['topologies', 'convert', `${kind}.json`, '--to', 'yaml']);
    expect(back.out).toBe(made.out);
  });
});

describe('list, show and recommend', () => {
  it('list names all kinds with sizes', async () => {
    const [human, json] = await Promise.all([here(['topologies', 'list']), here(['topologies', 'list', '--json'])]);
    for (const kind of TOPOLOGY_KINDS) expect(human.out).toContain(kind);
    expect(JSON.parse(json.out).topologies.map((entry: { kind: string }) => entry.kind)).toEqual([...TOPOLOGY_KINDS]);
  });

  it('show explains one kind and draws it', async () => {
    const [human, json] = await Promise.all([here(['topologies', 'show', 'debate']), here(['topologies', 'show', 'debate', '--json'])]);
    expect(human.out).toMatch(/judge[\s\S]*flowchart/);
    expect(JSON.parse(json.out)).toMatchObject({ kind: 'debate', minimum_size: 3, parameters: [{ name: 'rounds', default: 2 }, {}] });
  });

  it('recommend ranks all kinds, says that it is a prior, and how to measure', async () => {
    const [human, json] = await Promise.all([
      here(['topologies', 'recommend', '--weights', 'quality=1']),
      here(['topologies', 'recommend', '--weights', 'latency=3,cost=1', '--json']),
    ]);
    expect(human.out).toMatch(/prior, not a measurement[\s\S]*polity compare --tasks TASKS --arms single,/);
    const { prior, recommendations } = JSON.parse(json.out);
    expect(prior).toBe(true);
    expect(recommendations).toHaveLength(TOPOLOGY_KINDS.length);
    const scores = recommendations.map((entry: { score: number }) => entry.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});

describe('classify', () => {
  it('reads a graph that is not valid for the kind it declares, and says that they differ', async () => {
    const [human, json, invalid] = await Promise.all([
      here(['topologies', 'classify', 'declared-wrong.yaml']),
      here(['topologies', 'classify', 'declared-wrong.yaml', '--json']),
      here(['topologies', 'validate', 'declared-wrong.yaml']),
    ]);
    expect(human.out).toContain('declared pipeline and drawn as ring');
    expect(JSON.parse(json.out)).toMatchObject({ declared: 'pipeline', inferred: { kind: 'ring' } });
    expect(invalid.code).toBe(1);
  });

  it('answers for several files in their order and keeps what could be read', async () => {
    const called = await here(['topologies', 'classify', 'sizeless.yaml', 'gone.yaml', 'good.yaml', '--json']);
    expect(called.code).toBe(1);
    expect(JSON.parse(called.out)).toMatchObject([
      { file: 'sizeless.yaml', inferred: { kind: 'debate' } },
      { file: 'gone.yaml', error: { code: 'file.not_found' } },
      { file: 'good.yaml', inferred: { kind: 'ring' } },
    ]);
    expect(called.err).toContain('gone.yaml');
  });
});

describe('validate', () => {
  it('lists every problem of every file', async () => {
    const files = ['bad.yaml', 'good.yaml', 'binary.yaml', 'latin1.yaml', 'folder', 'gone.yaml'];
    const [human, json] = await Promise.all([here(['topologies', 'validate', ...files]), here(['topologies', 'validate', '--json', ...files])]);
    expect([human.code, json.code]).toEqual([1, 1]);
    expect(human.out).toContain('did you mean "pipeline"?');
    expect(human.out).toMatch(/^ok +good\.yaml/m);
    const document = JSON.parse(json.out);
    expect(document.files.map((file: { valid: boolean }) => file.valid)).toEqual([false, true, false, false, false, false]);
    expect(document.files[0].problems.length).toBeGreaterThanOrEqual(2);
    expect(document.files.at(-1)).toMatchObject({ file: 'gone.yaml', code: 'file.not_found' });
    expect(json.err).toBe('');
  });
});

describe('files that are written', () => {
  it('are not overwritten without --force', async () => {
    const args = ['topologies', 'template', 'mesh', '--out', 'sub/mesh.yaml'];
    expect((await here(args)).code).toBe(0);
    const before = readFileSync(at('sub/mesh.yaml'), 'utf8');
    const refused = await here([...args, '--size', '3']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--force');
    expect(readFileSync(at('sub/mesh.yaml'), 'utf8')).toBe(before);
    const forced = await here([...args, '--size', '3', '--force', '--json']);
    expect(JSON.parse(forced.out)).toMatchObject({ file: 'sub/mesh.yaml', format: 'yaml', nodes: 3 });
    expect((await here(['topologies', 'template', 'mesh', '--out', 'folder', '--force'])).code).toBe(2);
  });

  it('a drawing is made of what is not valid, a spec is not', async () => {
    const [drawn, refused] = await Promise.all([
      here(['topologies', 'convert', 'declared-wrong.yaml', '--to', 'mermaid']),
      here(['topologies', 'convert', 'declared-wrong.yaml', '--to', 'json']),
    ]);
    expect(drawn).toMatchObject({ code: 0 });
    expect(drawn.out).toMatch(/^flowchart/);
    expect(drawn.err).toContain('not valid');
    expect(refused).toMatchObject({ code: 1, out: '' });
  });
});

describe('wrong calls', () => {
  it.each([
    [['topologies', 'shwo', 'mesh'], 2, 'did you mean show?'],
    [['topologeis'], 2, 'did you mean topologies?'],
    [['topologies'], 2, 'needs a command'],
    [[], 2, 'Usage: polity'],
    [['topologies', 'show', 'mehs'], 2, 'did you mean "mesh"?'],
    [['topologies', 'show', 'hub-spoke'], 2, 'did you mean "hub_spoke"?'],
    [['topologies', 'show'], 2, "missing required argument 'kind'"],
    [['topologies', 'list', 'x'], 2, 'too many arguments'],
    [['topologies', 'template', 'mesh', '--sise', '4'], 2, 'did you mean --size?'],
    [['topologies', 'template', 'mesh', '--size', '4.5'], 2, 'a whole number from 1'],
    [['topologies', 'template', 'debate', '--size', '2'], 2, 'from 3 to 10000'],
    [['topologies', 'template', 'mesh', '--format', 'yml'], 2, 'did you mean "yaml"?'],
    [['topologies', 'convert', 'good.yaml'], 2, '--to'],
    [['topologies', 'recommend', '--weights', 'qualty=1,cost=x'], 2, 'did you mean "quality"?'],
    [['topologies', 'recommend', '--weights', 'quality=0'], 2, 'no weight is above 0'],
    [['topologies', 'validate', '-', '-'], 2, 'stdin'],
    [['topologies', 'classify', 'gone.yaml'], 1, 'gone.yaml'],
    [['topologies', 'classify', 'folder'], 1, 'a folder'],
    [['topologies', 'classify', 'binary.yaml'], 1, 'not a text file'],
    [['topologies', 'classify', 'bad.yaml'], 1, 'bad.yaml:2'],
  ])('%j exits with %i and says why, also as JSON', async (args, code, says) => {
    const [human, json] = await Promise.all([here(args), here([...args, '--json'])]);
    expect(human).toMatchObject({ code, out: '' });
    expect(human.err).toContain(says);
    expect(human.err).not.toMatch(/\n +at /);
    expect(json.code).toBe(code);
    expect(Object.keys(JSON.parse(json.out))).toEqual(['error']);
    expect(Object.keys(JSON.parse(json.out).error)).toEqual(['code', 'message', 'details']);
  });
});

describe('the terminal', () => {
  it('gets no control character from a spec, and no colours without a terminal unless forced', async () => {
    const shown = await Promise.all([
      here(['topologies', 'validate', 'evil.yaml']),
      here(['topologies', 'classify', 'evil.yaml']),
      here(['topologies', 'convert', 'evil.yaml', '--to', 'mermaid']),
      here(['topologies', 'classify', 'evil.yaml', '--json']),
      here(['topologies', 'classify', 'good.yaml', 'gone\u001b[2J']),
    ]);
    for (const { out, err } of shown) expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    const coloured = await here(['topologies', 'classify', 'good.yaml'], { env: { FORCE_COLOR: '1' } });
    expect(coloured.out).toContain('\u001b[1m');
  });

  it('may stop reading: a closed pipe is no crash', async () => {
    const called = await here(['topologies', 'template', 'mesh', '--size', '5000'], { closeAfter: 1 });
    expect(called).toMatchObject({ code: 0, err: '' });
  });
});

describe('help and version', () => {
  it('every command has a help page with examples', async () => {
    const pages = await Promise.all(COMMANDS.map((command) => here(['topologies', command, '--help'])));
    for (const page of pages) {
      expect(page).toMatchObject({ code: 0, err: '' });
      expect(page.out).toMatch(/Examples:\n {2}\$ polity topologies/);
      expect(page.out).toContain('--json');
    }
  });

  it('the version is that of the package, also as JSON', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await polity(['--version'])).out).toBe(`${version}\n`);
    expect(JSON.parse((await polity(['--version', '--json'])).out)).toEqual({ text: version });
  });
});
