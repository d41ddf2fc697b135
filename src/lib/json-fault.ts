/** Deepest nesting of JSON that is read: our own walks over it are recursive. The same limit as for specs. */
const DEEPEST = 500;

/** What is wrong with a valid JSON text that `JSON.parse` accepts all the same, as a message and its place; null when nothing is. */
export function jsonFault(text: string): { readonly message: string; readonly path?: string } | null {
  if (depthOf(text) > DEEPEST) return { message: `nested deeper than ${DEEPEST} levels` };
  const twice = duplicateKey(text);
  return twice === null ? null : { message: 'the key stands twice in one object', path: twice };
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') i = stringEnd(text, i) - 1;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}

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
