import { CsvError, parse } from 'csv-parse/sync';
import { nearestName, quoteFound, toPolityError } from '#lib';
import { checkKeys, type FileRecord, type RecordSource } from './records.ts';

/** The columns that a CSV file may and must have. */
export interface CsvColumns {
  readonly known: readonly string[];
  readonly required: readonly string[];
}

interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV with a header (RFC 4180: quoted fields may hold commas, quotes and line ends); a byte order mark, CRLF and blank lines are
 * accepted. Header names are trimmed, cells are kept as written. Rows of the wrong length, unknown, doubled and missing columns become problems.
 */
export function readCsv(text: string, columns: CsvColumns, source: RecordSource): readonly FileRecord[] {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const [header, ...rows] = splitRows(clean, source);
  if (header === undefined) return [];
  const names = header.cells.map((cell) => cell.trim());
  const before = source.problems.length;
  checkHeader(names, header.line, columns, source);
  if (source.problems.length > before) return []; // with a wrong header every row would repeat the same complaint
  return rows.flatMap(({ line, cells }): readonly FileRecord[] => {
    if (cells.length !== names.length) {
      const found = `${cells.length} fields`;
      source.problems.push({ file: source.file, line, message: 'the row has another number of fields than the header', found, allowed: `${names.length}` });
      return [];
    }
    const value: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) value[names[i] ?? ''] = cells[i];
    return [{ line, value }];
  });
}

function checkHeader(names: readonly string[], line: number, columns: CsvColumns, source: RecordSource): void {
  const { file, problems } = source;
  checkKeys(names, columns.known, line, source);
  for (const name of new Set(names.filter((candidate, index) => names.indexOf(candidate) !== index))) {
    problems.push({ file, line, message: 'the column stands in the header twice', found: quoteFound(name) });
  }
  for (const name of columns.required.filter((candidate) => !names.includes(candidate))) {
    const unknown = names.filter((candidate) => !columns.known.includes(candidate));
    problems.push({ file, line, message: `the column ${name} is missing`, found: names.join(','), nearest: nearestName(name, unknown) });
  }
}

function splitRows(text: string, source: RecordSource): readonly CsvRow[] {
  // Without a quote CSV is lines and commas, and reading it so is ten times faster: logs of a million runs are of this form.
  const plain = !text.includes('"') && (text.includes('\n') || !text.includes('\r'));
  return plain ? splitPlain(text) : splitQuoted(text, source);
}

function splitPlain(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const written = text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    if (written !== '') rows.push({ line, cells: written.split(',') });
    start = end + 1;
  }
  return rows;
}

function splitQuoted(text: string, { file, problems }: RecordSource): readonly CsvRow[] {
  try {
    let line = 1;
    const rows: CsvRow[] = [];
    for (const cells of parse(text, { relax_column_count: true })) {
      if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
      line += 1 + lineEnds(cells);
    }
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw toPolityError(error);
    const line = typeof error.lines === 'number' ? error.lines : undefined;
    problems.push({
      file,
      line,
      message: 'the quotes of this row do not match',
      found: quoteFound(error.message),
      allowed: 'quotes around a whole field, doubled inside it',
    });
    return [];
  }
}

function lineEnds(cells: readonly string[]): number {
  let ends = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) ends++;
  }
  return ends;
}
