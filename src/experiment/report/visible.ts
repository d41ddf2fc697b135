/** Text from outside with control characters and direction marks made visible, so that no report can drive a terminal or reorder its line. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
