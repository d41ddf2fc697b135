import type { Attributes } from '../graph.ts';
import type { EdgeKind } from '../kinds.ts';
import type { Place } from '../places.ts';

/** A node as far as a spelling tells it; `id` is absent where it is derived from the role. */
export interface DraftNode {
  readonly id?: string;
  readonly role: string;
  readonly level?: number;
  readonly attrs?: Attributes;
  readonly place: Place;
}

/** An edge as far as a spelling tells it. */
export interface DraftEdge {
  readonly from: string;
  readonly to: string;
  readonly kind?: EdgeKind;
  readonly place: Place;
}

/** What a tree or an adjacency list says: who is mentioned (first mention first, with levels in trees) and who is joined with whom. */
export interface DraftGraph {
  readonly mentioned: readonly DraftNode[];
  readonly edges: readonly DraftEdge[];
}
