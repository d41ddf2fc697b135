import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The package's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = fileURLToPath(new URL('../../bin/polity.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly home: string;
  readonly cwd?: string;
  readonly input?: string;
}

/** Starts the built program; `done` settles when it has ended. */
export function startPolity(
  args: readonly string[],
  { home, cwd, input }: Options,
): { child: ChildProcess; done: Promise<Finished>; stderrHas: (text: string) => Promise<void> } {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: cwd ?? ROOT, env: { ...process.env, POLITY_HOME: home, NO_COLOR: '1' }, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  const watchers: { text: string; resolve: () => void }[] = [];
  child.stdout.on('data', (piece) => {
    stdout += piece;
  });
  child.stderr.on('data', (piece) => {
    stderr += piece;
    for (const watcher of watchers) if (stderr.includes(watcher.text)) watcher.resolve();
  });
  child.stdin.end(input ?? '');
  const done = new Promise<Finished>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })));
  return { child, done, stderrHas: (text) => (stderr.includes(text) ? Promise.resolve() : new Promise((resolve) => watchers.push({ text, resolve }))) };
}

/** Runs the built program to its end. */
export function runPolity(args: readonly string[], options: Options): Promise<Finished> {
  return startPolity(args, options).done;
}
