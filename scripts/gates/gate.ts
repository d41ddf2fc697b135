import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { filesBelow } from '../lib/tree.mjs';

/** What a gate found. Problems fail the check; warnings and notes are shown and fail nothing. */
export interface GateResult {
  readonly problems: readonly string[];
  readonly warnings?: readonly string[];
  /** Shown beside the gate's name, e.g. how much was looked at. */
  readonly note?: string;
}

/** A gate looks at the package in `root`; it takes the folder so that its test can point it at a violation. */
export type Gate = (root: string) => Promise<GateResult>;

/** Folders that hold our own code. */
export const CODE_FOLDERS = ['src', 'test', 'bench', 'examples', 'scripts', 'bin'] as const;

/** Our code files below the given folders, relative to root with forward slashes; fixtures are data, not code. */
export function codeFiles(root: string, folders: readonly string[] = CODE_FOLDERS): readonly string[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)).map((file) => `${folder}/${file.replaceAll('\\', '/')}`))
    .filter((file) => /\.(ts|mts|mjs|cjs|js)$/.test(file) && !file.endsWith('.d.ts') && !file.includes('/fixtures/') && !file.includes('/dist/'));
}

/** Test code: files named `.test.`, the folder test/, and the generators and cases a module keeps for its own tests. */
export function isTestCode(file: string): boolean {
  return /\.test\.m?[jt]s$/.test(file) || file.startsWith('test/') || /^src\/.+\/testing\//.test(file);
}

/** Runs a program and resolves with its exit code and all it printed. */
export function capture(command: string, args: readonly string[], cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** The non-empty lines of a program's output. */
export function outputLines(output: string): readonly string[] {
  return output.split('\n').filter((line) => line.trim() !== '');
}
