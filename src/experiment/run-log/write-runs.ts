import { RUN_COLUMNS, type RunColumn, type RunRow } from './run-row.ts';

const READ: Readonly<Record<RunColumn, (run: RunRow) => string | number | null>> = {
  task_id: (run) => run.taskId,
  arm: (run) => run.arm,
  seed: (run) => run.seed,
  score: (run) => run.score,
  status: (run) => run.status,
  cost_usd: (run) => run.costUsd,
  input_tokens: (run) => run.inputTokens,
  output_tokens: (run) => run.outputTokens,
  turns: (run) => run.turns,
  latency_ms: (run) => run.latencyMs,
  blocked_approvals: (run) => run.blockedApprovals,
  class: (run) => run.class,
  run_id: (run) => run.runId,
  reason: (run) => run.reason,
};

/** One CSV line without its end; fields are quoted where they must be, null is an empty field. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(csvCell).join(',');
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]|^\s|\s$|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `runs.csv`: header and one line per run, exact enough that reading it back gives the same numbers. */
export function writeRunsCsv(runs: readonly RunRow[]): string {
  const lines = [RUN_COLUMNS.join(',')];
  for (const run of runs) lines.push(csvLine(RUN_COLUMNS.map((column) => READ[column](run))));
  return `${lines.join('\n')}\n`;
}
