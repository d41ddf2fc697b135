import { sha256 } from '#lib/node';
import { headline } from '../plain-words.ts';
import { esc } from './escape.ts';
import { SCRIPT } from './script.ts';
import { type ReportSection, sectionHtml } from './section.ts';
import { STYLES } from './styles.ts';

/** The source of a content security policy that allows exactly this inline text. */
function hashSource(text: string): string {
  return `'sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}'`;
}

/** Nothing is loaded and nothing runs but the style and the script of this page, known by their hashes. */
const POLICY = `default-src 'none'; style-src ${hashSource(STYLES)}; script-src ${hashSource(SCRIPT)}; base-uri 'none'; form-action 'none'`;

/** One self-contained page for one or several comparisons, with a table of contents when there are several. */
export function renderHtml(sections: readonly ReportSection[], title = sections.length === 1 ? (sections[0]?.title ?? 'Comparison') : 'Comparisons'): string {
  const several = sections.length > 1;
  const ids = sections.map((_, index) => `c${index + 1}`);
  const body = sections.map((section, index) => sectionHtml(section, ids[index] ?? ''));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
    `<title>${esc(title)}</title><style>${STYLES}</style></head><body><a class="skip" href="#main">To the report</a><div class="wrap">`,
    '<div class="top"><span class="brand">Polity comparison report</span><button type="button" id="theme" aria-pressed="false" hidden>Light / dark</button></div>',
    `<main id="main">${several ? contents(sections, ids, title) : ''}${body.join('')}</main></div><script>${SCRIPT}</script></body></html>\n`,
  ].join('');
}

function contents(sections: readonly ReportSection[], ids: readonly string[], title: string): string {
  const entries = sections.map((section, index) => `<li><a href="#${ids[index]}">${esc(section.title)}</a><p>${esc(headline(section.report))}</p></li>`);
  return `<nav class="toc card" aria-label="Contents"><h2>${esc(title)}</h2><ol>${entries.join('')}</ol></nav>`;
}
