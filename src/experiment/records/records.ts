import { nearestName, type Problem, quoteFound } from '#lib';

/** The format of a list of records. */
export type RecordFormat = 'jsonl' | 'yaml' | 'csv';

/** One record of a file: its members as parsed (texts only in CSV) and the 1-based line on which it begins. */
export interface FileRecord {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Where a text came from, for messages. */
export interface RecordSource {
  readonly file: string;
  readonly problems: Problem[];
}

/** Whether a parsed value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds a problem for each key that the format does not know, with the nearest one that it knows. */
export function checkKeys(keys: readonly string[], known: readonly string[], line: number, { file, problems }: RecordSource): void {
  for (const key of keys) {
    if (known.includes(key)) continue;
    problems.push({ file, line, message: 'unknown key', found: quoteFound(key), allowed: known.join(', '), nearest: nearestName(key, known) });
  }
}

/** Problems in the order of their lines, whatever check found them. */
export function byLine(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
