/** Controls, C1 controls (0x9b begins a terminal sequence too), marks that change direction and other invisible characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Text of unknown origin as one line without power over the terminal: every control character is shown as its escape. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** The colours that our own output uses; any other terminal sequence is shown, not obeyed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal sequence begins with one
const OWN_STYLE = /^\u001b\[(?:0|1|2|3|4|22|23|24|39|3[0-7]|9[0-7])m/;

/** As `visible`, but line breaks and tabs stay, and with `styles` the sequences of colour that our own output uses. */
export function visibleLines(text: string, styles: boolean): string {
  return text.replace(HIDDEN, (character, offset: number) => {
    if (character === '\n' || character === '\t') return character;
    if (styles && character === '\u001b' && OWN_STYLE.test(text.slice(offset, offset + 6))) return character;
    return escaped(character);
  });
}

/** JSON text whose strings hide nothing: what JSON.stringify leaves raw (C1 controls, marks of direction) is escaped too. */
export function visibleJson(json: string): string {
  return json.replace(HIDDEN, (character) => (character === '\n' ? character : unicode(character)));
}

function escaped(character: string): string {
  return SHORT[character] ?? unicode(character);
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
