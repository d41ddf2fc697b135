import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gate } from './gate.ts';

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

type Pins = Readonly<Record<string, string>>;
type Manifest = { readonly [kind in (typeof KINDS)[number]]?: Pins };
interface LockEntry extends Manifest {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** Exact pins, a lockfile that agrees with them and is complete, an integrity hash for each package, and no download host written down. */
export const lockfile: Gate = async (root) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const problems: string[] = [];
  for (const kind of KINDS) {
    const wanted = manifest[kind] ?? {};
    const locked = lock.packages['']?.[kind] ?? {};
    for (const [name, version] of Object.entries(wanted)) {
      if (!EXACT.test(version)) problems.push(`package.json: ${kind}.${name} "${version}" is not an exact version`);
    }
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name])
        problems.push(`package-lock.json: ${kind}.${name} is ${locked[name] ?? 'absent'}, package.json says ${wanted[name] ?? 'absent'}`);
    }
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link === true) continue;
    if (entry.resolved !== undefined)
      problems.push(`package-lock.json: ${path} names a download address (${entry.resolved}); run npm install with this package's .npmrc`);
    if (entry.integrity === undefined) problems.push(`package-lock.json: ${path} has no integrity hash`);
    problems.push(...missingNeeds(path, entry, lock.packages));
  }
  return { problems, note: `${Object.keys(lock.packages).length - 1} packages` };
};

/** `npm ci` refuses a lockfile that lacks a package another one names, an optional one for another platform included. */
function missingNeeds(path: string, entry: LockEntry, packages: Readonly<Record<string, LockEntry>>): readonly string[] {
  const needs = [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {})];
  return needs.filter((name) => !isReachable(path, name, packages)).map((name) => `package-lock.json: ${path} needs ${name}, which is not in it`);
}

/** Node's look-up: the package's own node_modules, then those of each folder above. */
function isReachable(from: string, name: string, packages: Readonly<Record<string, LockEntry>>): boolean {
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder}/node_modules/${name}`] !== undefined) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}
