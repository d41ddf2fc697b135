/** Text that a solution marks as its final answer, and whether it was marked. */
export interface MarkedAnswer {
  readonly text: string;
  readonly marked: boolean;
}

/** `#### 18` (the form of GSM8K solutions), `Answer: 18`, `**Final answer:** 18`; alone at the start of a line. */
const MARKER_LINE = /^[ \t]*(?:#{4}|[*_#> \t]{0,8}(?:the[ \t])?(?:final[ \t])?answer[ \t]{0,4}(?:[*_]{0,4}[:：][*_]{0,4}))(.*)$/gimu;
const BOXED = /\\boxed\s*\{/g;

interface Mark {
  readonly at: number;
  readonly text: string;
}

/** The last `\boxed{…}` with balanced braces. */
function lastBoxed(text: string): Mark | undefined {
  const opened = [...text.matchAll(BOXED)].at(-1);
  if (opened === undefined) return undefined;
  const start = opened.index + opened[0].length;
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}') depth--;
    if (depth === 0) return { at: opened.index, text: text.slice(start, i) };
  }
  return undefined;
}

/** The last marker line; a marker with nothing behind it takes the next line that holds something. */
function lastMarkerLine(text: string): Mark | undefined {
  const found = [...text.matchAll(MARKER_LINE)].at(-1);
  if (found === undefined) return undefined;
  const behind = (found[1] ?? '').trim();
  if (behind !== '') return { at: found.index, text: behind };
  const rest = text.slice(found.index + found[0].length).trim();
  return { at: found.index, text: rest.split('\n', 1)[0] ?? '' };
}

/**
 * The marked final answer of a longer text, the last mark winning; the whole text when nothing is marked. Never a guess such as the last
 * number anywhere: that would score a text for a figure it did not claim.
 */
export function markedAnswer(answer: string): MarkedAnswer {
  const boxed = lastBoxed(answer);
  const line = lastMarkerLine(answer);
  if (boxed === undefined && line === undefined) return { text: answer.trim(), marked: false };
  // "Answer: \boxed{18}" has the box behind the marker, so the later mark is also the inner one.
  const last = boxed !== undefined && (line === undefined || boxed.at >= line.at) ? boxed : line;
  return { text: (last?.text ?? '').trim(), marked: true };
}

/** A longer answer is no wrapped number or letter; peeling it layer by layer would only cost time. Characters. */
const LONGEST_WRAPPED = 1000;

/** Takes away paired emphasis, dollar signs of inline mathematics and `\text{…}` around a short answer. */
export function stripWrapping(text: string): string {
  let bare = text.trim();
  while (bare.length <= LONGEST_WRAPPED) {
    const inner = /^(?:\*\*(.+)\*\*|\*(.+)\*|`(.+)`|\\text\s*\{(.+)\}|\\\((.+)\\\)|\$(.+)\$)$/su
      .exec(bare)
      ?.slice(1)
      .find((part) => part !== undefined);
    if (inner === undefined) return bare;
    bare = inner.trim();
  }
  return bare;
}
