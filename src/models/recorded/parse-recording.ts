import { type Problem, problemsError, quoteFound } from '#lib';
import { byLine, type JsonLine, parseJsonLines } from '../jsonl.ts';
import { MAX_COST_USD, MAX_LATENCY_MS, MAX_ROUNDS, MAX_TOKENS, RowChecks } from '../row-checks.ts';
import { buildRecording, type RecordedRow, type Recording } from './recording.ts';

const KEYS = ['task_id', 'agent', 'round', 'answer', 'input_tokens', 'output_tokens', 'cost_usd', 'latency_ms'] as const;

/**
 * Parses `recording.jsonl`: per line `{"task_id","agent","round","answer","input_tokens"?,"output_tokens"?,"cost_usd"?,"latency_ms"?}`.
 * `round` is 0-based; `answer` is a string, a number (taken as its shortest decimal text) or null (= no answer).
 * Throws one `file.invalid` that lists every problem with its line.
 */
export function parseRecording(text: string, source: { readonly file: string }): Recording {
  const problems: Problem[] = [];
  const lines = parseJsonLines(text, source.file, problems);
  const rows: RecordedRow[] = [];
  const places = new RowPlaces(source.file);
  for (const entry of lines) {
    const row = parseRow(entry, source.file, problems);
    if (row === null) continue;
    places.add(row, entry.line, problems);
    rows.push(row);
  }
  // Gaps are judged only when every line could be read: a broken line may be the missing round.
  if (problems.length === 0) places.findGaps(problems);
  if (lines.length === 0 && problems.length === 0) {
    problems.push({ file: source.file, message: 'the recording is empty', allowed: `one JSON object per line with ${KEYS.slice(0, 4).join(', ')}` });
  }
  if (problems.length > 0) throw problemsError('file.invalid', 'The recording cannot be used:', byLine(problems));
  return buildRecording(rows);
}

function parseRow(entry: JsonLine, file: string, problems: Problem[]): RecordedRow | null {
  const before = problems.length;
  const row = new RowChecks(entry.value, { file, line: entry.line }, problems);
  row.knownKeys(KEYS);
  const taskId = row.id('task_id');
  const agent = row.id('agent');
  if (!row.has('round') || row.value('round') === null) row.problem('round', 'the key is missing', undefined, 'a whole number from 0');
  const round = row.count('round', MAX_ROUNDS - 1);
  const answer = parseAnswer(row);
  const inputTokens = row.count('input_tokens', MAX_TOKENS);
  const outputTokens = row.count('output_tokens', MAX_TOKENS);
  const costUsd = row.amount('cost_usd', MAX_COST_USD);
  const latencyMs = row.amount('latency_ms', MAX_LATENCY_MS);
  if (problems.length > before || taskId === null || agent === null || round === null) return null;
  return { taskId, agent, round, answer, inputTokens, outputTokens, costUsd, latencyMs };
}

function parseAnswer(row: RowChecks): string | null {
  if (!row.has('answer')) return row.problem('answer', 'the key is missing', undefined, 'a string, a number, or null for no answer');
  const value = row.value('answer');
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'number') return row.problem('answer', 'is of the wrong type', value, 'a string, a number, or null for no answer');
  // Beyond 2^53 a JSON number has already lost digits, and two different answers would look equal.
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return row.problem('answer', 'is a number too large to be read exactly', String(value), 'write it as a string');
  }
  return String(value);
}

/** Which (task, agent, round) stand on which line: finds duplicates while rows arrive and missing rounds at the end. */
class RowPlaces {
  readonly #file: string;
  readonly #tasks = new Map<string, { readonly rounds: Map<number, Map<string, number>> }>();
  constructor(file: string) {
    this.#file = file;
  }

  add(row: RecordedRow, line: number, problems: Problem[]): void {
    let task = this.#tasks.get(row.taskId);
    if (task === undefined) {
      task = { rounds: new Map() };
      this.#tasks.set(row.taskId, task);
    }
    let agents = task.rounds.get(row.round);
    if (agents === undefined) {
      agents = new Map();
      task.rounds.set(row.round, agents);
    }
    const first = agents.get(row.agent);
    if (first === undefined) {
      agents.set(row.agent, line);
      return;
    }
    const what = `task ${quoteFound(row.taskId)}, agent ${quoteFound(row.agent)}, round ${row.round}`;
    problems.push({ file: this.#file, line, message: `${what} stands on line ${first} already` });
  }

  findGaps(problems: Problem[]): void {
    for (const [taskId, { rounds }] of this.#tasks) {
      for (const [round, agents] of rounds) {
        if (round === 0 || rounds.has(round - 1)) continue;
        const [line] = agents.values();
        const message = `task ${quoteFound(taskId)} has round ${round} but no agent has round ${round - 1}`;
        problems.push({ file: this.#file, ...(line === undefined ? {} : { line }), path: 'round', message, allowed: 'rounds are counted from 0 without gaps' });
      }
    }
  }
}
