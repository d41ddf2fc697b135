import { type Circles, findCircles } from './circles.ts';
import { CANONICAL, clamp, DELEGATES, type Fit, type FitContext, PEERS, REPORTS, STRAY, share, UNTYPED } from './fit.ts';
import { peerPair } from './pair-worth.ts';

/** Linked share of pairs from which peers are a mesh (the canonical edges table). */
const MESH_DENSITY = 0.5;
/** Mean degree below which peers are flat rather than a mesh (the canonical edges table). */
const FLAT_MEAN_DEGREE = 2;

/** Fit of a mesh: dense peers, or connected ones without a hub. `judged` tells how far one node is fed by all others. */
export function meshFit({ view, components, isolated, pairDensity, meanDegree, highestDegree }: FitContext, judged: number): Fit {
  let worth = 0;
  for (let p = 0; p < view.pairs; p++) worth += peerPair(view.forward[p] ?? 0, view.backward[p] ?? 0);
  const hub = clamp((highestDegree - meanDegree) / Math.max(1, view.n - 1));
  const sparse = (clamp(meanDegree / 2.5) * 0.92 * (1 - hub)) / components;
  const dense = clamp((pairDensity - 0.35) / (MESH_DENSITY - 0.4)) * (1 - isolated / Math.max(1, view.n)) * (view.pairs < view.n ? 0.75 : 1);
  const score = share(worth, view.pairs, 0) * Math.max(sparse, dense) * (1 - 0.35 * clamp((judged - 0.5) * 2));
  return { kind: 'mesh', score, feature: 'peers', value: pairDensity, why: 'linked share of all pairs, between peers and without a hub' };
}

/** Fit of members who hardly exchange: few peers, most of them alone or in small pieces. */
export function flatFit({ view, components, meanDegree }: FitContext): Fit {
  let worth = 0;
  for (let p = 0; p < view.pairs; p++) {
    const bits = (view.forward[p] ?? 0) | (view.backward[p] ?? 0);
    worth += (bits & PEERS) !== 0 ? CANONICAL : (bits & UNTYPED) !== 0 ? 45 : STRAY;
  }
  const few = 1 - 0.55 * clamp((meanDegree - 1.3) / (FLAT_MEAN_DEGREE - 1.3)) - 0.35 * clamp((meanDegree - FLAT_MEAN_DEGREE) * 2);
  const apart = 0.75 + 0.25 * clamp((components - 1) / (0.25 * Math.max(1, view.n)));
  return { kind: 'flat', score: share(worth, view.pairs, 0) * few * apart, feature: 'few links', value: meanDegree, why: 'mean number of links per member' };
}

function linkWorth(bits: number): number {
  if ((bits & (DELEGATES | REPORTS)) !== 0) return CANONICAL;
  if ((bits & UNTYPED) !== 0) return 50;
  return (bits & PEERS) !== 0 ? 30 : STRAY;
}

/** Fit of circles of peers that are linked to each other. */
export function circlesFit(context: FitContext): Fit {
  const { view } = context;
  const circles: Circles = findCircles(view);
  let worth = 0;
  let links = 0;
  let anchors = 0;
  for (let p = 0; p < view.pairs; p++) {
    const bits = (view.forward[p] ?? 0) | (view.backward[p] ?? 0);
    if ((circles.circleOfPair[p] ?? -1) >= 0) {
      worth += (bits & PEERS) !== 0 ? CANONICAL : 55;
      continue;
    }
    const a = circles.homeOf[view.pairA[p] ?? 0] ?? -1;
    const b = circles.homeOf[view.pairB[p] ?? 0] ?? -1;
    const value = linkWorth(bits);
    // An anchor may be one node: it has no peers, only links of command into circles.
    const toAnchor = a < 0 !== b < 0 && (bits & (DELEGATES | REPORTS)) !== 0;
    if (!toAnchor && (a < 0 || b < 0)) continue;
    if (toAnchor) anchors = 1;
    worth += value;
    if (value >= 50) links++;
  }
  const count = circles.count + anchors;
  const unlinked = Math.max(0, count - 1 - circles.overlaps - links);
  let score = share(worth, view.pairs, unlinked + Math.max(0, circles.outside - anchors) + circles.gaps);
  if (count < 2) score *= 0.3;
  if (anchors === 0) score *= 1 - 2 * clamp(circles.largestShare - 0.75, 0, 0.4);
  return { kind: 'holacratic', score, feature: 'circles', value: count, why: 'dense circles of peers with links between them' };
}
