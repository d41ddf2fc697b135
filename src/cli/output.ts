import { type Json, PolityError } from '#lib';
import { visible, visibleJson, visibleLines } from './visible.ts';
import { displayWidth, graphemes } from './width.ts';

/** A stream that can be written to, as far as output needs to know it. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Whether colours are written: FORCE_COLOR decides (0 and false mean no), then NO_COLOR, then whether the stream is a terminal. */
export function wantsColor(stream: Pick<OutputStream, 'isTTY'>, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env.FORCE_COLOR ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  if ((env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return false;
  return stream.isTTY === true;
}

/** Styles of text; each returns its text unchanged without colours. */
export interface Styles {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Styles that write terminal sequences when `color` is true. */
export function styles(color: boolean): Styles {
  const style = (open: number, close: number) => (text: string) => (color ? `\u001b[${open}m${text}\u001b[${close}m` : text);
  return { bold: style(1, 22), dim: style(2, 22), red: style(31, 39), green: style(32, 39), yellow: style(33, 39), cyan: style(36, 39) };
}

/** Writes text and a line break; control characters are shown, only our own colours pass. */
export function print(text: string, stream: OutputStream, color = false): void {
  stream.write(`${visibleLines(text, color)}\n`);
}

/** Writes one JSON document, indented, with a line break. */
export function printJson(document: Json, stream: OutputStream): void {
  stream.write(`${visibleJson(JSON.stringify(document, null, 2))}\n`);
}

/** Plain data as JSON: the same names, `undefined` members left out. */
export function toJson(value: unknown): Json {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new PolityError('internal', 'a result that is not data cannot be written as JSON');
  const json: Json = JSON.parse(text);
  return json;
}

/** How a table is laid out: alignment per column (left when absent), and the columns of the screen, in which the last column wraps. */
export interface TableOptions {
  readonly align?: readonly ('left' | 'right')[];
  readonly width?: number;
}

const GAP = '  ';
/** A last column narrower than this is not wrapped: one word per line is worse than a long line. */
const NARROWEST = 20;

/** A table with a ruled header; cells are made visible and padded by display width, so wide characters and escapes keep the columns straight. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const cells = [headers, ...rows].map((row) => headers.map((_, column) => visible(row[column] ?? '')));
  const last = headers.length - 1;
  const widths = headers.map((_, column) => cells.reduce((widest, row) => Math.max(widest, displayWidth(row[column] ?? '')), 0));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = Math.max(NARROWEST, (options.width ?? Number.POSITIVE_INFINITY) - before);
  widths[last] = Math.min(widths[last] ?? 0, room);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, options.align?.[column] ?? 'left'))
      .join(GAP)
      .trimEnd();
  const lines = cells.flatMap((row) => {
    const [first = '', ...more] = wrap(row[last] ?? '', room);
    return [line([...row.slice(0, -1), first]), ...more.map((text) => line([...row.slice(0, -1).map(() => ''), text]))];
  });
  const [header = '', ...body] = lines;
  const rule = widths
    .map((width) => '─'.repeat(width))
    .join(GAP)
    .trimEnd();
  return [header, rule, ...body].join('\n');
}

/** Breaks a one-line text at spaces so that no line is wider than `columns`; longer words are cut. */
export function wrap(text: string, columns: number): readonly string[] {
  if (displayWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  const push = (word: string) => {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  };
  for (const word of text.split(' ')) for (const part of chop(word, columns)) push(part);
  return line === '' ? lines : [...lines, line];
}

function chop(word: string, columns: number): readonly string[] {
  if (displayWidth(word) <= columns) return [word];
  const parts: string[] = [];
  let part = '';
  for (const grapheme of graphemes(word)) {
    if (part !== '' && displayWidth(part + grapheme) > columns) {
      parts.push(part);
      part = '';
    }
    part += grapheme;
  }
  return [...parts, part];
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? space + text : text + space;
}

/** Columns of the terminal, undefined when the result goes elsewhere (and is not wrapped). */
export function terminalWidth(stream: OutputStream = process.stdout): number | undefined {
  return stream.isTTY === true ? stream.columns : undefined;
}
