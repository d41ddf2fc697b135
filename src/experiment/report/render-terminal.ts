import type { Interval } from '#statistics';
import { classTable, leaderboardTable, missingLines, pairsOf, pairsTable, paretoTable, rankedArms, runLines, type TextTable } from './cells.ts';
import { matchedTable } from './matched.ts';
import { methodNotes, preregistrationNotes, provenanceLine } from './method-notes.ts';
import { counted } from './numbers.ts';
import { headline } from './plain-words.ts';
import type { Report } from './report.ts';
import { textTable } from './text-table.ts';
import { visible } from './visible.ts';

/** Runs listed on a terminal before the rest is only counted. */
const LISTED = 5;
const BAR_CELLS = 24;

/** Whether to use colours, and how much to say. */
export interface TerminalOptions {
  readonly color?: boolean;
  /** Adds exploratory pairs, classes, method and registration. */
  readonly verbose?: boolean;
}

/** The report as lines for a terminal; everything from outside is shown with control characters made visible. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const strong = (text: string): string => (options.color === true ? `\u001b[1m${text}\u001b[22m` : text);
  const pareto = paretoTable(report);
  const classes = classTable(report);
  const matched = matchedTable(report);
  const sections: (readonly string[] | undefined)[] = [
    [strong(visible(headline(report))), visible(provenanceLine(report)), ...report.provenance.notes.map(visible)],
    report.warnings.map((warning) => `! ${visible(warning)}`),
    titled('Leaderboard', withBars(leaderboardTable(report), meanBars(report)), strong),
    pairsOf(report, false).length === 0 ? undefined : titled(`Against ${report.control}`, withBars(pairsTable(report, false), pairBars(report)), strong),
    matched === undefined ? undefined : titled(matched.caption, tableLines(matched), strong),
    pareto === undefined ? undefined : titled('Cost and quality', tableLines(pareto), strong),
    report.failures.length === 0 ? undefined : titled(counted(report.failures.length, 'failed run'), runLines(report.failures, LISTED), strong),
    report.unscored.length === 0 ? undefined : titled(counted(report.unscored.length, 'unscored run'), runLines(report.unscored, LISTED), strong),
    report.missing.length === 0 ? undefined : titled(counted(report.missing.length, 'missing run'), missingLines(report, LISTED), strong),
    ...(options.verbose === true
      ? [
          pairsOf(report, true).length === 0 ? undefined : titled('Exploratory pairs', tableLines(pairsTable(report, true)), strong),
          classes === undefined ? undefined : titled('Mean score by task class', tableLines(classes), strong),
          titled('Registered before the first run', preregistrationNotes(report), strong),
          titled('Method', methodNotes(report), strong),
        ]
      : []),
  ];
  const filled = sections.filter((section) => section !== undefined && section.length > 0).map((section) => section?.join('\n'));
  return `${filled.join('\n\n')}\n`;
}

function titled(title: string, lines: readonly string[], strong: (text: string) => string): readonly string[] {
  return lines.length === 0 ? [] : [strong(visible(title)), ...lines.map(visible)];
}

/** Control characters and direction marks of names could rewrite the terminal; they are shown as escapes. */
function tableLines({ columns, rows }: TextTable): readonly string[] {
  return textTable({ columns, rows: rows.map((row) => row.map(visible)) });
}

function withBars(table: TextTable, bars: readonly string[]): readonly string[] {
  return tableLines({
    caption: table.caption,
    columns: [...table.columns, { title: '', numeric: false }],
    rows: table.rows.map((row, index) => [...row, bars[index] ?? '']),
  });
}

function meanBars(report: Report): readonly string[] {
  const arms = rankedArms(report);
  const scale = scaleOver(arms.map((arm) => arm.interval ?? (arm.mean === null ? null : [arm.mean, arm.mean])));
  return arms.map((arm) => (arm.mean === null ? '' : intervalBar(arm.mean, arm.interval, scale)));
}

function pairBars(report: Report): readonly string[] {
  const pairs = pairsOf(report, false);
  const scale = scaleOver([...pairs.map((pair) => pair.interval ?? ([pair.difference, pair.difference] as const)), [0, 0]]);
  return pairs.map((pair) => intervalBar(pair.difference, pair.interval, scale, 0));
}

function scaleOver(intervals: readonly (Interval | null)[]): Interval {
  const known = intervals.filter((interval) => interval !== null);
  const low = Math.min(...known.map((interval) => interval[0]));
  const high = Math.max(...known.map((interval) => interval[1]));
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

/** `├──●──┤` on a shared scale; `┊` marks a reference value. */
function intervalBar(value: number, interval: Interval | null, scale: Interval, reference?: number): string {
  const cell = (at: number): number => Math.round(((at - scale[0]) / (scale[1] - scale[0])) * (BAR_CELLS - 1));
  const cells = Array.from({ length: BAR_CELLS }, () => ' ');
  if (reference !== undefined) cells[cell(reference)] = '┊';
  if (interval !== null) {
    for (let i = cell(interval[0]); i <= cell(interval[1]); i++) cells[i] = '─';
    cells[cell(interval[0])] = '├';
    cells[cell(interval[1])] = '┤';
  }
  cells[cell(value)] = '●';
  return cells.join('');
}
