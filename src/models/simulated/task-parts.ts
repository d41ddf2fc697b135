import { splitParts } from '#prompt';

/** The parts of a text, and the first place of each. */
export interface TextParts {
  readonly parts: readonly string[];
  indexOf(part: string): number;
}

/** Texts whose division is kept; runs in flight at once have few tasks with parts. */
const KEPT = 64;

/** Divides texts into their parts, each text once while it is in use: a run asks for the parts of its task at every turn. */
export class PartsMemo {
  readonly #known = new Map<string, TextParts>();

  of(text: string): TextParts {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const parts = splitParts(text);
    const places = new Map<string, number>();
    parts.forEach((part, index) => {
      if (!places.has(part)) places.set(part, index);
    });
    const fresh: TextParts = { parts, indexOf: (part) => places.get(part) ?? -1 };
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(text, fresh);
    return fresh;
  }
}
