import type { TopologyKind } from '../kinds.ts';
import { type GraphView, KIND_BIT, UNTYPED_BIT } from '../metrics/graph-view.ts';

/** Short names of the kind bits, as the value tables read by direction. */
export const DELEGATES = KIND_BIT.delegates_to;
export const REPORTS = KIND_BIT.reports_to;
export const PIPES = KIND_BIT.pipes_to;
export const PEERS = KIND_BIT.peers_with;
export const ROUTES = KIND_BIT.routes_to;
export const BIDS = KIND_BIT.bids_to;
export const SHARES = KIND_BIT.reads_writes;
export const UNTYPED = UNTYPED_BIT;

/** What a canonical edge of a kind is worth; an untyped one is worth about half, an edge that the kind has no place for next to nothing. */
export const CANONICAL = 100;
/** Worth of an edge that the kind has no place for. */
export const STRAY = 8;

/** How well one kind explains a graph: 0 not at all, 100 every edge is one the kind asks for and none is missing. */
export interface Fit {
  readonly kind: TopologyKind;
  readonly score: number;
  /** The feature that the score rests on most, its value in [0, 1] or a count, and what it means. */
  readonly feature: string;
  readonly value: number;
  readonly why: string;
}

/** Facts that several fits share. */
export interface FitContext {
  readonly view: GraphView;
  readonly components: number;
  readonly isolated: number;
  /** Linked pairs / all pairs. */
  readonly pairDensity: number;
  readonly meanDegree: number;
  readonly highestDegree: number;
  /** Share of pairs with an untyped edge. */
  readonly untyped: number;
}

/** Worth of the explained pairs over all pairs there are and all that the kind misses, 0…100. */
export function share(worth: number, pairs: number, missing: number): number {
  const asked = pairs + Math.max(0, missing);
  return asked === 0 ? 0 : worth / asked;
}

/** The value held to [low, high]. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}
