/** The element that encloses text from outside in a prompt. */
export const FENCE_TAG = 'untrusted';

/** Characters that a reader, person or model, may take for the opening angle bracket of a tag. */
const OPENERS = new Set('<＜﹤‹〈⟨〈˂ᐸ❮❰≺⋖⪡«《');
const ANY_OPENER = new RegExp(`[${[...OPENERS].join('')}]`, 'u');
const SLASHES = new Set('/／⁄∕⧸╱⟋\\＼⧵﹨');

/** Letters of other scripts that look like letters of the tag; compatibility forms (full width, mathematical, circled) fold by NFKD. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  υ: 'u',
  ս: 'u',
  ц: 'u',
  ᴜ: 'u',
  ʋ: 'u',
  п: 'n',
  η: 'n',
  ո: 'n',
  ɴ: 'n',
  ν: 'n',
  т: 't',
  τ: 't',
  ᴛ: 't',
  г: 'r',
  ʀ: 'r',
  ѕ: 's',
  ꜱ: 's',
  ʂ: 's',
  е: 'e',
  ε: 'e',
  ҽ: 'e',
  ᴇ: 'e',
  ԁ: 'd',
  ɗ: 'd',
  ᴅ: 'd',
  ժ: 'd',
};
const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}\p{Z}\p{Pd}\p{Pc}]/u;

/**
 * Encloses text from outside as data under a label (an agent id). Whatever in it could be read as this element's opening or closing tag is
 * defused, so nothing inside can end the fence.
 */
export function fence(label: string, text: string): string {
  return `<${FENCE_TAG} from="${attribute(label)}">\n${neutralise(text)}\n</${FENCE_TAG}>`;
}

/** Ids come from files that a person may have copied from anywhere: they must not break out of the attribute. */
function attribute(label: string): string {
  return neutralise(label.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')).replace(/[<>"&]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Replaces the brackets of everything that reads as a tag of the fence by `&lt;`; all other text stays as it is. Linear in the text. */
function neutralise(text: string): string {
  if (!ANY_OPENER.test(text)) return text;
  const { skeleton, origin } = fold(text);
  const brackets: number[] = [];
  for (let name = skeleton.indexOf(FENCE_TAG); name !== -1; name = skeleton.indexOf(FENCE_TAG, name + 1)) {
    const run: number[] = [];
    for (let at = name - 1; at >= 0 && (skeleton[at] === '<' || skeleton[at] === '/'); at--) {
      if (skeleton[at] === '<') run.push(origin[at] ?? 0);
    }
    for (const at of run.reverse()) brackets.push(at);
  }
  let out = '';
  let copied = 0;
  for (const at of brackets) {
    out += `${text.slice(copied, at)}&lt;`;
    copied = at + 1; // every opener is one UTF-16 unit
  }
  return out + text.slice(copied);
}

/** What a lenient reader makes of the text: invisible and blank characters and dashes dropped, look-alikes folded; with each character's place of origin. */
function fold(text: string): { readonly skeleton: string; readonly origin: readonly number[] } {
  let skeleton = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    skeleton += folded;
    for (let i = 0; i < folded.length; i++) origin.push(at);
    at += character.length;
  }
  return { skeleton, origin };
}

function foldCharacter(character: string): string {
  if (character >= 'a' && character <= 'z') return character;
  if (OPENERS.has(character)) return '<';
  if (SLASHES.has(character)) return '/';
  if (IGNORED.test(character)) return '';
  const base = character
    .normalize('NFKD')
    .replace(/[\p{M}()]/gu, '')
    .toLowerCase();
  return LOOKALIKES[base] ?? base;
}
