import type { Rng } from '#lib';
import type { EdgeKind } from '../kinds.ts';

/** A graph under construction: nodes are numbers, the first is the centre when there is one. */
export class Sketch {
  readonly roles: string[];
  readonly edges: { readonly from: number; readonly to: number; readonly kind: EdgeKind | undefined }[] = [];
  readonly #seen = new Set<string>();
  constructor(firstRole: string) {
    this.roles = [firstRole];
  }
  get size(): number {
    return this.roles.length;
  }
  /** Adds a node and returns its number. */
  add(role: string): number {
    return this.roles.push(role) - 1;
  }
  /** Adds an edge unless it is a self-loop or was drawn before. */
  link(from: number, to: number, kind: EdgeKind | undefined): void {
    const key = `${from}>${to}:${kind ?? ''}`;
    if (from === to || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.edges.push({ from, to, kind });
  }
  /** Takes another sketch in and ties it to this one with a single edge. */
  absorb(other: Sketch, bridge: EdgeKind, rng: Rng): void {
    const offset = this.size;
    this.roles.push(...other.roles);
    for (const { from, to, kind } of other.edges) this.link(from + offset, to + offset, kind);
    this.link(rng.int(offset), offset + rng.int(other.size), bridge);
  }
}
