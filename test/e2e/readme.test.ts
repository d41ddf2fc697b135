import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runPolity } from './process.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const blocks = (language: string) => [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '');
const home = mkdtempSync(join(tmpdir(), 'polity-readme-'));

/** Words of a command line, with double quotes around those that hold spaces. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

const commands = blocks('sh')
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('polity '));

describe('README', () => {
  it('shows enough commands to be a tour', () => {
    expect(commands.length).toBeGreaterThan(7);
  });

  it.each(commands)('%s', async (line) => {
    const { code, stdout, stderr } = await runPolity(words(line).slice(1), { home });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('polity:')]);
    expect(stdout.length).toBeGreaterThan(20);
  });

  it('has a program that runs against the package as it is imported', () => {
    const [program = ''] = blocks('ts');
    const file = join(ROOT, 'examples', `.readme-${process.pid}.ts`);
    writeFileSync(file, program);
    try {
      const printed = execFileSync(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), file], { cwd: ROOT, encoding: 'utf8' });
      expect(printed).toMatch(/single/);
      expect(printed).toMatch(/mesh/);
    } finally {
      execFileSync('rm', ['-f', file]);
    }
  });

  it('has an example that runs one task over three topologies', () => {
    const printed = execFileSync(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'examples/topology-bench.ts')], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const arm of ['single (control)', 'self_consistency:5', 'swarm', 'mesh', 'debate']) expect(printed).toContain(arm);
    expect(printed).toContain('SIMULATED');
  });
});
