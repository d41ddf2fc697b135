import { EDGE_KINDS, type EdgeKind } from '../kinds.ts';
import { at, bitCount, type GraphView, KIND_BIT, UNTYPED_BIT } from './graph-view.ts';

/** Share of edges of each kind; the shares sum to 1, or are all 0 without edges. */
export type EdgeKindProfile = Readonly<Record<EdgeKind | 'untyped', number>>;

/** Roles that hint at a kind. */
export const ROLE_HINTS = ['judge', 'auctioneer', 'router', 'board', 'aggregator', 'hub'] as const;
export type RoleHint = (typeof ROLE_HINTS)[number];

/** Words of role names by hint; the first of each list is the role that templates use. */
const HINT_WORDS: Readonly<Record<RoleHint, readonly string[]>> = {
  judge: ['judge', 'arbiter', 'referee', 'jury'],
  auctioneer: ['auctioneer', 'broker'],
  router: ['router', 'gate'],
  board: ['board', 'blackboard'],
  aggregator: ['aggregator', 'collector', 'voter'],
  hub: ['hub', 'coordinator'],
};

/** Shares of the edge kinds, counted per ordered pair and kind. */
export function edgeKindProfile(view: GraphView): EdgeKindProfile {
  const counts = { delegates_to: 0, reports_to: 0, pipes_to: 0, peers_with: 0, routes_to: 0, bids_to: 0, reads_writes: 0, untyped: 0 };
  let total = 0;
  for (const side of [view.forward, view.backward]) {
    for (const bits of side) {
      if (bits === 0) continue;
      total += bitCount(bits);
      for (const kind of EDGE_KINDS) if ((bits & KIND_BIT[kind]) !== 0) counts[kind]++;
      if ((bits & UNTYPED_BIT) !== 0) counts.untyped++;
    }
  }
  if (total > 0) {
    for (const kind of EDGE_KINDS) counts[kind] /= total;
    counts.untyped /= total;
  }
  return counts;
}

/** The hint a role name gives, if any: whole words only, so that `gateway_tester` hints at nothing. */
function roleHintOf(role: string): RoleHint | null {
  const words = role.toLowerCase().split(/[^a-z]+/);
  return ROLE_HINTS.find((hint) => HINT_WORDS[hint].some((word) => words.includes(word))) ?? null;
}

/** Number of nodes per role hint. */
export function roleHints(view: GraphView): Readonly<Record<RoleHint, number>> {
  const counts = { judge: 0, auctioneer: 0, router: 0, board: 0, aggregator: 0, hub: 0 };
  for (let i = 0; i < view.n; i++) {
    const hint = roleHintOf(view.roles[i] ?? '');
    if (hint !== null) counts[hint]++;
  }
  return counts;
}

/** Share of linked pairs of which at least one edge has no kind; 0 without pairs. */
export function untypedShare(view: GraphView): number {
  let untyped = 0;
  for (let p = 0; p < view.pairs; p++) if (((at(view.forward, p) | at(view.backward, p)) & UNTYPED_BIT) !== 0) untyped++;
  return view.pairs === 0 ? 0 : untyped / view.pairs;
}
