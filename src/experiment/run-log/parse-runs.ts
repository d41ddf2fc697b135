import { nearestName, type Problem, problemsError, quoteFound } from '#lib';
import { readCsv } from '../records/read-csv.ts';
import { readJsonl } from '../records/read-jsonl.ts';
import { byLine, checkKeys, type FileRecord, type RecordSource } from '../records/records.ts';
import { RUN_COLUMNS, RUN_LOG_STATUSES, type RunColumn, type RunRow, runKey } from './run-row.ts';

const REQUIRED = ['task_id', 'arm', 'seed', 'score'] as const;
const MAX_NAME_LENGTH = 512;
/** Plain decimal notation: what spreadsheets and programs write, and nothing that `Number` merely tolerates (hex, blanks). */
/** Largest cost, count or time that is believed: sums over a million runs of it stay exact enough to mean something. */
const LARGEST = 1e15;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Parses a run log, `runs.csv` (header) or `runs.jsonl`; without `format` the file's name decides, then the first character. Throws one
 * `file.invalid` with every problem: wrong numbers, unknown columns, a second run of the same task, arm and seed.
 */
export function parseRuns(text: string, source: { readonly file: string; readonly format?: 'csv' | 'jsonl' }): readonly RunRow[] {
  const problems: Problem[] = [];
  const place: RecordSource = { file: source.file, problems };
  const format = source.format ?? formatOf(source.file, text);
  const records = format === 'csv' ? readCsv(text, { known: RUN_COLUMNS, required: REQUIRED }, place) : readJsonl(text, place);
  const reader = new RunReader(place, format === 'jsonl');
  const runs: RunRow[] = [];
  for (const record of records) {
    const run = reader.read(record);
    if (run !== undefined) runs.push(run);
  }
  if (records.length === 0 && problems.length === 0) problems.push({ file: source.file, message: 'the log holds no run', allowed: 'at least one run' });
  if (problems.length > 0) throw problemsError('file.invalid', 'The run log cannot be used:', byLine(problems));
  return runs;
}

function formatOf(file: string, text: string): 'csv' | 'jsonl' {
  if (/\.csv$/i.test(file)) return 'csv';
  return /\.(jsonl|ndjson)$/i.test(file) || /^\ufeff?\s*\{/.test(text) ? 'jsonl' : 'csv';
}

class RunReader {
  readonly #source: RecordSource;
  readonly #checkKeys: boolean;
  readonly #lineOf = new Map<string, number>();
  constructor(source: RecordSource, checkKeysOfRows: boolean) {
    this.#source = source;
    this.#checkKeys = checkKeysOfRows;
  }

  /** One run, or undefined after its problems were noted. */
  read({ line, value }: FileRecord): RunRow | undefined {
    const before = this.#source.problems.length;
    if (this.#checkKeys) this.#keys(value, line);
    const run: RunRow = {
      taskId: this.#name(value, 'task_id', line) ?? '',
      arm: this.#name(value, 'arm', line) ?? '',
      seed: this.#name(value, 'seed', line) ?? '',
      score: this.#number(value, 'score', line, 1),
      status: this.#status(value.status, line),
      costUsd: this.#number(value, 'cost_usd', line),
      inputTokens: this.#number(value, 'input_tokens', line),
      outputTokens: this.#number(value, 'output_tokens', line),
      turns: this.#number(value, 'turns', line),
      latencyMs: this.#number(value, 'latency_ms', line),
      blockedApprovals: this.#number(value, 'blocked_approvals', line),
      class: this.#text(value, 'class', line),
      runId: this.#text(value, 'run_id', line),
      reason: this.#text(value, 'reason', line),
    };
    if (this.#source.problems.length > before) return undefined;
    return this.#first(run, line) ? run : undefined;
  }

  #problem(line: number, problem: Problem): null {
    this.#source.problems.push({ file: this.#source.file, line, ...problem });
    return null;
  }

  #keys(value: FileRecord['value'], line: number): void {
    checkKeys(Object.keys(value), RUN_COLUMNS, line, this.#source);
    if (!Object.hasOwn(value, 'score'))
      this.#problem(line, { path: 'score', message: 'the key is missing', allowed: 'a number from 0 to 1, or null (unscored)' });
  }

  #name(value: FileRecord['value'], key: RunColumn, line: number): string | null {
    const given = value[key];
    const text = typeof given === 'number' && Number.isFinite(given) ? String(given) : given;
    const allowed = `a text of 1 to ${MAX_NAME_LENGTH} characters`;
    if (text === undefined || text === null || text === '') return this.#problem(line, { path: key, message: 'is empty', allowed });
    if (typeof text === 'string' && text.length <= MAX_NAME_LENGTH) return text;
    return this.#problem(line, { path: key, message: 'is not a usable name', found: quoteFound(given), allowed });
  }

  #text(value: FileRecord['value'], key: RunColumn, line: number): string | null {
    const given = value[key];
    if (given === undefined || given === null || given === '') return null;
    if (typeof given === 'string') return given;
    if (typeof given === 'number') return String(given);
    return this.#problem(line, { path: key, message: 'is not a text', found: quoteFound(given), allowed: 'a text, or null' });
  }

  #number(value: FileRecord['value'], key: RunColumn, line: number, maximum?: number): number | null {
    const given = value[key];
    if (given === undefined || given === null || given === '') return null;
    const trimmed = typeof given === 'string' && !this.#checkKeys ? given.trim() : given;
    if (trimmed === '') return null;
    const number =
      typeof trimmed === 'number' ? trimmed : typeof trimmed === 'string' && !this.#checkKeys && NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
    if (Number.isFinite(number) && number >= 0 && number <= (maximum ?? LARGEST)) return number;
    const range = maximum === undefined ? `a number from 0 to ${LARGEST}, or empty for unknown` : `a number from 0 to ${maximum}, or empty for unscored`;
    return this.#problem(line, { path: key, message: 'is not a usable number', found: quoteFound(given), allowed: range });
  }

  #status(given: unknown, line: number): string {
    if (given === undefined || given === null || given === '') return 'completed';
    const status = typeof given === 'string' ? given.trim().toLowerCase() : '';
    const known = RUN_LOG_STATUSES.find((candidate) => candidate === status);
    if (known !== undefined) return known;
    const nearest = nearestName(status, RUN_LOG_STATUSES);
    if (status !== '' && status.length <= MAX_NAME_LENGTH && nearest === undefined) return status;
    // A near miss is a typing error, and reading it as "some other status" would turn a failure into an unscored run.
    this.#problem(line, { path: 'status', message: 'is no status', found: quoteFound(given), allowed: RUN_LOG_STATUSES.join(', '), nearest });
    return '';
  }

  #first(run: RunRow, line: number): boolean {
    const key = runKey(run);
    const earlier = this.#lineOf.get(key);
    if (earlier === undefined) {
      this.#lineOf.set(key, line);
      return true;
    }
    const found = `task ${quoteFound(run.taskId)}, arm ${quoteFound(run.arm)}, seed ${quoteFound(run.seed)}`;
    this.#problem(line, { message: `is a second run of the same task, arm and seed as line ${earlier}`, found, allowed: 'one run each' });
    return false;
  }
}
