import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { codeFiles, type Gate, isTestCode } from './gate.ts';

/** Where the system's clock, chance, timers, console and exit may be touched. */
const EDGES = /^(src\/lib\/node\/|src\/cli\/|bench\/|scripts\/|examples\/|bin\/)/;

/** `object.member` that hides the clock, chance or the process from the seams of lib. */
const BANNED_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['Date.now', 'take a Clock'],
  ['performance.now', 'take a Clock'],
  ['Math.random', 'take a seeded Rng'],
  ['crypto.randomUUID', 'use newId of #lib/node'],
  ['process.exit', 'return or throw; only the command line ends the process'],
]);

const BANNED_CALLS: ReadonlyMap<string, string> = new Map([
  ['setTimeout', 'use Clock.after'],
  ['setInterval', 'use Clock.after'],
  ['randomUUID', 'use newId of #lib/node'],
]);

const PLAIN_ERRORS = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/** Casts without a reason, errors without a code, and clock, chance, timers, console or exit outside the edges. Tests are free. */
export const bans: Gate = async (root) => {
  const files = codeFiles(root, ['src', 'bench', 'scripts', 'examples']).filter((file) => !isTestCode(file));
  return { problems: files.flatMap((file) => bansIn(file, readFileSync(join(root, file), 'utf8'))), note: `${files.length} files` };
};

/** The problems of one file. */
export function bansIn(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const lines = text.split('\n');
  const problems: string[] = [];
  const inSrc = file.startsWith('src/');
  const atEdge = EDGES.test(file);
  const report = (node: ts.Node, message: string): void => {
    problems.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${message}`);
  };
  const visit = (node: ts.Node): void => {
    const cast = castProblem(node, source, lines);
    if (cast !== undefined) report(node, cast);
    if (inSrc && isPlainThrow(node)) report(node, 'an error without a code: throw PolityError or problemsError');
    const hidden = atEdge ? undefined : hiddenSource(node);
    if (hidden !== undefined) report(node, hidden);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function castProblem(node: ts.Node, source: ts.SourceFile, lines: readonly string[]): string | undefined {
  if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return undefined;
  if (ts.isTypeReferenceNode(node.type) && node.type.getText(source) === 'const') return undefined;
  const own = source.getLineAndCharacterOfPosition(node.type.getStart(source)).line;
  const statement = source.getLineAndCharacterOfPosition(enclosingStatement(node).getStart(source)).line;
  const explained = [own, own - 1, statement - 1].some((line) => hasReason(source, lines, line));
  return explained ? undefined : `"as ${node.type.getText(source)}" without a comment on this or the previous line that says why it holds`;
}

function enclosingStatement(node: ts.Node): ts.Node {
  let current: ts.Node = node;
  while (!ts.isStatement(current) && current.parent !== undefined && !ts.isSourceFile(current.parent)) current = current.parent;
  return current;
}

/** Whether a line holds a comment with at least two words; text inside a string is not one. */
function hasReason(source: ts.SourceFile, lines: readonly string[], line: number): boolean {
  const text = lines[line];
  if (text === undefined) return false;
  const scanner = ts.createScanner(ts.ScriptTarget.ES2023, false, ts.LanguageVariant.Standard, text);
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isComment = kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia;
    if (isComment && isRealComment(source, line, scanner.getTokenStart()) && /\p{L}+\P{L}+\p{L}+/u.test(scanner.getTokenText())) return true;
  }
  return /^\s*\*\s*\p{L}+\P{L}+\p{L}+/u.test(text); // the inside of a block comment
}

/** A `//` inside a template literal or string of several lines belongs to a token, a comment to none. */
function isRealComment(source: ts.SourceFile, line: number, column: number): boolean {
  const position = source.getPositionOfLineAndCharacter(line, column);
  let inside = false;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > position || node.end <= position) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isRegularExpressionLiteral(node))
      inside = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return !inside;
}

function isPlainThrow(node: ts.Node): boolean {
  const thrown = ts.isThrowStatement(node)
    ? node.expression
    : ts.isCallExpression(node) && node.expression.getText() === 'Promise.reject'
      ? node.arguments[0]
      : undefined;
  return thrown !== undefined && ts.isNewExpression(thrown) && ts.isIdentifier(thrown.expression) && PLAIN_ERRORS.has(thrown.expression.text);
}

function hiddenSource(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    if (node.expression.text === 'console') return `console.${node.name.text}: only the command line prints`;
    const name = `${node.expression.text}.${node.name.text}`;
    const instead = BANNED_MEMBERS.get(name);
    return instead === undefined ? undefined : `${name}: ${instead}`;
  }
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    const name = ts.isIdentifier(callee)
      ? callee.text
      : ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'globalThis'
        ? callee.name.text
        : '';
    if (name === 'Date') return 'Date(): take a Clock';
    const instead = BANNED_CALLS.get(name);
    return instead === undefined ? undefined : `${name}(): ${instead}`;
  }
  const now = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date' && (node.arguments?.length ?? 0) === 0;
  return now ? 'new Date(): take a Clock' : undefined;
}
