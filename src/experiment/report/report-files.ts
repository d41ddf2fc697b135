import { writeRunsCsv } from '../run-log/write-runs.ts';
import { renderHtml } from './html/page.ts';
import type { ReportSection } from './html/section.ts';
import { renderLeaderboardCsv } from './render-csv.ts';
import { renderMarkdown } from './render-markdown.ts';
import { reportToJson } from './report-json.ts';

export type { ReportSection } from './html/section.ts';
export { renderHtml };

/** The files of a report, in the order in which they are listed. */
export const REPORT_FILES = ['report.html', 'report.md', 'report.json', 'runs.csv', 'leaderboard.csv'] as const;

/** Every file of a report as text, by name. `runs.csv` can be read back as a run log and gives the same numbers. */
export function reportFiles(section: ReportSection): Readonly<Record<(typeof REPORT_FILES)[number], string>> {
  return {
    'report.html': renderHtml([section]),
    'report.md': renderMarkdown(section.title, section.report, section.note),
    'report.json': `${JSON.stringify(reportToJson(section.report), null, 2)}\n`,
    'runs.csv': writeRunsCsv(section.runs),
    'leaderboard.csv': renderLeaderboardCsv(section.report),
  };
}
