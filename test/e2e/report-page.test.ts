import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPolity } from './process.ts';

const EXECUTABLE = [process.env.POLITY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const HOSTILE = '<img src=x onerror="window.hit=1">\u202e';

/** A page that lists whatever it complains of or tries to load. */
async function open(
  browser: Browser,
  file: string,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ colorScheme: options.colorScheme ?? 'light', viewport: { width: options.width ?? 1280, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => !/^(file|data):/.test(request.url()) && complaints.push(`request ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

// In CI a missing browser is a failure; on a desk without one there is nothing to look with.
const SKIPPED = EXECUTABLE === undefined && !process.env.CI;
describe.skipIf(SKIPPED)(`the report page in a real browser${SKIPPED ? ' (skipped: no Chromium; set POLITY_CHROMIUM)' : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'polity-page-'));
  let browser: Browser;
  let quickstart = '';
  let hostile = '';
  let compared = '';

  beforeAll(async () => {
    if (EXECUTABLE === undefined) throw new Error('no Chromium: set POLITY_CHROMIUM or install the package chromium');
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
    const runs = join(folder, 'runs.jsonl');
    const rows = Array.from({ length: 30 }, (_, index) =>
      ['single', HOSTILE].map((arm) =>
        JSON.stringify({
          task_id: `t${index}${HOSTILE}`,
          arm,
          seed: 0,
          score: (index + arm.length) % 3 === 0 ? 0 : 1,
          cost_usd: arm === 'single' ? 0.01 : 0.02,
          class: index % 2 === 0 ? HOSTILE : 'b',
        }),
      ),
    ).flat();
    writeFileSync(runs, rows.join('\n'));
    const report = await runPolity(['report', '--runs', runs, '--out', join(folder, 'hostile')], { home: join(folder, 'home') });
    expect(report.code).toBe(0);
    hostile = join(folder, 'hostile', 'report.html');
    const out = join(folder, 'compared');
    const comparison = await runPolity(['compare', '--tasks', 'examples/tasks.jsonl', '--seeds', '2', '--out', out], { home: join(folder, 'home') });
    expect(comparison.code).toBe(0);
    compared = join(out, 'report.html');
    const started = await runPolity(['quickstart', '--out', join(folder, 'quickstart')], { home: join(folder, 'home') });
    expect([started.code, started.stderr.split('\n').slice(-5).join('\n')]).toEqual([0, expect.any(String)]);
    expect(started.stdout).toContain(join(folder, 'quickstart', 'report.html'));
    quickstart = join(folder, 'quickstart', 'report.html');
  }, 180_000);
  afterAll(() => browser?.close());

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 420],
    ['dark', 420],
  ] as const)('shows the quickstart in %s at %d pixels without a complaint, a request or a sideways scroll', async (colorScheme, width) => {
    const { page, complaints } = await open(browser, quickstart, { colorScheme, width });
    expect(await page.locator('article.report').count()).toBe(3);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    expect(await page.locator('svg').count()).toBeGreaterThan(3);
    expect(complaints).toEqual([]);
  });

  it('labels what is simulated, and leads from a number to its runs', async () => {
    const { page } = await open(browser, quickstart);
    expect(await page.locator('.unreal').count()).toBe(1);
    const link = page.locator('table a[href^="#"]').first();
    const target = await link.getAttribute('href');
    await link.click();
    expect(await page.locator(`[id="${target?.slice(1)}"]`).isVisible()).toBe(true);
  });

  it('switches its theme, and lets the keyboard reach the points of the plot by name', async () => {
    const { page } = await open(browser, quickstart);
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await background();
    await page.getByRole('button', { name: /dark/i }).click();
    expect(await background()).not.toBe(before);
    const point = page.locator('svg [tabindex="0"]').first();
    await point.focus();
    const name = (await point.getAttribute('aria-label')) ?? (await point.locator('title').first().textContent()) ?? '';
    expect(name.length).toBeGreaterThan(5);
    expect(await page.evaluate("document.activeElement?.closest('svg') !== null")).toBe(true);
  });

  it.each([
    ['light', 1280],
    ['dark', 420],
  ] as const)('shows a comparison of its own in %s at %d pixels without a complaint, a request or a sideways scroll', async (colorScheme, width) => {
    const { page, complaints } = await open(browser, compared, { colorScheme, width });
    expect(await page.locator('article.report').count()).toBe(1);
    expect(await page.locator('.unreal').count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });

  it('names every table, every point of the plot and every place that the keyboard stops at', async () => {
    for (const file of [quickstart, compared]) {
      const { page } = await open(browser, file);
      const unnamed = await page.evaluate(`[...document.querySelectorAll('table')].filter((table) => !table.caption?.textContent.trim()).length`);
      expect([await page.locator('table').count(), unnamed]).toEqual([expect.any(Number), 0]);
      const points = await page.locator('svg.plot .point').all();
      expect(points.length).toBeGreaterThan(3);
      for (const point of points) {
        expect(await point.getAttribute('tabindex')).toBe('0');
        expect(((await point.getAttribute('aria-label')) ?? '').length).toBeGreaterThan(5);
        expect(await point.locator('title').textContent()).toBe(await point.getAttribute('aria-label'));
      }
      const silent = await page.evaluate(`[...document.querySelectorAll('[tabindex="0"]')].filter((place) => !place.getAttribute('aria-label')).length`);
      expect(silent).toBe(0);
    }
  });

  it('is walked through by Tab: the first stop skips to the report, and a point shows that it has the focus', async () => {
    const { page } = await open(browser, compared);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.className')).toBe('skip');
    // The plot is drawn for wide and for narrow screens; the one that is seen is the one that can be reached.
    const seen = page.locator('svg.plot .point:visible').first();
    await seen.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const focus = `document.activeElement?.classList.contains('point') && getComputedStyle(document.activeElement.querySelector('.ring')).strokeWidth`;
    expect(await page.evaluate(focus)).toBe('4px');
  });

  it('leads from every number that links to a list of runs that is there', async () => {
    const { page } = await open(browser, compared);
    const broken = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].filter((link) => !document.getElementById(link.getAttribute('href').slice(1))).length`,
    );
    expect([broken, (await page.locator('table a[href^="#"]').count()) > 3]).toEqual([0, true]);
  });

  it('shows names from outside as text', async () => {
    const { page, complaints } = await open(browser, hostile);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
