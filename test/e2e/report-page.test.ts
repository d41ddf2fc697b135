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
describe.skipIf(EXECUTABLE === undefined && process.env.CI !== 'true')('the report page in a real browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polity-page-'));
  let browser: Browser;
  let quickstart = '';
  let hostile = '';

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

  it('shows names from outside as text', async () => {
    const { page, complaints } = await open(browser, hostile);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
