import { jsonFault, type Problem, quoteFound } from '#lib';

/** One JSON object of a JSONL text and the 1-based line it stands on. */
export interface JsonLine {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A line longer than this is a defect of the file, not data. UTF-16 code units. */
export const MAX_LINE_LENGTH = 4_000_000;

/**
 * Reads JSONL: one object per line. A byte order mark, CRLF, a missing final newline and blank lines are accepted; whatever else is wrong
 * is added to `problems` with its line, and the line is left out of the result.
 */
export function parseJsonLines(text: string, file: string, problems: Problem[]): JsonLine[] {
  const lines: JsonLine[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const value = parseLine(text, start, end, { file, line }, problems);
    if (value !== undefined) lines.push({ line, value });
    start = end + 1;
  }
  return lines;
}

function parseLine(text: string, start: number, end: number, place: { file: string; line: number }, problems: Problem[]): JsonLine['value'] | undefined {
  if (end - start > MAX_LINE_LENGTH) {
    problems.push({ ...place, message: 'the line is too long', found: `${end - start} characters`, allowed: `at most ${MAX_LINE_LENGTH}` });
    return undefined;
  }
  const source = text.slice(start, end).trim();
  if (source === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    problems.push({ ...place, ...column(error), message: 'the line is not valid JSON', found: quoteFound(source), allowed: 'one JSON object' });
    return undefined;
  }
  const fault = jsonFault(source);
  if (fault !== null) {
    problems.push({ ...place, ...fault });
    return undefined;
  }
  if (isObject(value)) return value;
  problems.push({ ...place, message: 'the line is not a JSON object', found: quoteFound(value), allowed: 'one JSON object' });
  return undefined;
}

/** Whether a parsed JSON value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function column(error: unknown): { column?: number } {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? {} : { column: Number(position) + 1 };
}

/** Problems in the order of their lines, whatever check found them. */
export function byLine(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
