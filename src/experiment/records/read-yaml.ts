import { isMap, isNode, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type YAMLSeq } from 'yaml';
import { quoteFound } from '#lib';
import { checkKeys, type FileRecord, isRecord, type RecordSource } from './records.ts';

/** Longest YAML text in UTF-16 units: the YAML library needs seconds per megabyte; longer lists belong into JSONL. */
export const YAML_LIMIT = 8 * 1024 * 1024;

/** Aliases let a short text unfold into a huge one; lists of tasks need none. */
const MAX_ALIASES = 0;

/** Reads a YAML (or JSON) list of maps, or a map with such a list under `listKey`. Everything else becomes a problem at its line. */
export function readYaml(text: string, listKey: string, source: RecordSource): readonly FileRecord[] {
  const { file, problems } = source;
  if (text.length > YAML_LIMIT) {
    problems.push({ file, message: 'the YAML text is too long', found: `${text.length} characters`, allowed: `at most ${YAML_LIMIT}; JSONL has no limit` });
    return [];
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  for (const error of document.errors) {
    const { line, col } = lines.linePos(error.pos[0]);
    problems.push({ file, line, column: col, message: error.message.split('\n')[0]?.replace(/ at line .*$/, '') ?? 'not valid YAML' });
  }
  if (document.errors.length > 0) return [];
  const lineOf = (node: unknown): number => lines.linePos(startOf(node)).line;
  const list = listOf(document.contents, listKey, lineOf, source);
  return (list?.items ?? []).flatMap((item): readonly FileRecord[] => {
    const line = lineOf(item);
    const value = plainValue(item, document, line, source);
    if (value === undefined) return [];
    if (isRecord(value)) return [{ line, value }];
    problems.push({ file, line, message: 'the entry is not a map', found: quoteFound(value), allowed: 'a map of keys and values' });
    return [];
  });
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function listOf(root: ParsedNode | null, listKey: string, lineOf: (node: unknown) => number, source: RecordSource): YAMLSeq | undefined {
  if (isSeq(root)) return root;
  const list = isMap(root) ? root.get(listKey, true) : undefined;
  if (isMap(root)) {
    const keys = root.items.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ''));
    checkKeys(keys, [listKey], lineOf(root), source);
  }
  if (isSeq(list)) return list;
  if (root !== null)
    source.problems.push({ file: source.file, line: lineOf(root), message: 'no list is found', allowed: `a list, or a map with a list under ${listKey}` });
  return undefined;
}

function plainValue(item: unknown, document: ReturnType<typeof parseDocument>, line: number, { file, problems }: RecordSource): unknown {
  try {
    if (isMap(item) || isSeq(item) || isScalar(item)) return item.toJS(document, { maxAliasCount: MAX_ALIASES });
    problems.push({ file, line, message: 'the entry is an alias', allowed: 'plain values' });
  } catch (error) {
    problems.push({
      file,
      line,
      message: 'the entry uses an alias',
      found: quoteFound(error instanceof Error ? error.message : error),
      allowed: 'plain values',
    });
  }
  return undefined;
}
