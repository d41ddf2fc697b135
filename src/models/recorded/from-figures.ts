import { parse } from 'csv-parse/sync';
import { type Problem, problemsError, quoteFound } from '#lib';
import { buildRecording, type RecordedRow, type Recording } from './recording.ts';

/** A task made from published figures; the texts of the problems are not among them, so `input` names the problem. */
export interface FigureTask {
  readonly id: string;
  readonly input: string;
  readonly target: string;
  readonly class: string | null;
  readonly scorer: 'numeric' | 'exact';
}

/** A published experiment as a task set and the recording that answers it. */
export interface FigureSet {
  readonly tasks: readonly FigureTask[];
  readonly recording: Recording;
}

/** The four recorded GSM8K models, strongest first: votes that tie go to the first, and the strongest is to win them. */
export const GSM8K_AGENTS: readonly string[] = ['175b_verification', '6b_verification', '175b_finetuning', '6b_finetuning'];

/** Characters per token in English text, the usual rule of thumb; the figures give lengths in characters only. */
const CHARACTERS_PER_TOKEN = 4;
const APPROXIMATE = `output tokens are approximate: characters / ${CHARACTERS_PER_TOKEN}, rounded up; input tokens are unknown`;

/**
 * Tasks and recording from `gsm8k-recorded.csv`: one round, four models, answers compared as numbers.
 * `agentOrder` decides who stands first and so wins ties. Throws `file.invalid` listing every problem with its line.
 */
export function gsm8kRecording(csvText: string, options: { readonly file?: string; readonly agentOrder?: readonly string[] } = {}): FigureSet {
  const agents = options.agentOrder ?? GSM8K_AGENTS;
  const table = readCsv(csvText, options.file ?? 'gsm8k-recorded.csv', ['index', 'gold', ...agents.flatMap((agent) => [`${agent}_answer`, `${agent}_chars`])]);
  const tasks: FigureTask[] = [];
  const rows: RecordedRow[] = [];
  for (const row of table.rows) {
    const index = row.text('index');
    const id = `g${index}`;
    tasks.push({ id, input: `GSM8K test problem ${index}`, target: row.text('gold'), class: null, scorer: 'numeric' });
    for (const agent of agents) {
      const answer = row.text(`${agent}_answer`);
      rows.push(recordedRow(id, agent, 0, answer === '' ? null : answer, row.number(`${agent}_chars`)));
    }
  }
  table.finish();
  return { tasks, recording: buildRecording(rows, [APPROXIMATE]) };
}

/**
 * Tasks and recording from `dylan-math-recorded.csv`: agents `agent-1` … debate over rounds; an answer is the number of its equivalence
 * class as text ('0' = the gold answer), -1 is no answer. Throws `file.invalid` listing every problem with its line.
 */
export function mathRecording(csvText: string, options: { readonly file?: string } = {}): FigureSet {
  const table = readCsv(csvText, options.file ?? 'dylan-math-recorded.csv', ['index', 'subject', 'answers', 'chars']);
  const tasks: FigureTask[] = [];
  const rows: RecordedRow[] = [];
  for (const row of table.rows) {
    const index = row.text('index');
    const subject = row.text('subject');
    const id = `m${index}`;
    tasks.push({ id, input: `MATH problem ${index} (${subject})`, target: '0', class: subject, scorer: 'exact' });
    const answers = row.grid('answers');
    const chars = row.grid('chars');
    for (const [agent, rounds] of answers.entries()) {
      for (const [round, answer] of rounds.entries()) {
        rows.push(recordedRow(id, `agent-${agent + 1}`, round, answer === -1 ? null : String(answer), chars[agent]?.[round] ?? null));
      }
    }
    if (!sameShape(answers, chars)) row.problem('chars', 'has another shape than answers', row.text('chars'));
  }
  table.finish();
  return { tasks, recording: buildRecording(rows, [APPROXIMATE]) };
}

function recordedRow(taskId: string, agent: string, round: number, answer: string | null, chars: number | null): RecordedRow {
  const outputTokens = chars === null ? null : Math.ceil(chars / CHARACTERS_PER_TOKEN);
  return { taskId, agent, round, answer, inputTokens: null, outputTokens, costUsd: null, latencyMs: null };
}

function sameShape(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): boolean {
  return a.length === b.length && a.every((row, index) => row.length === b[index]?.length);
}

interface FigureRow {
  text(column: string): string;
  /** A whole number ≥ 0; null (and a problem) when it is none. */
  number(column: string): number | null;
  /** Whole numbers ≥ -1: cells by `;`, within a cell by space. */
  grid(column: string): readonly (readonly number[])[];
  problem(column: string, message: string, found?: string): void;
}

/** Reads a CSV with a header that must have `columns`; `finish` throws what was wrong with any cell. */
function readCsv(csvText: string, file: string, columns: readonly string[]): { readonly rows: readonly FigureRow[]; finish(): void } {
  const problems: Problem[] = [];
  const finish = () => {
    if (problems.length > 0) throw problemsError('file.invalid', 'The figures cannot be used:', problems);
  };
  const [header = [], ...cells] = parseCells(csvText, file, problems);
  const at = new Map(header.map((name, index) => [name, index]));
  for (const column of columns) {
    if (!at.has(column)) problems.push({ file, line: 1, message: `column "${column}" is missing`, found: quoteFound(header.join(',')) });
  }
  finish();
  if (cells.length === 0) problems.push({ file, message: 'there are no rows' });
  return { rows: cells.map((row, index) => figureRow(row, at, { file, line: index + 2 }, problems)), finish };
}

function parseCells(csvText: string, file: string, problems: Problem[]): string[][] {
  try {
    return parse(csvText, { bom: true, skip_empty_lines: true });
  } catch (error) {
    problems.push({ file, message: 'is not valid CSV', found: quoteFound(error instanceof Error ? error.message : error) });
    return [];
  }
}

function figureRow(cells: readonly string[], at: ReadonlyMap<string, number>, place: { file: string; line: number }, problems: Problem[]): FigureRow {
  const text = (column: string) => cells[at.get(column) ?? -1] ?? '';
  const problem = (column: string, message: string, found?: string) => {
    problems.push({ ...place, path: column, message, ...(found === undefined ? {} : { found: quoteFound(found) }) });
  };
  return {
    text,
    problem,
    number(column) {
      if (/^\d+$/.test(text(column))) return Number(text(column));
      problem(column, 'is not a whole number', text(column));
      return null;
    },
    grid(column) {
      const rows = text(column)
        .split(';')
        .map((cell) => cell.split(' ').map((part) => (/^(?:-1|\d+)$/.test(part) ? Number(part) : Number.NaN)));
      if (rows.some((row) => row.some(Number.isNaN))) problem(column, 'is not a grid of whole numbers', text(column));
      return rows;
    },
  };
}
