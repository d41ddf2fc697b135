import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect } from 'vitest';
import { type Finished, runPolity } from './process.ts';

export interface LoggedTurn {
  readonly run_id: string;
  readonly key: string;
  readonly status: string;
  readonly output: string | null;
  readonly started_at: number;
}

/** A temporary folder with input files, and as many homes as a test asks for; gone when the tests of the file are done. */
export class Sandbox {
  readonly folder: string;
  #homes = 0;
  constructor(name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `polity-${name}-`));
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** A home that nothing has written to yet. */
  home(): string {
    return join(this.folder, `home-${this.#homes++}`);
  }

  write(name: string, content: string | readonly object[]): string {
    const path = join(this.folder, name);
    writeFileSync(path, typeof content === 'string' ? content : `${content.map((row) => JSON.stringify(row)).join('\n')}\n`);
    return path;
  }

  /** A model whose every reply is `text`, after a while: a signal then finds the run under way. */
  slowModel(sleepMs: number, text = '42'): string {
    return `scripted:${this.write(`slow-${sleepMs}.jsonl`, [{ text, input_tokens: 10, output_tokens: 5, cost_usd: 0.001, sleep_ms: sleepMs }])}`;
  }
}

/** Calls the program with --json; whatever happens, stdout is one JSON document. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
export async function json(args: readonly string[], home: string, cwd?: string): Promise<Finished & { readonly document: any }> {
  const finished = await runPolity([...args, '--json'], cwd === undefined ? { home } : { home, cwd });
  expect(finished.stderr).not.toContain('a fault of polity itself');
  return { ...finished, document: JSON.parse(finished.stdout) };
}

/** Every turn in the order of the commits, read past the program. */
export function turnsOf(home: string): readonly LoggedTurn[] {
  const db = new Database(join(home, 'polity.db'), { readonly: true });
  try {
    return db.prepare('SELECT run_id, key, status, output, started_at FROM turns ORDER BY rowid').all() as LoggedTurn[];
  } finally {
    db.close();
  }
}

/** Settles when the home holds so many turns. */
export async function waitForTurns(home: string, count: number): Promise<void> {
  for (;;) {
    try {
      if (turnsOf(home).length >= count) return;
    } catch {
      // The database is not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
