const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML and SVG, in content and in quoted attributes. Direction marks, which could reorder what is read, are shown as escapes. */
export function esc(text: string): string {
  return text
    .replace(/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A name that may be broken after its joints, so that long ones do not widen their column. */
export function breakable(name: string): string {
  return esc(name).replace(/[|+:/_]/g, '$&<wbr>');
}

/** A coordinate with one decimal, as short as it goes. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
