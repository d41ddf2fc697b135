import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { DEFAULT_PARAMETERS } from './parameters.ts';
import { parseSimulation } from './parse-parameters.ts';

const FILE = 'world.yaml';
const parse = (text: string) => parseSimulation(text, { file: FILE });

function problemsOf(text: string): unknown {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof PolityError && error.code === 'file.invalid') return error.details.problems;
    throw error;
  }
  throw new Error('the parameters were accepted');
}

describe('parseSimulation', () => {
  it('keeps the default population where nothing is said', () => {
    expect(parse('version: 1')).toEqual(DEFAULT_PARAMETERS);
    expect(parse('{"version": 1, "agents": {}}')).toEqual(DEFAULT_PARAMETERS);
  });

  it('lays agents over the defaults of the file and those over the preset', () => {
    const world = parse(`
version: 1
world_seed: 9
defaults:
  skill: {default: 0.5, algebra: 0.3}
  critique: 0.9
  price: {input_usd_per_million: 2, output_usd_per_million: 8}
agents:
  ada: {skill: {algebra: 0.8}, failure_rate: 0.1, tokens: {answer: 50}, latency: {base_ms: 1}}
  bob: {skill: 0.2, price: null}
correlation: {between: 0.7}
distractors: {count: 2, skew: 0}
`);
    const ada = world.agents.get('ada');
    expect([ada?.skill.get('algebra'), ada?.defaultSkill, ada?.critique, ada?.failureRate, ada?.tokens.output.answer]).toEqual([0.8, 0.5, 0.9, 0.1, 50]);
    expect(ada?.price).toEqual({ inputUsd: 2e-6, outputUsd: 8e-6 });
    expect(ada?.latency).toEqual({ baseMs: 1, perOutputTokenMs: DEFAULT_PARAMETERS.anyAgent.latency.perOutputTokenMs });
    const bob = world.agents.get('bob');
    expect([bob?.skill.size, bob?.defaultSkill, bob?.price]).toEqual([0, 0.2, null]);
    expect(world.anyAgent.skill.get('algebra')).toBe(0.3);
    expect(world.correlation).toEqual({ between: 0.7, within: 0.7 });
    expect([world.worldSeed, world.distractors]).toEqual([9, { count: 2, skew: 0 }]);
  });

  it('lists every problem with line, path and the nearest known key', () => {
    const text = `version: 2
defaults:
  skil: 0.5
  critique: 1.5
  judging: high
agents:
  ada:
    skill: {algebra: -1}
    price: {input_usd_per_million: 1}
  bob: 3
correlation: {between: 0.8, within: 0.2}
distractors: {count: 2.5}
`;
    expect(problemsOf(text)).toMatchObject([
      { line: 1, path: 'version' },
      { line: 3, path: 'defaults.skil', nearest: 'skill' },
      { line: 4, path: 'defaults.critique', allowed: '0 to 1' },
      { line: 5, path: 'defaults.judging', found: '"high"' },
      { line: 8, path: 'agents.ada.skill.algebra' },
      { line: 9, path: 'agents.ada.price' },
      { line: 10, path: 'agents.bob' },
      { line: 11, path: 'correlation.within' },
      { line: 12, path: 'distractors.count' },
    ]);
  });

  it('refuses what is no document of this kind', () => {
    expect(problemsOf('')).toMatchObject([{ message: expect.stringContaining('version') }]);
    expect(problemsOf('[1, 2]')).toMatchObject([{ message: 'must be a map' }, {}]);
    expect(problemsOf('version: 1\nversion: 1')).toMatchObject([{ line: 2 }]);
    expect(problemsOf('version: 1\ndefaults: {')).toMatchObject([{ file: FILE, line: expect.any(Number) }]);
    expect(problemsOf('version: 1\ndefaults: &x {critique: 0.1}\nagents: {a: *x}')).toMatchObject([{ path: 'agents.a', found: '"*x"' }]);
  });
});
