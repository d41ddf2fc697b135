import type { Assertion, PatternNode } from './pattern-tree.ts';

/** One step of a compiled pattern. `fork` goes on at both places, `atom` reads one code point, `assertion` reads none. */
type Step =
  | { readonly kind: 'atom'; readonly reads: (codePoint: string) => boolean }
  | { readonly kind: 'assertion'; readonly at: Assertion }
  | { readonly kind: 'fork'; readonly first: number; readonly second: number }
  | { readonly kind: 'match' };

/** Bounds the time of a search: at most this many steps are alive at each character. */
const MOST_STEPS = 2000;

interface Program {
  readonly steps: Step[];
  tooLarge: boolean;
}

function emit(program: Program, step: Step): number {
  if (program.steps.length >= MOST_STEPS) program.tooLarge = true;
  else program.steps.push(step);
  return program.steps.length - 1;
}

/** Fills in a fork that was emitted before its second place was known. */
function pointFork(program: Program, at: number, first: number, second: number): void {
  program.steps[at] = { kind: 'fork', first, second };
}

function compileOptional(program: Program, part: PatternNode): void {
  const fork = emit(program, { kind: 'fork', first: 0, second: 0 });
  compileNode(program, part);
  pointFork(program, fork, fork + 1, program.steps.length);
}

function compileRepeat(program: Program, part: PatternNode, least: number, most: number): void {
  for (let i = 0; i < least && !program.tooLarge; i++) compileNode(program, part);
  if (most === Number.POSITIVE_INFINITY) {
    const fork = emit(program, { kind: 'fork', first: 0, second: 0 });
    compileNode(program, part);
    emit(program, { kind: 'fork', first: fork, second: fork });
    pointFork(program, fork, fork + 1, program.steps.length);
    return;
  }
  for (let i = least; i < most && !program.tooLarge; i++) compileOptional(program, part);
}

function compileEither(program: Program, options: readonly PatternNode[]): void {
  const exits: number[] = [];
  options.forEach((option, index) => {
    const last = index === options.length - 1;
    const fork = last ? -1 : emit(program, { kind: 'fork', first: 0, second: 0 });
    compileNode(program, option);
    if (last) return;
    exits.push(emit(program, { kind: 'fork', first: 0, second: 0 }));
    pointFork(program, fork, fork + 1, program.steps.length);
  });
  for (const exit of exits) pointFork(program, exit, program.steps.length, program.steps.length);
}

function compileNode(program: Program, node: PatternNode): void {
  if (program.tooLarge) return;
  switch (node.kind) {
    case 'atom':
    case 'assertion':
      emit(program, node);
      return;
    case 'sequence':
      for (const part of node.parts) compileNode(program, part);
      return;
    case 'either':
      compileEither(program, node.options);
      return;
    case 'repeat':
      compileRepeat(program, node.part, node.least, node.most);
      return;
  }
}

/** What assertions look at: the code points on both sides of a place; undefined outside the text. */
interface Place {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const LINE_END = /^[\n\r\u2028\u2029]$/u;

function createAssertions(flags: string): (at: Assertion, place: Place) => boolean {
  const word = new RegExp('^\\w$', flags.replace('m', ''));
  const multiline = flags.includes('m');
  const isWord = (c: string | undefined): boolean => c !== undefined && word.test(c);
  const isEdge = (c: string | undefined): boolean => c === undefined || (multiline && LINE_END.test(c));
  return (at, { before, after }) => {
    if (at === 'start') return isEdge(before);
    if (at === 'end') return isEdge(after);
    return (isWord(before) !== isWord(after)) === (at === 'word_edge');
  };
}

/** The steps alive at one place; a step is entered once however many ways lead to it, which is what keeps the search linear. */
interface Alive {
  readonly atoms: number[];
  readonly seen: Uint8Array;
}

/** Enters a step and all that follow without reading; true when a match is reached. */
function enter(steps: readonly Step[], from: number, alive: Alive, holds: (at: Assertion) => boolean): boolean {
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (alive.seen[at] === 1) continue;
    alive.seen[at] = 1;
    const step = steps[at];
    if (step === undefined) continue;
    if (step.kind === 'match') return true;
    if (step.kind === 'fork') waiting.push(step.second, step.first);
    else if (step.kind === 'atom') alive.atoms.push(at);
    else if (holds(step.at)) waiting.push(at + 1);
  }
  return false;
}

/** Finds whether the pattern occurs anywhere in a text. */
export type Matcher = (text: string) => boolean;

/**
 * Compiles a pattern for Thompson's simulation (Thompson 1968; R. Cox 2007, "Regular expression matching can be simple and fast"): time is
 * steps × characters whatever the pattern, where a backtracking matcher can take exponential time. Null when the pattern is too large.
 */
export function compileMatcher(tree: PatternNode, flags: string): Matcher | null {
  const program: Program = { steps: [], tooLarge: false };
  compileNode(program, tree);
  emit(program, { kind: 'match' });
  if (program.tooLarge) return null;
  const { steps } = program;
  const assertion = createAssertions(flags);
  return (text) => {
    const points = Array.from(text);
    let reached: readonly number[] = [];
    for (let i = 0; i <= points.length; i++) {
      const place: Place = { before: points[i - 1], after: points[i] };
      const holds = (at: Assertion): boolean => assertion(at, place);
      const alive: Alive = { atoms: [], seen: new Uint8Array(steps.length) };
      for (const at of reached) if (enter(steps, at, alive, holds)) return true;
      if (enter(steps, 0, alive, holds)) return true;
      reached = alive.atoms.filter((at) => readsPoint(steps[at], points[i])).map((at) => at + 1);
    }
    return false;
  };
}

function readsPoint(step: Step | undefined, point: string | undefined): boolean {
  return step?.kind === 'atom' && point !== undefined && step.reads(point);
}
