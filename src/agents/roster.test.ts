import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PolityError, type Problem } from '#lib';
import { readRoster } from './roster.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polity-agents-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function refusal(directory = folder): { readonly code: string; readonly message: string; readonly problems: readonly Problem[] } {
  try {
    readRoster(directory);
  } catch (thrown) {
    if (!(thrown instanceof PolityError)) throw thrown;
    const { problems } = thrown.details;
    return { code: thrown.code, message: thrown.message, problems: Array.isArray(problems) ? problems : [] };
  }
  throw new Error('the roster was read');
}

describe('a roster', () => {
  it('is every folder in the order of their names; files and hidden folders are nobody', () => {
    write('zoe/agent.toml', 'skills = ["algebra", "prose"]\n');
    write('abe_2/agent.toml', 'model = "simulated"\n');
    write('max-3/agent.toml', '');
    write('README.md', 'hello');
    write('.git/config', 'x');
    expect(readRoster(folder)).toEqual([
      { id: 'abe_2', model: 'simulated', skills: [] },
      { id: 'max-3', model: null, skills: [] },
      { id: 'zoe', model: null, skills: ['algebra', 'prose'] },
    ]);
  });

  it('that does not exist, or that holds nobody, is refused', () => {
    expect(refusal(join(folder, 'gone'))).toMatchObject({ code: 'file.not_found' });
    expect(refusal()).toMatchObject({ code: 'file.invalid', message: expect.stringContaining('holds no agent') });
  });

  it('lists the problems of all agents in one error, with file and line', () => {
    write('Ann/agent.toml', '');
    write('bob/agent.toml', '# skills = ["x"] comes later\nmodel = 3\nskils = ["a"]\nskills = ["a", 1]\n');
    write('cat/notes.txt', '');
    write('dan/agent.toml', 'model = "a"\n\nmodel = = "b"\n');
    write('eve/agent.toml', 'skills = "algebra"\n[models]\nx = 1\n');
    const { code, problems } = refusal();
    expect(code).toBe('file.invalid');
    const seen = problems.map(({ file, line, path, nearest }) => ({ file: file?.slice(folder.length + 1), line, path, nearest }));
    expect(seen).toEqual([
      { file: 'Ann/agent.toml', line: undefined, path: undefined, nearest: undefined },
      { file: 'bob/agent.toml', line: 3, path: 'skils', nearest: 'skills' },
      { file: 'bob/agent.toml', line: 2, path: 'model', nearest: undefined },
      { file: 'bob/agent.toml', line: 4, path: 'skills', nearest: undefined },
      { file: 'cat/agent.toml', line: undefined, path: undefined, nearest: undefined },
      { file: 'dan/agent.toml', line: 3, path: undefined, nearest: undefined },
      { file: 'eve/agent.toml', line: 2, path: 'models', nearest: 'model' },
      { file: 'eve/agent.toml', line: 1, path: 'skills', nearest: undefined },
    ]);
    expect(problems[5]?.column).toBeGreaterThan(0);
  });

  it('tells a file that cannot be read from one that is missing', () => {
    mkdirSync(join(folder, 'amy', 'agent.toml'), { recursive: true });
    expect(refusal().problems[0]?.message).toContain('cannot be read');
  });
});
