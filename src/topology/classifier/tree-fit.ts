import { digraphOf } from '../metrics/digraph.ts';
import type { GraphView } from '../metrics/graph-view.ts';
import { clamp, DELEGATES, type Fit, type FitContext, REPORTS, share } from './fit.ts';
import { commandPair } from './pair-worth.ts';
import { peel } from './peel.ts';

/** Share of nodes without reports at which a tree branches as trees do; a line has almost none. */
const BRANCHING_LEAVES = 0.35;

/** Whether the pair commands from `out`'s side, as far as anything says so: kinds first, else a one-way edge. */
function commands(out: number, into: number): boolean {
  const down = (out & DELEGATES) !== 0 || (into & REPORTS) !== 0;
  const up = (into & DELEGATES) !== 0 || (out & REPORTS) !== 0;
  if (down || up) return down && !up;
  return into === 0 && out !== 0;
}

interface Command {
  readonly worth: number;
  readonly typed: number;
  readonly parents: number;
  readonly leafShare: number;
  readonly depth: number;
}

function readCommand(view: GraphView): Command {
  const { rank, depth } = peel(digraphOf(view, (slot) => commands(view.outBits[slot] ?? 0, view.inBits[slot] ?? 0)));
  let worth = 0;
  let typed = 0;
  let parents = 0;
  let leaves = 0;
  let loose = 0;
  let looseWorth = 0;
  for (let u = 0; u < view.n; u++) {
    let best = 0;
    let reports = 0;
    let links = 0;
    for (let slot = view.offset[u] ?? 0; slot < (view.offset[u + 1] ?? 0); slot++) {
      const out = view.outBits[slot] ?? 0;
      const into = view.inBits[slot] ?? 0;
      const below = (rank[view.neighbour[slot] ?? 0] ?? 0) < (rank[u] ?? 0);
      links++;
      if (commands(into, out) && below) best = Math.max(best, commandPair(into, out));
      else if (commands(out, into)) reports++;
      else if (!commands(into, out)) {
        loose++;
        looseWorth += commandPair(out, into);
      }
    }
    if (best > 0) {
      parents++;
      worth += best;
      if (best >= 85) typed++;
    }
    if (reports === 0 && links <= 1) leaves++;
    else if (reports === 0 && best >= 85) leaves++;
  }
  // Two-way pairs without kinds name no manager; as many of them as the tree still needs count (each was met twice).
  const usable = Math.min(loose / 2, Math.max(0, view.n - 1 - parents));
  if (loose > 0) worth += (looseWorth / loose) * usable;
  return { worth, typed: typed / Math.max(1, view.n - 1), parents: parents + usable, leafShare: leaves / Math.max(1, view.n), depth };
}

/** Fit of a tree of command, `reports_to` flipped. */
export function treeFit({ view, highestDegree }: FitContext): Fit {
  const command = readCommand(view);
  let score = share(command.worth, view.pairs, view.n - 1 - command.parents);
  const branching = clamp(command.leafShare / BRANCHING_LEAVES);
  const typed = clamp(command.typed);
  score *= 1 - (1 - branching) * (0.1 + 0.7 * (1 - typed));
  // One level without kinds is a star like any other.
  if (highestDegree === view.n - 1) score *= 1 - 0.25 * (1 - typed);
  return {
    kind: 'hierarchical',
    score,
    feature: 'one manager each',
    value: command.parents / Math.max(1, view.n - 1),
    why: 'share of members with a manager above them',
  };
}
