import { type CellValue, PolityError, quoteFound } from '#lib';

const MAYBE_LONE = /[\ud800-\udfff]/; // cheap: never looks at one-byte strings
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Text as it is stored: a lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. The driver would write it as invalid bytes and
 * read it as three characters, so a resumed run would see another text than the run that wrote it.
 */
export function wellFormed(text: string): string {
  return MAYBE_LONE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text;
}

/** The cell as every store keeps it: well-formed text, no negative zero, bigint as number (checked before to be exact). */
export function storedCell(cell: CellValue): CellValue {
  if (typeof cell === 'string') return wellFormed(cell);
  if (typeof cell === 'bigint') return Number(cell);
  return Object.is(cell, -0) ? 0 : cell;
}

/** Makes the cells of a hot-path row storable, in place. Throws `store.failed` for what the driver would turn into NULL: NaN and undefined. */
export function cleanCells(cells: CellValue[], columns: readonly string[]): CellValue[] {
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (typeof cell === 'string') {
      if (MAYBE_LONE.test(cell)) cells[i] = wellFormed(cell);
    } else if (cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell))) {
      throw new PolityError('store.failed', `column ${columns[i]} cannot hold ${quoteFound(String(cell))}: only finite numbers, text and null are stored`);
    }
  }
  return cells;
}
