import { jsonFault, quoteFound } from '#lib';
import { type FileRecord, isRecord, type RecordSource } from './records.ts';

/** Reads one JSON object per line; a byte order mark, CRLF, blank lines and a missing last newline are accepted. Broken lines become problems and are left out. */
export function readJsonl(text: string, source: RecordSource): readonly FileRecord[] {
  const records: FileRecord[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const written = text.slice(start, end).trim();
    if (written !== '') readLine(written, line, source, records);
    start = end + 1;
  }
  return records;
}

function readLine(written: string, line: number, { file, problems }: RecordSource, records: FileRecord[]): void {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    problems.push({ file, line, message: 'the line is not valid JSON', found: quoteFound(written), allowed: 'one JSON object' });
    return;
  }
  const fault = jsonFault(written);
  if (fault !== null) {
    problems.push({ file, line, ...fault });
    return;
  }
  if (isRecord(value)) records.push({ line, value });
  else problems.push({ file, line, message: 'the line is not a JSON object', found: quoteFound(value), allowed: 'one JSON object' });
}
