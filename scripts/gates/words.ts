import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../lib/tree.mjs';
import { capture, type Gate, outputLines } from './gate.ts';

interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly why: string;
  /** Only in these files; absent: in all. */
  readonly only?: RegExp;
}

/** What no tracked file may say. The patterns are written so that they do not match themselves. */
const FORBIDDEN: readonly ForbiddenWord[] = [
  { pattern: /(?<![\w.])[/]work[/][a-z]/, why: 'a path of one machine' },
  { pattern: /(?<![\w.])[/](home|Users)[/][a-z][\w-]*[/]/, why: 'a path of one machine', only: /^(src|scripts|bin|docs|README|examples)/ },
  { pattern: /\.\.[/]shared\b/, why: 'a folder outside the repository' },
  { pattern: /https?:[/][/][^\s/"']*\b(registry|artifactory|nexus|verdaccio)\b[^\s"']*/, why: 'a registry host' },
  { pattern: /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/, why: 'an unfinished place', only: /^(src|scripts|bin|bench|examples)\// },
  { pattern: /\bnot (yet )?implemente[d]\b/i, why: 'an unfinished place', only: /^(src|scripts|bin|bench|examples)\// },
];

/** Words that must not stand in tracked files: machine paths, registry hosts, markers of unfinished work. */
export const words: Gate = async (root) => {
  const files = await trackedFiles(root);
  const problems: string[] = [];
  for (const file of files) {
    if (!existsSync(join(root, file))) continue; // deleted but not yet committed
    const content = readFileSync(join(root, file));
    if (content.includes(0)) continue; // binary
    problems.push(...wordsIn(file, content.toString('utf8')));
  }
  return { problems, note: `${files.length} files` };
};

/** The problems of one file. */
export function wordsIn(file: string, text: string): readonly string[] {
  const active = FORBIDDEN.filter(({ only, pattern }) => (only === undefined || only.test(file)) && pattern.test(text));
  if (active.length === 0) return [];
  return text.split('\n').flatMap((line, index) =>
    active.flatMap(({ pattern, why }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${index + 1}: "${found}" is ${why}`];
    }),
  );
}

async function trackedFiles(root: string): Promise<readonly string[]> {
  if (!existsSync(join(root, '.git'))) return filesBelow(root).filter((file) => !file.startsWith('node_modules') && !file.startsWith('dist'));
  const { output } = await capture('git', ['ls-files'], root);
  return outputLines(output);
}
