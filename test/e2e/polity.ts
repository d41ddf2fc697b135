import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** How one call of the built program ended. */
export interface Called {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Calls the built `polity` as a person would; `input` is its stdin, `closeAfter` closes the reading end of stdout after that many bytes. */
export function polity(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string | Buffer; readonly env?: Record<string, string>; readonly closeAfter?: number } = {},
): Promise<Called> {
  if (!existsSync(`${ROOT}dist/cli/main.js`)) throw new Error('dist is missing: npm run build');
  const child = spawn(process.execPath, [`${ROOT}bin/polity.js`, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...options.env },
    stdio: 'pipe',
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    size += chunk.length;
    if (options.closeAfter !== undefined && size >= options.closeAfter) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {}); // it may end before it has read everything
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') }));
  });
}
