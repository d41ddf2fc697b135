import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/tree.mjs';
import { capture, type Gate, type GateResult, outputLines } from './gate.ts';

/** The installed tools are this package's own, also when a gate looks at another folder. */
const tool = (path: string): string => join(ROOT, 'node_modules', path);

/** A tool that fails without a word is a problem too. */
function failedWith(name: string, code: number, lines: readonly string[]): GateResult {
  if (code === 0) return { problems: [] };
  return { problems: lines.length === 0 ? [`${name} ended with exit code ${code} and printed nothing`] : lines };
}

/** Types of everything: sources, tests, benches, scripts. */
export const typecheck: Gate = async (root) => {
  const { code, output } = await capture(process.execPath, [tool('typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', root], root);
  return failedWith('tsc', code, outputLines(output));
};

/** Lint and format. Warnings fail as well: a rule worth having is worth keeping. */
export const lint: Gate = async (root) => {
  const args = [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=200', '--reporter=github'];
  const { code, output } = await capture(process.execPath, args, root);
  const lines = outputLines(output);
  const annotations = lines.filter((line) => line.startsWith('::')).map((line) => readableAnnotation(line).replace(`${root}/`, ''));
  return failedWith('biome', code, annotations.length > 0 ? annotations : lines);
};

/** Turns `::error title=lint/x,file=a.ts,line=1,…,col=2::message` into `a.ts:1:2 lint/x: message`. */
function readableAnnotation(line: string): string {
  const [, fields = '', message = ''] = /^::\w+ (.*?)::(.*)$/.exec(line) ?? [];
  if (fields === '') return line;
  const named = new Map(fields.split(',').map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]));
  return `${named.get('file')}:${named.get('line') ?? 1}:${named.get('col') ?? 1} ${named.get('title')}: ${message}`;
}

/**
 * Files, exports and dependencies that nobody uses, and packages used without being declared. knip cannot be told our import condition,
 * so tsconfig.knip.json repeats package.json's `#` imports as paths to the sources; without it the verdict would hang on an old dist.
 */
export const deadCode: Gate = async (root) => {
  if (!existsSync(join(root, 'knip.json'))) return { problems: ['knip.json is missing'] };
  const args = [tool('knip/bin/knip.js'), '--no-progress', '--reporter', 'compact', '--no-config-hints', '--tsConfig', 'tsconfig.knip.json'];
  const { code, output } = await capture(process.execPath, args, root);
  return failedWith('knip', code, outputLines(output));
};
