import { effectiveScore, type RunRow } from '../../run-log/run-row.ts';
import { writeRunsCsv } from '../../run-log/write-runs.ts';
import { counted, dollars, duration, figure } from '../numbers.ts';
import type { Report } from '../report.ts';
import { esc } from './escape.ts';
import { armAnchor } from './leaderboard.ts';
import { htmlTable } from './tables.ts';

/** Runs shown per arm; the others are in the embedded or neighbouring runs.csv. */
const SHOWN_PER_ARM = 100;
/** A page larger than this is slow to open; the log then stands beside it only. Bytes of CSV. */
const EMBED_LIMIT = 4 * 1024 * 1024;

interface RunFigure {
  readonly title: string;
  readonly cell: (run: RunRow) => string;
  readonly has: (run: RunRow) => boolean;
}

const FIGURES: readonly RunFigure[] = [
  { title: 'Cost', cell: (run) => dollars(run.costUsd), has: (run) => run.costUsd !== null },
  { title: 'Input tokens', cell: (run) => plain(run.inputTokens), has: (run) => run.inputTokens !== null },
  { title: 'Output tokens', cell: (run) => plain(run.outputTokens), has: (run) => run.outputTokens !== null },
  { title: 'Turns', cell: (run) => plain(run.turns), has: (run) => run.turns !== null },
  { title: 'Latency', cell: (run) => duration(run.latencyMs), has: (run) => run.latencyMs !== null },
];

/** Figures of one run are mostly counts; those are shown whole. */
function plain(value: number | null): string {
  return value !== null && Number.isInteger(value) ? value.toLocaleString('en-US') : figure(value);
}

/** The logged runs behind the numbers, folded per arm, with the whole log as a download while it is small enough. */
export function runsHtml(report: Report, runs: readonly RunRow[], section: string): string {
  const byArm = new Map<string, RunRow[]>(report.arms.map((arm) => [arm.arm, []]));
  for (const run of runs) byArm.get(run.arm)?.push(run);
  const figures = FIGURES.filter((column) => runs.some(column.has));
  const lists = report.arms.map(({ arm }, index) => armRuns(arm, byArm.get(arm) ?? [], armAnchor(section, index), figures));
  return `${download(runs)}${lists.join('')}`;
}

function armRuns(arm: string, runs: readonly RunRow[], anchor: string, figures: readonly RunFigure[]): string {
  const shown = runs.slice(0, SHOWN_PER_ARM);
  const caption = shown.length < runs.length ? `First ${shown.length} of ${counted(runs.length, 'run')} of ${esc(arm)}` : `Runs of ${esc(arm)}`;
  const columns = [
    { title: 'Task' },
    { title: 'Seed' },
    { title: 'Score', numeric: true },
    { title: 'Status' },
    ...figures.map(({ title }) => ({ title, numeric: true })),
    { title: 'Run' },
  ];
  const rows = shown.map((run) => [
    esc(run.taskId),
    esc(run.seed),
    plain(effectiveScore(run)),
    esc([run.status, run.reason].filter((part) => part !== null && part !== '').join(': ')),
    ...figures.map((column) => column.cell(run)),
    run.runId === null ? '–' : `<code>${esc(run.runId)}</code>`,
  ]);
  const body = runs.length === 0 ? '<p class="sub">No run.</p>' : htmlTable(caption, columns, rows);
  return `<details id="${anchor}"><summary>${esc(arm)} <span class="sub">${counted(runs.length, 'run')}</span></summary>${body}</details>`;
}

function download(runs: readonly RunRow[]): string {
  const bytes = Buffer.from(writeRunsCsv(runs));
  if (bytes.length > EMBED_LIMIT) return '<p class="sub">Every run stands in runs.csv beside this page.</p>';
  const href = `data:text/csv;charset=utf-8;base64,${bytes.toString('base64')}`;
  return `<p class="sub">Each number above is made from these runs. <a download="runs.csv" href="${href}">Download all ${counted(runs.length, 'run')} as CSV</a></p>`;
}
