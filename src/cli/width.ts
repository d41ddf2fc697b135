/** East Asian Wide and Fullwidth ranges of UAX #11 (Unicode 16, merged where nothing narrow that is printed lies between). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d8f],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

const ASCII = /^[\u0020-\u007e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal sequence begins with one
const STYLE = /\u001b\[[0-9;]*m/g;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const ZERO = /^[\p{M}\p{Cf}\u1160-\u11ff]*$/u;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a reader counts them: a letter with its marks, a joined emoji, is one. */
export function graphemes(text: string): readonly string[] {
  if (ASCII.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Columns that a text takes on a terminal: wide East Asian characters and emoji two, marks and colour sequences none. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text.replace(STYLE, ''))) width += graphemeWidth(grapheme);
  return width;
}

/** Cuts a plain text to at most `columns` columns; `…` ends a text that was cut. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 1; // the ellipsis
  let kept = '';
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) break;
    kept += grapheme;
  }
  return columns < 1 ? '' : `${kept}…`;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  const code = grapheme.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
