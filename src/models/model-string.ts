import { nearestName, PolityError, quoteFound } from '#lib';

/** A source of replies as named on a command line or in a file. `file` as written, not resolved. */
export type ModelSource =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'simulated'; readonly file: string | null }
  | { readonly kind: 'scripted'; readonly file: string }
  | { readonly kind: 'person' };

/** The spellings that `parseModelString` accepts, for help texts. */
export const MODEL_STRINGS: readonly string[] = ['recorded', 'simulated', 'simulated:FILE', 'scripted:FILE', 'person'];
const NAMES = ['recorded', 'simulated', 'scripted', 'person'] as const;

/** Parses `recorded`, `simulated`, `simulated:FILE`, `scripted:FILE` or `person`. Throws `model.unknown` that lists them and names the nearest. */
export function parseModelString(text: string): ModelSource {
  const colon = text.indexOf(':');
  const name = colon === -1 ? text : text.slice(0, colon);
  const file = colon === -1 ? null : text.slice(colon + 1);
  if (file === '') throw unknown(text, `no file is named after "${name}:"`);
  switch (NAMES.find((known) => known === name)) {
    case 'recorded':
      return withoutFile(text, file, { kind: 'recorded' });
    case 'person':
      return withoutFile(text, file, { kind: 'person' });
    case 'simulated':
      return { kind: 'simulated', file };
    case 'scripted':
      if (file === null) throw unknown(text, '"scripted" needs a file: scripted:FILE');
      return { kind: 'scripted', file };
    case undefined:
      throw unknown(text, `unknown model ${quoteFound(text)}`, nearestName(name, NAMES));
  }
}

function withoutFile(text: string, file: string | null, source: ModelSource): ModelSource {
  if (file !== null) throw unknown(text, `"${source.kind}" takes no file`);
  return source;
}

function unknown(text: string, message: string, nearest?: string): PolityError {
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return new PolityError('model.unknown', `${message} (allowed: ${MODEL_STRINGS.join(', ')}${hint})`, {
    details: { found: text, allowed: MODEL_STRINGS, ...(nearest === undefined ? {} : { nearest }) },
  });
}
