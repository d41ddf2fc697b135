import { canonicalJson, type Problem, problemsError, quoteFound } from '#lib';
import { sha256 } from '#lib/node';
import { readScorer } from '#scoring';
import { readCsv } from '../records/read-csv.ts';
import { readJsonl } from '../records/read-jsonl.ts';
import { readYaml } from '../records/read-yaml.ts';
import { byLine, checkKeys, type FileRecord, isRecord, type RecordFormat, type RecordSource } from '../records/records.ts';
import type { ScorerSpec, Task, TaskSet } from './task.ts';

const KEYS = ['id', 'input', 'target', 'class', 'scorer'] as const;
const REQUIRED = ['id', 'input', 'target'] as const;
const MAX_ID_LENGTH = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Parses a task set: JSONL, YAML (a list, or `tasks:` with one) or CSV with a header; without `format` the file's name decides, then its
 * first character. Keys: `id`, `input`, `target` (null = unscored), `class`?, `scorer`? (default exact). Throws one `file.invalid` with every problem.
 */
export function parseTasks(text: string, source: { readonly file: string; readonly format?: RecordFormat }): TaskSet {
  const problems: Problem[] = [];
  const place: RecordSource = { file: source.file, problems };
  const records = readRecords(text, source.format ?? formatOf(source.file, text), place);
  const reader = new TaskReader(place);
  const tasks = records.flatMap((record) => reader.read(record) ?? []);
  if (records.length === 0 && problems.length === 0) problems.push({ file: source.file, message: 'the file holds no task', allowed: 'at least one task' });
  if (problems.length > 0) throw problemsError('file.invalid', 'The tasks cannot be used:', byLine(problems));
  return taskSet(tasks);
}

/** A task set from tasks that are known to be valid. */
export function taskSet(tasks: readonly Task[]): TaskSet {
  const canonical = [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { tasks, hash: sha256(canonicalJson(canonical)) };
}

function formatOf(file: string, text: string): RecordFormat {
  if (/\.csv$/i.test(file)) return 'csv';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (/\.(jsonl|ndjson)$/i.test(file)) return 'jsonl';
  if (/\.json$/i.test(file)) return 'yaml'; // JSON is YAML, and a list on many lines is not JSONL
  return /^\ufeff?\s*\{/.test(text) ? 'jsonl' : 'yaml';
}

function readRecords(text: string, format: RecordFormat, source: RecordSource): readonly FileRecord[] {
  switch (format) {
    case 'jsonl':
      return readJsonl(text, source);
    case 'yaml':
      return readYaml(text, 'tasks', source);
    case 'csv':
      return readCsv(text, { known: KEYS, required: REQUIRED }, source).map(emptyCellsAsNull);
  }
}

/** An empty cell is how CSV writes null; a scorer with options stands in its cell as JSON. */
function emptyCellsAsNull({ line, value }: FileRecord): FileRecord {
  const cells = Object.entries(value).map(([key, cell]) => [key, cell === '' ? (key === 'scorer' ? undefined : null) : cell]);
  const row: Record<string, unknown> = Object.fromEntries(cells);
  if (typeof row.scorer === 'string' && row.scorer.trimStart().startsWith('{')) row.scorer = jsonOrText(row.scorer);
  return { line, value: row };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the scorer's own check then says what is wrong with it
  }
}

class TaskReader {
  readonly #source: RecordSource;
  readonly #lineOf = new Map<string, number>();
  constructor(source: RecordSource) {
    this.#source = source;
  }

  /** One task, or undefined after its problems were noted. */
  read({ line, value }: FileRecord): Task | undefined {
    const before = this.#source.problems.length;
    checkKeys(Object.keys(value), KEYS, line, this.#source);
    const id = this.#id(value.id, line);
    const input = this.#input(value.input, line);
    const taskClass = this.#class(value.class, line);
    const { spec, target } = this.#scoring(value, line);
    if (this.#source.problems.length > before || id === null || input === null) return undefined;
    return { id, input, target, class: taskClass, scorer: spec };
  }

  #problem(line: number, path: string, message: string, found: unknown, allowed: string): null {
    const shown = found === undefined ? {} : { found: quoteFound(found) };
    this.#source.problems.push({ file: this.#source.file, line, path, message, ...shown, allowed });
    return null;
  }

  #id(value: unknown, line: number): string | null {
    const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    const allowed = `a text of 1 to ${MAX_ID_LENGTH} characters without control characters`;
    if (value === undefined) return this.#problem(line, 'id', 'the key is missing', undefined, allowed);
    if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH || CONTROL.test(id)) {
      return this.#problem(line, 'id', 'is not a usable name', value, allowed);
    }
    const earlier = this.#lineOf.get(id);
    if (earlier !== undefined) return this.#problem(line, 'id', `another task has this id on line ${earlier}`, id, 'one task per id');
    this.#lineOf.set(id, line);
    return id;
  }

  #input(value: unknown, line: number): string | null {
    if (typeof value === 'string' && value.trim() !== '') return value;
    return this.#problem(line, 'input', value === undefined ? 'the key is missing' : 'is not a text to work on', value, 'a text that is not blank');
  }

  #class(value: unknown, line: number): string | null {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (typeof value === 'string' && !CONTROL.test(value)) return value;
    return this.#problem(line, 'class', 'is not a usable name', value, 'a text without control characters');
  }

  #scoring(value: FileRecord['value'], line: number): { readonly spec: ScorerSpec; readonly target: string | null } {
    const { file, problems } = this.#source;
    const spec = scorerSpec(value.scorer);
    const read = readScorer(value.scorer);
    if (read.kind === 'problems') problems.push(...read.problems.map((problem) => ({ file, line, ...problem })));
    const target = this.#target(value, line, read.kind === 'scorer' && read.scorer.name === 'json_schema');
    if (target !== null && read.kind === 'scorer')
      problems.push(...read.scorer.targetProblems(target, 'target').map((problem) => ({ file, line, ...problem })));
    return { spec, target };
  }

  #target(row: FileRecord['value'], line: number, schema: boolean): string | null {
    const value = row.target;
    const allowed = schema ? 'a JSON schema, as object or text, or null (unscored)' : 'a text, a number, or null (unscored)';
    if (value === undefined) return this.#problem(line, 'target', 'the key is missing', undefined, allowed);
    if (value === null || typeof value === 'string') return value;
    // Beyond 2^53 a number has lost digits already, and a wrong answer could look right.
    if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
    if (typeof value === 'number') return this.#problem(line, 'target', 'is a number that cannot be read exactly', String(value), 'write it as a text');
    if (schema && isRecord(value)) return canonicalJson(value);
    return this.#problem(line, 'target', 'is of the wrong type', value, allowed);
  }
}

function scorerSpec(field: unknown): ScorerSpec {
  if (isRecord(field)) return field;
  return { kind: typeof field === 'string' ? field : 'exact' };
}
