import type { TextTable } from '../cells.ts';
import { esc } from './escape.ts';

/** One column of an HTML table; cells are HTML that is escaped already. */
export interface HtmlColumn {
  readonly title: string;
  readonly numeric?: boolean;
  readonly plot?: boolean;
  /** HTML under the title, e.g. the scale of a plot. */
  readonly below?: string;
}

/** A table with caption (shown above it, where it does not scroll away) and scopes; the first cell of each row is its header. Wide ones scroll by themselves, by keyboard too. */
export function htmlTable(caption: string, columns: readonly HtmlColumn[], rows: readonly (readonly string[])[]): string {
  const classOf = (column: HtmlColumn | undefined): string => (column?.numeric ? ' class="num"' : column?.plot ? ' class="plotcell"' : '');
  const head = columns.map((column) => `<th scope="col"${classOf(column)}>${esc(column.title)}${column.below ?? ''}</th>`).join('');
  const body = rows.map((cells) => {
    const [first = '', ...rest] = cells;
    return `<tr><th scope="row">${first}</th>${rest.map((cell, index) => `<td${classOf(columns[index + 1])}>${cell}</td>`).join('')}</tr>`;
  });
  const label = caption.replace(/<[^>]*>/g, '');
  return `<p class="sub" aria-hidden="true">${caption}</p><div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><caption class="unseen">${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** The HTML form of a text table. */
export function htmlOfTable(table: TextTable, caption: string): string {
  return htmlTable(
    esc(caption),
    table.columns,
    table.rows.map((row) => row.map(esc)),
  );
}

/** A bullet list of texts. */
export function htmlList(lines: readonly string[]): string {
  return `<ul class="list">${lines.map((line) => `<li>${esc(line)}</li>`).join('')}</ul>`;
}
