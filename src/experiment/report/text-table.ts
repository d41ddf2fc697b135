import type { TextTable } from './cells.ts';

/** Columns a text takes on a terminal: marks that combine take none, wide scripts and emoji two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text.normalize('NFC')) width += /\p{Mark}|\u200d|\ufe0f/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function pad(text: string, width: number, right: boolean): string {
  const blank = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return right ? `${blank}${text}` : `${text}${blank}`;
}

/** A table in fixed columns, two spaces apart; numbers to the right. */
export function textTable({ columns, rows }: Pick<TextTable, 'columns' | 'rows'>): readonly string[] {
  const widths = columns.map(({ title }, index) => Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[index] ?? ''))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.numeric ?? false))
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)];
}
