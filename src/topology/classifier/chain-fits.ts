import { digraphOf } from '../metrics/digraph.ts';
import type { GraphView } from '../metrics/graph-view.ts';
import { strongComponents } from '../metrics/strong-components.ts';
import { CANONICAL, clamp, type Fit, type FitContext, PEERS, PIPES, ROUTES, STRAY, share, UNTYPED } from './fit.ts';
import { stagePair } from './pair-worth.ts';
import { peel } from './peel.ts';

/** Stages fewer than this are a gathering, not a line. */
const FEWEST_STAGES = 3;

interface Stages {
  readonly worth: number;
  readonly depth: number;
  /** Share of forward pairs that jump over a level. */
  readonly skips: number;
  readonly sinkShare: number;
  readonly sourceShare: number;
}

function readStages(view: GraphView): Stages {
  const oneWay = digraphOf(view, (slot) => view.outBits[slot] !== 0 && view.inBits[slot] === 0);
  const { rank, depth, level } = peel(oneWay);
  let worth = 0;
  let forward = 0;
  let skips = 0;
  let sinks = 0;
  let sources = 0;
  for (let u = 0; u < view.n; u++) {
    let out = 0;
    let into = 0;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      if (view.inBits[slot] !== 0) into++;
      if (view.outBits[slot] === 0) continue;
      out++;
      const v = view.neighbour[slot] ?? 0;
      if (view.inBits[slot] !== 0 || (rank[u] ?? 0) >= (rank[v] ?? 0)) continue;
      worth += stagePair(view.outBits[slot] ?? 0, 0);
      forward++;
      if ((level[v] ?? 0) - (level[u] ?? 0) > 1) skips++;
    }
    if (out === 0 && into > 0) sinks++;
    if (into === 0 && out > 0) sources++;
  }
  return { worth, depth, skips: forward === 0 ? 0 : skips / forward, sinkShare: sinks / Math.max(1, view.n), sourceShare: sources / Math.max(1, view.n) };
}

/** Fit of a line or DAG of stages. */
export function pipelineFit({ view, components, pairDensity, untyped }: FitContext): Fit {
  const stages = readStages(view);
  let score = share(stages.worth, view.pairs, components - 1);
  if (stages.depth < FEWEST_STAGES) score *= 0.35;
  score *= 1 - 0.6 * stages.skips ** 2;
  // Without kinds a tree reads as a line that forks: many loose ends speak against stages, and all the more so there.
  const ends = Math.max(clamp((stages.sinkShare - 0.3) / 0.3), 0.6 * clamp((stages.sourceShare - 0.35) / 0.3));
  score *= 1 - ends * (0.1 + 0.4 * untyped);
  if (view.n > 4) score *= 1 - 0.4 * untyped * clamp((pairDensity - 0.6) / 0.2);
  return { kind: 'pipeline', score, feature: 'stages', value: stages.depth, why: 'stages on the longest forward path of one-way edges' };
}

/** Discount of a cycle that is not closed, in a graph without and with other signs of noise, and the size from which a lost link is likely at all. */
const BROKEN = 0.87;
const BROKEN_AMONG_NOISE = 0.95;
const FEWEST_BROKEN = 8;
/** Share of nodes on a cycle from which an unclosed line is no longer as likely a broken cycle. */
const LARGEST_STRAY_CYCLE = 0.25;

function ringWorth(bits: number): number {
  if ((bits & PIPES) !== 0) return CANONICAL;
  if ((bits & UNTYPED) !== 0) return 63;
  return (bits & ROUTES) !== 0 ? 64 : STRAY;
}

function symmetricWorth(bits: number): number {
  if ((bits & PEERS) !== 0) return 48;
  return (bits & UNTYPED) !== 0 ? 42 : STRAY;
}

/** Fit of one cycle: each node passes on once and is passed to once, and all lie on the cycle. */
export function ringFit({ view, components }: FitContext): Fit {
  let directed = 0;
  let symmetric = 0;
  for (let u = 0; u < view.n; u++) {
    let bestOut = 0;
    let bestIn = 0;
    let first = 0;
    let second = 0;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      const out = view.outBits[slot] ?? 0;
      const into = view.inBits[slot] ?? 0;
      if (into === 0) bestOut = Math.max(bestOut, ringWorth(out));
      if (out === 0) bestIn = Math.max(bestIn, ringWorth(into));
      const worth = (out !== 0 && into !== 0) || ((out | into) & PEERS) !== 0 ? symmetricWorth(out | into) : 0;
      if (worth > first) {
        second = first;
        first = worth;
      } else if (worth > second) second = worth;
    }
    directed += bestOut + bestIn;
    symmetric += 2 * second;
  }
  const strong = strongComponents(digraphOf(view, (slot) => view.outBits[slot] !== 0 && view.inBits[slot] === 0));
  let largest = 0;
  for (const size of strong.size) largest = Math.max(largest, size);
  const onCycle = largest / Math.max(1, view.n);
  const surplus = Math.max(0, view.pairs - view.n);
  const asked = 2 * (view.n + surplus);
  // A cycle that lost a link is a line. A flawless line is hardly ever one; where links were lost or strewn in anyway, it may well be.
  const broken = components > 1 || surplus > 0 ? BROKEN_AMONG_NOISE : BROKEN;
  const closed = Math.max(0.2 + 0.8 * onCycle, view.n >= FEWEST_BROKEN ? (onCycle < LARGEST_STRAY_CYCLE ? broken : BROKEN) : 0);
  const score = Math.max((directed / asked) * closed, components === 1 ? symmetric / asked : 0);
  return { kind: 'ring', score: view.n < 3 ? 0 : score, feature: 'cycle', value: onCycle, why: 'share of nodes on one directed cycle' };
}
