import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

/** The rows of a published CSV, read without the product's own readers. No cell of these files holds a comma or a quote. */
export function figures(name: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = readFileSync(join(ROOT, 'data/recorded', name), 'utf8')
    .trim()
    .split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index] ?? '', cell])));
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/**
 * An independent plurality over numeric answers: absent ones do not vote, texts that are no number agree with nothing but themselves
 * as voters, and ties go to whoever voted first.
 */
export function numericPlurality(votes: readonly (string | null)[]): string | null {
  const present = votes.filter((vote): vote is string => vote !== null);
  const agree = (vote: string): number => (isNumber(vote) ? present.filter((other) => isNumber(other) && Number(other) === Number(vote)).length : 1);
  const most = Math.max(0, ...present.map(agree));
  return present.find((vote) => agree(vote) === most) ?? null;
}

/** Whether a numeric answer is the right one. */
export function isRight(answer: string | null, gold: string): boolean {
  return answer !== null && isNumber(answer) && Number(answer) === Number(gold);
}

/** An independent plurality over equivalence classes; ties go to whoever voted first. */
export function classPlurality(votes: readonly (number | undefined)[]): number | undefined {
  const present = votes.filter((vote) => vote !== undefined && vote !== -1);
  const count = (vote: number | undefined): number => present.filter((other) => other === vote).length;
  const most = Math.max(0, ...present.map(count));
  return present.find((vote) => count(vote) === most);
}

/** What arithmetic says about two arms on the same tasks, from their scores alone. */
export function paired(a: readonly number[], b: readonly number[]): { difference: number; aOnly: number; bOnly: number; interval: [number, number] } {
  const differences = a.map((score, index) => score - (b[index] ?? 0));
  const n = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / n;
  const sd = Math.sqrt(differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = (1.96 * sd) / Math.sqrt(n);
  return {
    difference: mean,
    aOnly: differences.filter((value) => value > 0).length,
    bOnly: differences.filter((value) => value < 0).length,
    interval: [mean - half, mean + half],
  };
}
