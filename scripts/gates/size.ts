import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { codeFiles, type Gate, isTestCode } from './gate.ts';
import { SIZE_EXCEPTIONS } from './size-exceptions.ts';

/** Lines at which we ask why, and at which we stop. */
export const FILE_LIMIT = { warn: 400, stop: 600 } as const;
export const TEST_FILE_LIMIT = { warn: 500, stop: 800 } as const;
export const FUNCTION_LIMIT = { warn: 60, stop: 100 } as const;

/** Length of files and functions. A file over the limit needs an entry with a reason in size-exceptions.ts; an entry that is not needed fails. */
export const size: Gate = async (root) => checkSize(root, SIZE_EXCEPTIONS);

/** The gate with its exceptions given: file → why it may be longer. */
export async function checkSize(root: string, exceptions: ReadonlyMap<string, string>): ReturnType<Gate> {
  const problems: string[] = [];
  const warnings: string[] = [];
  const overlong = new Set<string>();
  const files = codeFiles(root);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    const limit = isTestCode(file) ? TEST_FILE_LIMIT : FILE_LIMIT;
    if (lines > limit.stop) overlong.add(file);
    if (lines > limit.stop && !exceptions.has(file)) problems.push(`${file}: ${lines} lines (stop at ${limit.stop}): split by responsibility`);
    else if (lines > limit.warn && !exceptions.has(file)) warnings.push(`${file}: ${lines} lines (ask why at ${limit.warn})`);
    if (isTestCode(file)) continue; // a describe block is one long function
    for (const found of longFunctions(file, text)) (found.lines > FUNCTION_LIMIT.stop ? problems : warnings).push(found.message);
  }
  for (const [file, reason] of exceptions) {
    if (!overlong.has(file)) problems.push(`scripts/gates/size-exceptions.ts: ${file} needs no exception`);
    if (reason.trim() === '') problems.push(`scripts/gates/size-exceptions.ts: ${file} has no reason`);
  }
  return { problems, warnings, note: `${files.length} files` };
}

function longFunctions(file: string, text: string): readonly { readonly lines: number; readonly message: string }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: { lines: number; message: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const lines = source.getLineAndCharacterOfPosition(node.end).line - first + 1;
      const limit = lines > FUNCTION_LIMIT.stop ? `stop at ${FUNCTION_LIMIT.stop}` : `ask why at ${FUNCTION_LIMIT.warn}`;
      if (lines > FUNCTION_LIMIT.warn) found.push({ lines, message: `${file}:${first + 1}: ${functionName(node)} has ${lines} lines (${limit})` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function functionName(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const parent: ts.Node = node.parent;
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && ts.isIdentifier(parent.name) ? parent.name.text : 'a function';
}
