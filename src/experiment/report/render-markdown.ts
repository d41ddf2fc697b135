import { classTable, leaderboardTable, missingLines, pairsOf, pairsTable, paretoTable, runLines, type TextTable } from './cells.ts';
import { matchedTable } from './matched.ts';
import { methodNotes, preregistrationNotes, provenanceLine } from './method-notes.ts';
import { counted } from './numbers.ts';
import { headline } from './plain-words.ts';
import type { Report } from './report.ts';
import { visible } from './visible.ts';

/** Runs listed before the rest is only counted; all of them stand in report.json. */
const LISTED = 50;

/** The report as Markdown; text from outside cannot start markup or HTML. */
export function renderMarkdown(title: string, report: Report, note?: string): string {
  const tables = [leaderboardTable(report), ...pairTables(report), matchedTable(report), paretoTable(report), classTable(report)].filter(
    (table) => table !== undefined,
  );
  const parts = [
    `# ${plain(title)}`,
    `**${plain(headline(report))}**`,
    plain(provenanceLine(report)),
    ...(note === undefined ? [] : [plain(note)]),
    ...report.provenance.notes.map(plain),
    bullets(report.warnings.map((warning) => `Warning: ${warning}`)),
    ...tables.map(markdownTable),
    section(counted(report.failures.length, 'failed run'), runLines(report.failures, LISTED)),
    section(counted(report.unscored.length, 'unscored run'), runLines(report.unscored, LISTED)),
    section(counted(report.missing.length, 'missing run'), missingLines(report, LISTED)),
    section('Registered before the first run', preregistrationNotes(report)),
    section('Method', methodNotes(report)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function pairTables(report: Report): readonly TextTable[] {
  return [false, true].filter((exploratory) => pairsOf(report, exploratory).length > 0).map((exploratory) => pairsTable(report, exploratory));
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${bullets(lines)}`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${plain(line)}`).join('\n');
}

function markdownTable({ caption, columns, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`;
  const rule = `| ${columns.map(({ numeric }) => (numeric ? '---:' : '---')).join(' | ')} |`;
  return [`## ${plain(caption)}`, '', line(columns.map((column) => column.title)), rule, ...rows.map(line)].join('\n');
}

function plain(text: string): string {
  return visible(text.replace(/\r\n?|\n/g, ' ')).replace(/[\\`*_{}[\]<>#|~]/g, (character) => `\\${character}`);
}
