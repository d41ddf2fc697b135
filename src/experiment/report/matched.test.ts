import { describe, expect, it } from 'vitest';
import { runRow, syntheticRuns } from '../testing/synthetic-runs.ts';
import { buildReport } from './build-report.ts';
import { sectionHtml } from './html/section.ts';
import { matchedTable } from './matched.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';

const simulated = { model: 'simulated', kind: 'simulated', fingerprint: 'abc', notes: [] };
const tableOf = (rates: Readonly<Record<string, number>>) => matchedTable(buildReport(syntheticRuns(rates, 80), { provenance: simulated }));

describe('matchedTable', () => {
  it('says of each arm how it stands against one agent with its tokens, in whichever order the two are listed', () => {
    const first = tableOf({ single: 0.4, swarm: 0.9, 'matched:swarm': 0.3 });
    const [row = []] = first?.rows ?? [];
    expect(row[0]).toBe('swarm');
    expect(row[3]).toMatch(/^\+/);
    expect(row[6]).toBe('better');
    const [turned = []] = tableOf({ 'matched:swarm': 0.9, single: 0.4, swarm: 0.3 })?.rows ?? [];
    expect(turned[3]).toMatch(/^−/);
    expect(turned[4]).toMatch(/^\[−.*, −/);
    expect(turned[6]).toBe('worse');
  });

  it('is not there without such a control, and says when one could not be scored', () => {
    expect(tableOf({ single: 0.4, swarm: 0.9 })).toBeUndefined();
    const runs = ['x', 'y'].flatMap((taskId) => [
      runRow({ taskId, arm: 'swarm' }),
      runRow({ taskId, arm: 'matched:swarm', score: null, reason: 'not recorded' }),
    ]);
    expect(matchedTable(buildReport(runs, { provenance: simulated }))?.rows[0]?.[6]).toBe('unscored');
  });

  it('stands in the reports', () => {
    const report = buildReport(syntheticRuns({ single: 0.4, swarm: 0.9, 'matched:swarm': 0.3 }, 20), { provenance: simulated });
    expect(renderTerminal(report)).toContain('With the same tokens');
    expect(renderMarkdown('x', report)).toContain('## With the same tokens');
    expect(sectionHtml({ title: 'x', report, runs: [] }, 'x')).toContain('Is it the organisation, or the tokens?');
  });
});
