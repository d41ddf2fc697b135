import { describe, expect, it } from 'vitest';
import { parseRuns } from '../run-log/parse-runs.ts';
import { runRow, syntheticRuns } from '../testing/synthetic-runs.ts';
import { buildReport } from './build-report.ts';
import { duration, figure, points, probability } from './numbers.ts';
import { renderLeaderboardCsv } from './render-csv.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';
import { REPORT_FILES, reportFiles } from './report-files.ts';
import { displayWidth } from './text-table.ts';

const runs = syntheticRuns({ single: 0.4, vote: 0.8, flat: 0.3 }, 60);
const simulated = { model: 'simulated', kind: 'simulated', fingerprint: 'abc', notes: [] };
const report = buildReport(runs, { provenance: simulated });

describe('numbers for people', () => {
  it.each([
    [points(0.0425), '4.3'],
    [points(0.0425, true), '+4.3'],
    [points(-0.0113, true), '−1.1'],
    [points(-0.0001, true), '0.0'],
    [figure(1319), '1,319'],
    [figure(0.00775), '0.00775'],
    [figure(null), '–'],
    [duration(900), '900 ms'],
    [duration(90_000), '90.0 s'],
    [probability(0.00001), '< 0.001'],
  ])('%s is %s', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

describe('renderTerminal', () => {
  it('leads with the verdict and where the replies come from', () => {
    const lines = renderTerminal(report).split('\n');
    expect(lines[0]).toMatch(/^vote is better than single by \d+\.\d points \[\d+\.\d, \d+\.\d\], at 2\.0× the cost\./);
    expect(lines[1]).toBe('SIMULATED, fingerprint abc');
    expect(lines.find((line) => line.startsWith('! SIMULATED'))).toBeDefined();
  });

  it('draws intervals on one scale, with the columns in line', () => {
    const lines = renderTerminal(report).split('\n');
    const rows = lines.slice(lines.indexOf('Leaderboard') + 3, lines.indexOf('Leaderboard') + 6);
    expect(rows.map((row) => row.split(' ')[0])).toEqual(['vote', 'single', 'flat']);
    for (const row of rows) expect(row).toMatch(/├─*●─*┤/);
    const columns = rows.map((row) => row.indexOf('%'));
    expect(new Set(columns).size).toBe(1);
  });

  it('shows names that would rewrite the terminal as escapes', () => {
    const evil = buildReport([runRow({ arm: 'a\u001b[2Jb\u202e' }), runRow({ arm: 'single' })]);
    const text = renderTerminal(evil, { verbose: true });
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(text).toContain('a\\u001b[2Jb\\u202e');
  });

  it('counts wide characters as two columns', () => {
    expect([displayWidth('abc'), displayWidth('日本'), displayWidth('é'), displayWidth('🙂')]).toEqual([3, 4, 1, 2]);
  });
});

describe('renderMarkdown', () => {
  it('has every table, and no markup from names', () => {
    const text = renderMarkdown('A | <b>title</b>', buildReport([runRow({ arm: 'x|y_<script>' }), runRow({ arm: 'single' })]), 'a note');
    expect(text).toContain('# A \\| \\<b\\>title\\</b\\>');
    expect(text).toContain('x\\|y\\_\\<script\\>');
    expect(renderMarkdown('t', report)).toMatch(
      /## Leaderboard[\s\S]*## Against single[\s\S]*## Exploratory pairs[\s\S]*## Cost and quality[\s\S]*## Mean score by task class[\s\S]*## Method/,
    );
  });
});

describe('report files', () => {
  it('are all written, and runs.csv gives the same report again', () => {
    const files = reportFiles({ title: 'T', report, runs });
    expect(Object.keys(files)).toEqual([...REPORT_FILES]);
    const again = buildReport(parseRuns(files['runs.csv'], { file: 'runs.csv' }), { provenance: simulated });
    expect(reportFiles({ title: 'T', report: again, runs })['report.json']).toBe(files['report.json']);
  });

  it('has the unrounded numbers of each arm and its pair in leaderboard.csv', () => {
    const [header = '', ...lines] = renderLeaderboardCsv(report).trim().split('\n');
    const vote = Object.fromEntries((lines[0] ?? '').split(',').map((cell, index) => [header.split(',')[index], cell]));
    expect(vote).toMatchObject({
      arm: 'vote',
      n: '60',
      verdict: 'better',
      mean: String(report.arms[1]?.mean),
      difference: String(report.pairs[0]?.difference),
    });
  });
});
