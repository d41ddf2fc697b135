/**
 * The first key that an object in a JSON text repeats, at any depth, or null. `JSON.parse` takes the last value of such a key without a
 * word. The text must be valid JSON. O(length).
 */
export function duplicateKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = stringEnd(text, i);
      const keys = open.at(-1);
      if (keys !== null && keys !== undefined && isKey(text, end)) {
        const key: unknown = JSON.parse(text.slice(i, end));
        if (keys.has(String(key))) return String(key);
        keys.add(String(key));
      }
      i = end - 1;
    }
  }
  return null;
}

/** Index after the closing quote of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function isKey(text: string, after: number): boolean {
  let i = after;
  while (i < text.length && /\s/.test(text[i] ?? '')) i++;
  return text[i] === ':';
}
