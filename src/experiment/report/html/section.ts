import type { RunRow } from '../../run-log/run-row.ts';
import { classTable, missingLines, pairsOf, paretoTable, rankedArms, runLines } from '../cells.ts';
import { matchedTable } from '../matched.ts';
import { methodNotes, preregistrationNotes, provenanceLine } from '../method-notes.ts';
import { counted } from '../numbers.ts';
import { axisTitle, headline } from '../plain-words.ts';
import type { Report } from '../report.ts';
import { esc } from './escape.ts';
import { forestHtml, leaderboardHtml } from './leaderboard.ts';
import { PARETO_LEGEND, paretoPlots } from './pareto-plot.ts';
import { runsHtml } from './runs-list.ts';
import { htmlList, htmlOfTable, htmlTable } from './tables.ts';

/** Runs named in a list of failures, unscored or missing runs; the rest is counted, and stands in report.json. */
const LISTED = 100;
/** Exploratory pairs shown; they grow with the square of the arms. */
const EXPLORATORY_SHOWN = 60;

/** One comparison of a page. `note` is a text shown under the verdict; `runs` are those that the report was made from. */
export interface ReportSection {
  readonly title: string;
  readonly report: Report;
  readonly runs: readonly RunRow[];
  readonly note?: string;
}

/** The part of the page that shows one comparison; `id` is unique on the page. */
export function sectionHtml({ title, report, runs, note }: ReportSection, id: string): string {
  const cards = [
    leaderboardCard(report, id),
    pairsOf(report, false).length === 0 ? '' : card('Is any arm better than the control?', forestHtml(report, false, Number.POSITIVE_INFINITY)),
    matchedCard(report),
    paretoCard(report, id),
    classCard(report),
    outcomesCard(report),
    pairsOf(report, true).length === 0
      ? ''
      : card('Other pairs', fold(`${counted(pairsOf(report, true).length, 'exploratory pair')}`, forestHtml(report, true, EXPLORATORY_SHOWN))),
    card('Logged runs', runsHtml(report, runs, id)),
    methodCard(report),
  ];
  return `<article class="report" id="${id}" aria-labelledby="${id}-title">${head(title, report, id, note)}${warningsHtml(report)}${cards.join('')}</article>`;
}

function card(title: string, body: string): string {
  return body === '' ? '' : `<section class="card"><h2>${esc(title)}</h2>${body}</section>`;
}

function fold(summary: string, body: string): string {
  return `<details><summary>${esc(summary)}</summary>${body}</details>`;
}

function head(title: string, report: Report, id: string, note: string | undefined): string {
  const unreal = report.provenance.kind === 'simulated' || report.provenance.kind === 'scripted';
  const facts = [
    counted(report.tasks, 'task'),
    counted(report.arms.length, 'arm'),
    counted(report.seeds, 'seed'),
    counted(report.runs, 'run'),
    report.control === null ? 'no control' : `control: ${report.control}`,
  ];
  const notes = [...(note === undefined ? [] : [note]), ...report.provenance.notes];
  return [
    `<header><h1 id="${id}-title">${esc(title)}</h1><section class="card" aria-label="Verdict">`,
    `<p class="verdict">${esc(headline(report))}</p>`,
    `<ul class="meta"><li class="${unreal ? 'unreal' : 'prov'}">${esc(provenanceLine(report))}</li>${facts.map((fact) => `<li>${esc(fact)}</li>`).join('')}</ul>`,
    ...notes.map((text) => `<p class="note">${esc(text)}</p>`),
    '</section></header>',
  ].join('');
}

function warningsHtml({ warnings }: Report): string {
  if (warnings.length === 0) return '';
  return `<div class="warnings" role="note" aria-label="Warnings"><ul>${warnings.map((warning) => `<li>${esc(warning)}</li>`).join('')}</ul></div>`;
}

function leaderboardCard(report: Report, id: string): string {
  if (report.arms.every((arm) => arm.mean === null)) return card('Leaderboard', '<p class="sub">No arm has a scored run.</p>');
  return card('Leaderboard', leaderboardHtml(report, id));
}

function paretoCard(report: Report, id: string): string {
  const table = paretoTable(report);
  if (report.pareto === null || table === undefined)
    return card('Cost and quality', '<p class="sub">No cost figure is known for all arms, so there is no front.</p>');
  const intro = `Quality against ${axisTitle(report.pareto.axis, report.method.tokenBasis).toLowerCase().replace('us dollars', 'US dollars')}. Lines through the points are their intervals.`;
  return card(
    'What does quality cost?',
    `<p class="sub">${esc(intro)}</p>${paretoPlots(report, report.pareto, id)}${PARETO_LEGEND}${fold('The same as a table', htmlOfTable(table, 'Arms by cost'))}`,
  );
}

function matchedCard(report: Report): string {
  const table = matchedTable(report);
  const caption = 'Each arm beside one agent that sampled until the tokens of that arm were used, task by task, and voted. These pairs are exploratory.';
  return table === undefined ? '' : card('Is it the organisation, or the tokens?', htmlOfTable(table, caption));
}

function classCard(report: Report): string {
  const table = classTable(report);
  if (table === undefined) return '';
  const arms = rankedArms(report);
  const rows = table.rows.map((row, index) => {
    const means = report.classes[index]?.means ?? {};
    const best = Math.max(...arms.map((arm) => means[arm.arm] ?? -1));
    return row.map((cell, column) =>
      column >= 2 && (means[arms[column - 2]?.arm ?? ''] ?? -2) === best ? `<span class="best">${esc(cell)}</span>` : esc(cell),
    );
  });
  return card(
    'By task class',
    htmlTable('Mean score per class; the highest of each row is bold. Small classes have wide intervals that are not shown here.', table.columns, rows),
  );
}

function outcomesCard(report: Report): string {
  const { failures, unscored, missing } = report;
  const lists = [
    failures.length === 0 ? '' : fold(`${counted(failures.length, 'failed run')}, counted as 0`, htmlList(runLines(failures, LISTED))),
    unscored.length === 0 ? '' : fold(`${counted(unscored.length, 'unscored run')}, outside every mean`, htmlList(runLines(unscored, LISTED))),
    missing.length === 0 ? '' : fold(`${counted(missing.length, 'missing run')}`, htmlList(missingLines(report, LISTED))),
  ];
  const none = failures.length + unscored.length + missing.length === 0;
  return card('What went wrong', none ? '<p class="sub">No run failed, none is unscored, none is missing.</p>' : lists.join(''));
}

function methodCard(report: Report): string {
  const registered = preregistrationNotes(report);
  return card(
    'How the numbers were made',
    `${registered.length === 0 ? '' : `<h3>Registered before the first run</h3>${htmlList(registered)}`}<h3>Method</h3>${htmlList(methodNotes(report))}`,
  );
}
