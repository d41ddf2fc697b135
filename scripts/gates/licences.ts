import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gate } from './gate.ts';

/** Permissive licences. CC-BY is for data only and is no code licence. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
]);

/** Development tools under another licence that never reach a user: package name pattern → why. Nothing shipped may stand here. */
const TOOL_EXCEPTIONS: readonly (readonly [RegExp, string, string])[] = [
  [/^lightningcss(-.+)?$/, 'MPL-2.0', "part of the test runner's bundler; file-level copyleft, unmodified, never shipped"],
];

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** The licence of every package in the lockfile, shipped and development ones counted apart. */
export const licences: Gate = async (root) => {
  const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const problems: string[] = [];
  const counts = { shipped: 0, dev: 0 };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link === true) continue;
    counts[entry.dev === true ? 'dev' : 'shipped']++;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = entry.license ?? installedLicence(root, path);
    const excepted = entry.dev === true && TOOL_EXCEPTIONS.some(([pattern, spdx]) => pattern.test(name) && spdx === licence);
    if (excepted || (licence !== undefined && isPermissive(licence))) continue;
    problems.push(`${name} ${entry.version ?? ''}: licence ${licence ?? 'unknown'} (${entry.dev === true ? 'development' : 'shipped'})`);
  }
  return { problems, note: `${counts.shipped} shipped, ${counts.dev} development` };
};

function installedLicence(root: string, path: string): string | undefined {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license }: { license?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof license === 'string' ? license : undefined;
}

/** An SPDX expression: one branch of an OR is enough, an AND needs all. Mixed or nested expressions count as not permissive. */
export function isPermissive(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(bare)) return false;
  const [either, both] = [bare.split(' OR '), bare.split(' AND ')];
  if (either.length > 1 && both.length > 1) return false;
  return both.length > 1 ? both.every((part) => PERMISSIVE.has(part.trim())) : either.some((part) => PERMISSIVE.has(part.trim()));
}
