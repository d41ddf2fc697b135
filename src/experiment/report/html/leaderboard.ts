import { leaderboardTable, pairsOf, pairsTable, rankedArms, type TextTable } from '../cells.ts';
import { percent, percentInterval, points, pointsInterval } from '../numbers.ts';
import type { Report, ReportArm, ReportPair } from '../report.ts';
import { breakable, esc } from './escape.ts';
import { type HtmlColumn, htmlTable } from './tables.ts';
import { type Whisker, whiskerAxis, whiskerRow, whiskerScale } from './whiskers.ts';

/** Where the runs of the arm with this position in the report are listed. */
export function armAnchor(section: string, index: number): string {
  return `${section}-runs-${index + 1}`;
}

/** The leaderboard with a whisker per arm; the number of runs leads to the list of them. */
export function leaderboardHtml(report: Report, section: string): string {
  const table = leaderboardTable(report);
  const arms = rankedArms(report);
  const scale = whiskerScale(arms.flatMap((arm) => [...(arm.interval ?? []), ...(arm.mean === null ? [] : [arm.mean])]));
  const ticks = whiskerAxis(scale, (value) => `${Math.round(value * 1000) / 10} %`);
  const runsColumn = table.columns.findIndex((column) => column.title === 'Runs');
  const rows = arms.map((arm, index) => {
    const cells = (table.rows[index] ?? []).map(esc);
    const anchor = armAnchor(section, report.arms.indexOf(arm));
    cells[0] = `${breakable(arm.arm)}${arm.arm === report.control ? '<span class="control">control</span>' : ''}`;
    cells[runsColumn] = `<a href="#${anchor}">${cells[runsColumn] ?? ''}</a>`;
    const plot = arm.mean === null ? `<span class="sub">${esc(arm.unscoredReason ?? 'no run')}</span>` : whiskerRow(scale, armWhisker(report, arm, arm.mean));
    return withPlot(cells, plot);
  });
  return htmlTable(
    'Arms by mean score. Figures are means per run; the number of runs leads to them.',
    columnsWithPlot(table, 'Mean and interval', ticks),
    rows,
  );
}

function armWhisker(report: Report, arm: ReportArm, mean: number): Whisker {
  const label = `${arm.arm}: ${percent(mean)} ${percentInterval(arm.interval)}`;
  return { value: mean, interval: arm.interval, label, tone: arm.arm === report.control ? 'is-control' : 'arm' };
}

/** The paired differences to the control (or, when exploratory, between the other arms) as a forest. */
export function forestHtml(report: Report, exploratory: boolean, limit: number): string {
  const table = pairsTable(report, exploratory);
  const pairs = pairsOf(report, exploratory).slice(0, limit);
  const { margin } = report.method;
  const scale = whiskerScale([0, -margin, margin, ...pairs.flatMap((pair) => [...(pair.interval ?? []), pair.difference])]);
  const verdictColumn = table.columns.findIndex((column) => column.title === 'Verdict');
  const rows = pairs.map((pair, index) => {
    const cells = (table.rows[index] ?? []).map(esc);
    cells[0] = exploratory ? `${breakable(pair.a)} − ${breakable(pair.b)}` : breakable(pair.a);
    cells[verdictColumn] = `<span class="tag ${pair.verdict}">${pair.verdict}</span>`;
    return withPlot(cells, whiskerRow(scale, pairWhisker(pair, margin)));
  });
  const total = pairsOf(report, exploratory).length;
  const cut = total > pairs.length ? ` ${pairs.length} of ${total} are shown; all of them are in report.json.` : '';
  const caption = exploratory
    ? `Pairs without the control, unadjusted: a hint, not a finding.${cut}`
    : `Difference to ${esc(report.control ?? '')} on the same tasks, in percentage points. The band is ±${points(margin)} points.${cut}`;
  return htmlTable(
    caption,
    columnsWithPlot(
      table,
      'Difference',
      whiskerAxis(scale, (value) => points(value, true).replace('.0', '')),
    ),
    rows,
  );
}

function pairWhisker(pair: ReportPair, margin: number): Whisker {
  const label = `${pair.a} minus ${pair.b}: ${points(pair.difference, true)} points ${pointsInterval(pair.interval, true)}, ${pair.verdict}`;
  return { value: pair.difference, interval: pair.interval, label, tone: pair.verdict, margin };
}

function columnsWithPlot(table: TextTable, title: string, ticks: string): readonly HtmlColumn[] {
  const [first = { title: '' }, ...rest] = table.columns;
  return [first, { title, plot: true, below: ticks }, ...rest];
}

/** The drawing stands right after the name, so that it is seen on narrow screens too. */
function withPlot(cells: readonly string[], plot: string): readonly string[] {
  const [first = '', ...rest] = cells;
  return [first, plot, ...rest];
}
