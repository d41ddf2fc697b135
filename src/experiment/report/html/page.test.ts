import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRuns } from '../../run-log/parse-runs.ts';
import { humanEvalRunsCsv } from '../../testing/recorded-runs.ts';
import { runRow, syntheticRuns } from '../../testing/synthetic-runs.ts';
import { buildReport } from '../build-report.ts';
import { overlaps, placeLabels } from './labels.ts';
import { renderHtml } from './page.ts';

const runs = [
  ...syntheticRuns({ single: 0.4, vote: 0.8, flat: 0.3 }, 60),
  runRow({ taskId: 'late', arm: 'vote', score: null, status: 'timeout', runId: 'r-late' }),
];
const section = { title: 'A comparison', report: buildReport(runs), runs, note: 'a note' };
const page = renderHtml([section]);

/** Tags in order; fails on one that is closed out of order. */
function checkNesting(html: string): readonly string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const empty = new Set(['meta', 'wbr', 'br', '!doctype']);
  const text = html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  for (const [, slash, tag = '', attributes = ''] of text.matchAll(/<(\/?)([a-z0-9!]+)((?:"[^"]*"|[^">])*)>/gi)) {
    if (slash === '/') expect(open.pop()).toBe(tag);
    else {
      seen.push(tag);
      if (!empty.has(tag.toLowerCase()) && !attributes.endsWith('/')) open.push(tag);
    }
  }
  expect(open).toEqual([]);
  return seen;
}

describe('renderHtml', () => {
  it('is well nested, has one main, and headings that begin with h1', () => {
    const tags = checkNesting(page);
    expect(tags.filter((tag) => tag === 'main')).toHaveLength(1);
    expect(tags.filter((tag) => /^h\d$/.test(tag))[0]).toBe('h1');
    expect(page).toContain('<html lang="en">');
  });

  it('loads nothing and allows exactly its own style and script', () => {
    expect(page).not.toMatch(/(?:src|href)="(?!#|data:text\/csv)/);
    expect(page).not.toMatch(/\sstyle="|\son[a-z]+="|url\(|@import/);
    for (const tag of ['style', 'script']) {
      const inline = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
      expect(page).toContain(`${tag}-src 'sha256-${createHash('sha256').update(inline).digest('base64')}'`);
    }
    expect(page).toContain("default-src 'none'");
  });

  it('has a caption and scopes in every table, and names for every drawing and focusable point', () => {
    const tables = page.match(/<table>/g)?.length ?? 0;
    expect(tables).toBeGreaterThan(5);
    expect(page.match(/<caption/g)).toHaveLength(tables);
    expect(page).not.toMatch(/<th(?! scope=)[ >]/);
    for (const [svg] of page.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/aria-label="|aria-labelledby="|aria-hidden="true"/);
    const points = [...page.matchAll(/<g class="point[^"]*" tabindex="0"[^>]*>(<title>)?/g)];
    expect(points).toHaveLength(6); // three arms in two sizes
    for (const [point, title] of points) expect([point.includes('aria-label='), title]).toEqual([true, '<title>']);
  });

  it('links every arm to its runs, and shows run ids, failures and the whole log', () => {
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page).toContain('<code>r0</code>');
    expect(page).toContain('vote, task late, seed 1: timeout (run r-late)');
    const csv = Buffer.from(/base64,([^"]+)"/.exec(page)?.[1] ?? '', 'base64').toString('utf8');
    expect(parseRuns(csv, { file: 'runs.csv' })).toEqual(runs);
  });

  it('has a table of contents for several comparisons, with ids that do not clash', () => {
    const several = renderHtml([section, { ...section, title: 'Another' }], 'Both');
    checkNesting(several);
    expect(several).toContain('<a href="#c2">Another</a>');
    const ids = [...several.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('escapes every text that comes from outside', () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=1>\'&';
    const rows = ['single', hostile].flatMap((arm) =>
      ['a', hostile].map((taskId) =>
        runRow({ arm, taskId, class: hostile, seed: hostile, runId: hostile, reason: hostile, status: arm === hostile ? 'failed' : 'completed' }),
      ),
    );
    const report = buildReport(rows, { provenance: { model: hostile, kind: hostile, fingerprint: hostile, notes: [hostile] }, warnings: [hostile] });
    const html = renderHtml([{ title: hostile, report, runs: rows, note: hostile }]);
    checkNesting(html);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|alert\(1\)<\/script>/);
  });

  it('is made for any report: no run, one run, no cost, nothing scored, many arms', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`arm-${index}`, index / 60]));
    const cases = [
      [],
      [runRow()],
      [runRow({ costUsd: null, inputTokens: null, outputTokens: null, turns: null }), runRow({ arm: 'b' })],
      [runRow({ score: null })],
      syntheticRuns(many, 5),
    ];
    for (const rows of cases) {
      const html = renderHtml([{ title: 'T', report: buildReport(rows), runs: rows }]);
      checkNesting(html);
      expect(html).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('draws a front that spans more than twenty times on a logarithmic axis, and a narrow one on a linear axis', () => {
    const wide = parseRuns(humanEvalRunsCsv(), { file: 'runs.csv' });
    expect(renderHtml([{ title: 'T', report: buildReport(wide), runs: wide }])).toContain('log scale');
    expect(page).not.toContain('log scale');
  });
});

describe('placeLabels', () => {
  it('never lets labels cover each other, a point or the edge', () => {
    const area = { x: 0, y: 0, width: 600, height: 300 };
    const point = fc.record({ x: fc.integer({ min: 10, max: 590 }), y: fc.integer({ min: 10, max: 290 }), text: fc.string({ minLength: 1, maxLength: 20 }) });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 25 }), (points) => {
        const boxes = placeLabels(points, area).flatMap((placed) => (placed === null ? [] : [placed.box]));
        boxes.forEach((box, index) => {
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 600 && box.y + box.height <= 300).toBe(true);
          expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false);
        });
      }),
    );
  });

  it('places the label of a lone point, and gives up where there is no room', () => {
    expect(placeLabels([{ x: 50, y: 50, text: 'arm' }], { x: 0, y: 0, width: 100, height: 100 })[0]).not.toBeNull();
    expect(placeLabels([{ x: 5, y: 5, text: 'a long name' }], { x: 0, y: 0, width: 10, height: 10 })).toEqual([null]);
  });
});
