import { BIDS, CANONICAL, DELEGATES, PEERS, PIPES, REPORTS, ROUTES, SHARES, STRAY, UNTYPED } from './fit.ts';

/**
 * Worth of one linked pair in one position of a kind, by the kinds of its two directions (bits, 0 = no edge).
 * `out` is the direction away from the centre, the manager or the earlier stage; `into` the direction back.
 * All values are whole numbers, so that sums do not depend on the order of nodes.
 */
export type PairWorth = (out: number, into: number) => number;

const has = (bits: number, kind: number): boolean => (bits & kind) !== 0;

/** Untyped pairs: two-way, away from the centre only, or towards it only. */
function untypedWorth(out: number, into: number, both: number, away: number, towards: number): number {
  const o = has(out, UNTYPED);
  const i = has(into, UNTYPED);
  if (o && i) return both;
  if (o && into === 0) return away;
  return i && out === 0 ? towards : STRAY;
}

export const hubSpokePair: PairWorth = (out, into) => {
  if (has(out, ROUTES)) {
    if (has(into, REPORTS)) return CANONICAL;
    if (has(into, ROUTES) || has(into, UNTYPED)) return 80;
    return into === 0 ? 70 : 30;
  }
  if (has(into, REPORTS)) return has(out, UNTYPED) ? 80 : out === 0 ? 42 : 20;
  if (has(out | into, PEERS)) return 40;
  return untypedWorth(out, into, 52, 49, 34);
};

export const expertPair: PairWorth = (out, into) => {
  if (has(out, ROUTES)) {
    if (has(into, PIPES)) return CANONICAL;
    if (has(into, UNTYPED)) return 74;
    return into === 0 ? 50 : 28;
  }
  if (has(into, PIPES)) return has(out, UNTYPED) ? 78 : out === 0 ? 28 : STRAY;
  return untypedWorth(out, into, 49, 47, 24);
};

export const bidderPair: PairWorth = (out, into) => {
  if (has(into, BIDS)) return CANONICAL;
  if (has(out, BIDS)) return 50;
  if (has(out, ROUTES)) return has(into, UNTYPED) ? 60 : into === 0 ? 30 : STRAY;
  return untypedWorth(out, into, 47, 24, 48);
};

export const boardPair: PairWorth = (out, into) => {
  if (has(out | into, SHARES)) return CANONICAL;
  return untypedWorth(out, into, 47, 24, 46);
};

export const attemptPair: PairWorth = (out, into) => {
  if (has(into, PIPES)) return out === 0 ? CANONICAL : has(out, ROUTES) ? 30 : 38;
  if (has(into, REPORTS) && out === 0) return 34;
  return untypedWorth(out, into, 20, 10, 52);
};

/** From a dispatcher or router to a worker whose result goes elsewhere. */
export const dispatchPair: PairWorth = (out, into) => {
  if (into !== 0) return STRAY;
  if (has(out, ROUTES)) return CANONICAL;
  if (has(out, DELEGATES)) return 40;
  if (has(out, PIPES)) return 35;
  return has(out, UNTYPED) ? 50 : STRAY;
};

/** Seen from the judge: what a side sends it. */
export const judgePair: PairWorth = (out, into) => {
  if (has(into, PIPES)) return out === 0 ? CANONICAL : 45;
  if (has(into, REPORTS) && out === 0) return 60;
  if (has(out | into, PEERS)) return 20;
  return untypedWorth(out, into, 20, 10, 55);
};

/** From a manager (`out`) to a report. */
export const commandPair: PairWorth = (out, into) => {
  if (has(out, DELEGATES)) {
    if (has(into, DELEGATES) || has(out, REPORTS)) return 55;
    if (has(out, ROUTES) || has(into, PIPES)) return 60;
    return CANONICAL;
  }
  if (has(into, REPORTS)) {
    if (has(out, ROUTES)) return 36;
    if (has(out, REPORTS)) return 40;
    return has(out, UNTYPED) ? 88 : out === 0 ? 92 : 40;
  }
  if (has(out, ROUTES) && into === 0) return 38;
  if (has(out, PIPES) && into === 0) return 18;
  return untypedWorth(out, into, 50, 58, 30);
};

/** From an earlier stage (`out`) to a later one. */
export const stagePair: PairWorth = (out, into) => {
  if (has(out, PIPES)) return into === 0 ? CANONICAL : 25;
  if (into !== 0) return STRAY;
  if (has(out, UNTYPED)) return 60;
  if (has(out, ROUTES)) return 62;
  return has(out, DELEGATES) ? 24 : STRAY;
};

/** Peers; symmetric. */
export const peerPair: PairWorth = (out, into) => {
  if (has(out | into, PEERS)) return CANONICAL;
  if (has(out, PIPES) && has(into, PIPES)) return 70;
  if (has(out | into, UNTYPED)) return out !== 0 && into !== 0 ? 60 : 50;
  return out !== 0 && into !== 0 && out === into ? 30 : STRAY;
};
