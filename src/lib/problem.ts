import { type ErrorCode, PolityError } from './errors.ts';

/** One thing wrong with an input: where it is, what was found, what is allowed, and the nearest valid name. */
export interface Problem {
  /** File name or flag ("--arms"); absent when the caller adds it. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Place inside the document, e.g. `edges[3].kind`. */
  readonly path?: string;
  /** What is wrong, one sentence without full stop. */
  readonly message: string;
  readonly found?: string;
  readonly allowed?: string;
  readonly nearest?: string;
}

const SHOWN_LIMIT = 120;

/** Shortens and escapes untrusted text so that it cannot break a terminal line. */
export function quoteFound(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    text = undefined; // cyclic or exotic values are shown by type only
  }
  const shown = text ?? String(value);
  const cut = shown.length > SHOWN_LIMIT ? `${shown.slice(0, SHOWN_LIMIT)}…` : shown;
  return JSON.stringify(cut).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** One problem on one line: `file:line:column: path: message (found …; allowed …; did you mean …?)`. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.line === undefined ? undefined : problem.column].filter((part) => part !== undefined).join(':');
  const notes = [
    problem.found === undefined ? undefined : `found ${problem.found}`,
    problem.allowed === undefined ? undefined : `allowed: ${problem.allowed}`,
    problem.nearest === undefined ? undefined : `did you mean "${problem.nearest}"?`,
  ].filter((note) => note !== undefined);
  const head = [place, problem.path].filter((part) => part !== undefined && part !== '').join(': ');
  return `${head === '' ? '' : `${head}: `}${problem.message}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

const LISTED_LIMIT = 50;

/** One error that lists every problem (the first 50 in the message, all in `details.problems`). */
export function problemsError(code: ErrorCode, headline: string, problems: readonly Problem[]): PolityError {
  const lines = problems.slice(0, LISTED_LIMIT).map((problem) => `  ${formatProblem(problem)}`);
  if (problems.length > LISTED_LIMIT) lines.push(`  … and ${problems.length - LISTED_LIMIT} more`);
  return new PolityError(code, `${headline}\n${lines.join('\n')}`, { details: { problems } });
}

/** The candidate within edit distance 2 (or a third of its length), nearest first, ties by order; undefined when none is close. */
export function nearestName(found: string, candidates: Iterable<string>): string | undefined {
  if (found.length > 64) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = Math.max(2, Math.floor(candidate.length / 3));
    if (Math.abs(candidate.length - found.length) > limit) continue;
    const distance = editDistance(found.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
