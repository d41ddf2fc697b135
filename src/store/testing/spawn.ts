import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** A child process and the lines it has printed so far. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves with the exit code, null when a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Resolves at the first line that fits; rejects when the process ends before. */
  until(fits: (line: string) => boolean): Promise<void>;
}

/** Starts `child.ts` with these arguments. */
export function startChild(...args: readonly string[]): Child {
  const child = spawn(process.execPath, ['--conditions=polity-src', '--import', 'tsx', CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  let rest = '';
  let ended = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const watcher of watchers) watcher();
  });
  const exit = once(child, 'close').then(([code]: (number | null)[]) => {
    ended = true;
    for (const watcher of watchers) watcher();
    return code ?? null;
  });
  const until = (fits: (line: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (lines.some(fits)) resolve();
        else if (ended) reject(new Error(`the child ended after: ${lines.slice(-3).join(' | ')}`));
        else return;
        watchers.delete(look);
      };
      watchers.add(look);
      look();
    });
  return { process: child, lines, exit, until };
}
