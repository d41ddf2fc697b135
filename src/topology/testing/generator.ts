import type { Rng } from '#lib';
import { freezeGraph, type TopologyEdge, type TopologyGraph } from '../graph.ts';
import { EDGE_KINDS, type EdgeKind, MINIMUM_SIZE, TOPOLOGY_KINDS, type TopologyKind } from '../kinds.ts';

/** A graph with the kind that its builder meant. */
interface TuningGraph {
  readonly label: TopologyKind | 'mixed';
  readonly graph: TopologyGraph;
}

type Edge = readonly [from: number, to: number, kind: EdgeKind | undefined];

const TWO_CIRCLES = 6;
const coin = (rng: Rng, p: number): boolean => rng.next() < p;
const numbers = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
const leaves = (n: number, make: (leaf: number) => Edge[]): Edge[] => numbers(1, n).flatMap(make);

function tree(n: number, rng: Rng): Edge[] {
  const style = rng.next();
  const widest = 2 + rng.int(6);
  const spans = [1 + rng.int(widest)];
  let boss = 0;
  let used = 0;
  return leaves(n, (i) => {
    if (used >= (spans[boss] ?? 1)) {
      boss++;
      used = 0;
      spans[boss] = 1 + rng.int(widest);
    }
    used++;
    const down: Edge = [boss, i, 'delegates_to'];
    const up: Edge = [i, boss, 'reports_to'];
    if (style < 0.5) return [down];
    return style < 0.85 ? [down, up] : [up];
  });
}

function stages(n: number, rng: Rng): Edge[] {
  if (n < 4 || coin(rng, 0.5)) return numbers(1, n).map((i): Edge => [i - 1, i, 'pipes_to']);
  const edges: Edge[] = [];
  const widest = Math.max(1, Math.min(5, Math.floor(n / 3)));
  let previous: number[] = [];
  for (let next = 0; next < n; ) {
    const stage = numbers(next, Math.min(n, next + 1 + rng.int(widest)));
    for (const to of stage) {
      const feeding = previous.filter(() => coin(rng, 0.6));
      for (const from of feeding.length > 0 ? feeding : previous.slice(0, 1)) edges.push([from, to, 'pipes_to']);
    }
    for (const from of previous) if (!edges.some(([a]) => a === from)) edges.push([from, stage[0] ?? 0, 'pipes_to']);
    previous = stage;
    next += stage.length;
  }
  return edges;
}

function peersAmong(members: readonly number[], density: number, twice: boolean, rng: Rng): Edge[] {
  return members.flatMap((a, i) =>
    members.slice(i + 1).flatMap((b): Edge[] => {
      if (!coin(rng, density)) return [];
      return twice
        ? [
            [a, b, 'peers_with'],
            [b, a, 'peers_with'],
          ]
        : [[a, b, 'peers_with']];
    }),
  );
}

function mesh(n: number, rng: Rng): Edge[] {
  const twice = coin(rng, 0.5);
  if (n < 9 || coin(rng, 0.6)) return peersAmong(numbers(0, n), coin(rng, 0.5) ? 1 : 0.6 + 0.4 * rng.next(), twice, rng);
  const chords = n + rng.int(2 * n);
  const edges = numbers(0, n).map((i): Edge => [i, (i + 1) % n, 'peers_with']);
  for (let i = 0; i < chords; i++) edges.push([rng.int(n), rng.int(n), 'peers_with']);
  return edges;
}

function circles(n: number, rng: Rng): Edge[] {
  const size = 3 + rng.int(4);
  const single = n < TWO_CIRCLES || coin(rng, 0.3);
  const anchor = single ? 1 : Math.min(size, n - 3);
  const groups = [numbers(0, anchor)];
  for (let next = anchor; next < n; ) {
    const left = n - next;
    const take = left < size + 3 ? left : size;
    groups.push(numbers(next, next + take));
    next += take;
  }
  const twice = coin(rng, 0.5);
  const rep = coin(rng, 0.7);
  const across = coin(rng, 0.2);
  return groups.flatMap((group, at): Edge[] => {
    const inside = peersAmong(group, group.length > 4 ? 0.85 : 1, twice, rng);
    if (at === 0) return inside;
    const host = across ? (groups[at - 1]?.[0] ?? 0) : 0;
    const lead: Edge = [host, group[0] ?? 0, 'delegates_to'];
    return rep ? [...inside, lead, [group[1] ?? group[0] ?? 0, host, 'reports_to']] : [...inside, lead];
  });
}

function sides(n: number, rng: Rng): Edge[] {
  const toJudge = numbers(1, n).map((i): Edge => [i, 0, 'pipes_to']);
  const twice = coin(rng, 0.5);
  const opposed = n > 4 && coin(rng, 0.4);
  const peers = peersAmong(numbers(1, n), 1, twice, rng).filter(([a, b]) => !opposed || (a + b) % 2 === 1);
  return [...toJudge, ...peers];
}

function edgesOf(kind: TopologyKind, n: number, rng: Rng): Edge[] {
  const extra = coin(rng, 0.5);
  switch (kind) {
    case 'hierarchical':
      return tree(n, rng);
    case 'hub_spoke':
      return leaves(n, (i) =>
        extra || coin(rng, 0.9)
          ? [
              [0, i, 'routes_to'],
              [i, 0, 'reports_to'],
            ]
          : [[0, i, 'routes_to']],
      );
    case 'star_moe':
      if (n > 4 && coin(rng, 0.15))
        return numbers(2, n).flatMap((i): Edge[] => [
          [0, i, 'routes_to'],
          [i, 1, 'pipes_to'],
        ]);
      return leaves(n, (i) => [
        [0, i, 'routes_to'],
        [i, 0, 'pipes_to'],
      ]);
    case 'market':
      return leaves(n, (i) =>
        extra
          ? [
              [i, 0, 'bids_to'],
              [0, i, 'routes_to'],
            ]
          : [[i, 0, 'bids_to']],
      );
    case 'blackboard':
      return leaves(n, (i) =>
        extra
          ? [
              [i, 0, 'reads_writes'],
              [0, i, 'reads_writes'],
            ]
          : [[i, 0, 'reads_writes']],
      );
    case 'pipeline':
      return stages(n, rng);
    case 'ring':
      return numbers(0, n).map((i) => [i, (i + 1) % n, 'pipes_to']);
    case 'swarm':
      if (n > 4 && coin(rng, 0.3))
        return numbers(2, n).flatMap((i): Edge[] => [
          [0, i, 'routes_to'],
          [i, 1, 'pipes_to'],
        ]);
      return leaves(n, (i) => [[i, 0, 'pipes_to']]);
    case 'flat':
      return extra ? [] : numbers(0, 1 + rng.int(Math.max(1, Math.floor(n / 2)))).map((): Edge => [rng.int(n), rng.int(n), 'peers_with']);
    case 'mesh':
      return mesh(n, rng);
    case 'debate':
      return sides(n, rng);
    case 'holacratic':
      return circles(n, rng);
  }
}

const ROLES: Readonly<Record<TopologyKind, readonly [centre: string, other: string]>> = {
  hierarchical: ['manager', 'worker'],
  flat: ['worker', 'worker'],
  pipeline: ['stage', 'stage'],
  swarm: ['aggregator', 'attempt'],
  mesh: ['peer', 'peer'],
  hub_spoke: ['hub', 'spoke'],
  ring: ['member', 'member'],
  star_moe: ['router', 'expert'],
  market: ['auctioneer', 'bidder'],
  blackboard: ['board', 'contributor'],
  debate: ['judge', 'proposer'],
  holacratic: ['lead', 'member'],
};

/** Kinds that stay apart when half of a graph is one and half the other. */
const HALVES: readonly TopologyKind[] = ['pipeline', 'mesh', 'hierarchical', 'ring', 'market', 'blackboard', 'hub_spoke', 'star_moe'];

function mixed(rng: Rng): { n: number; edges: Edge[] } {
  const kinds = HALVES.map((kind) => ({ kind, draw: rng.next() })).sort((a, b) => a.draw - b.draw);
  const half = 5 + rng.int(14);
  const edges: Edge[] = [];
  kinds.slice(0, 2).forEach(({ kind }, at) => {
    const n = kind === 'mesh' ? Math.min(half, 6) : half;
    edges.push(...edgesOf(kind, n, rng).map(([a, b, k]): Edge => [a + at * half, b + at * half, k]));
  });
  edges.push([rng.int(5), half + rng.int(5), EDGE_KINDS[rng.int(EDGE_KINDS.length)]]);
  return { n: half + Math.max(...edges.map(([a, b]) => Math.max(a, b) + 1 - half)), edges };
}

/** Removes, adds or rewires about a share of the edges; added edges take the kind of another edge. */
function addNoise(edges: Edge[], n: number, share: number, rng: Rng): void {
  const strikes = Math.round(edges.length * share);
  for (let i = 0; i < strikes; i++) {
    const at = rng.int(edges.length);
    const [from, , kind] = edges[at] ?? [0, 0, undefined];
    const move = rng.int(3);
    if (move === 0) edges.splice(at, 1);
    else if (move === 1) edges.push([rng.int(n), rng.int(n), kind]);
    else edges[at] = [from, rng.int(n), kind];
  }
}

/** Draws one labelled graph of 3 to 200 nodes; `noise` and `untyped` are the largest shares of changed edges and of dropped kinds. */
export function drawTuningGraph(rng: Rng): TuningGraph {
  const single = !coin(rng, 0.08);
  const kind = TOPOLOGY_KINDS[rng.int(TOPOLOGY_KINDS.length)] ?? 'ring';
  const n = Math.max(MINIMUM_SIZE[kind], Math.floor(3 * (67 ** rng.next()) ** (0.4 + 0.6 * rng.next())));
  const drawn = single ? { n, edges: edgesOf(kind, n, rng) } : mixed(rng);
  const edges = [...drawn.edges];
  if (coin(rng, 0.5)) addNoise(edges, drawn.n, 0.1 * rng.next(), rng);
  const dropped = coin(rng, 0.7) ? 0 : coin(rng, 0.6) ? 1 : rng.next() * 0.6;
  const named = coin(rng, 0.5);
  const order = numbers(0, drawn.n)
    .map((i) => ({ i, draw: rng.next() }))
    .sort((a, b) => a.draw - b.draw);
  const id = (i: number): string => `m${i * 7 + 3}`;
  const nodes = order.map(({ i }) => ({ id: id(i), role: !named || !single ? 'agent' : (ROLES[kind][i === 0 ? 0 : 1] ?? 'agent') }));
  const graphEdges = edges
    .filter(([a, b]) => a !== b)
    .map(([a, b, k]): TopologyEdge => (k === undefined || coin(rng, dropped) ? { from: id(a), to: id(b) } : { from: id(a), to: id(b), kind: k }));
  const declared = single && kind === 'flat' && graphEdges.length === 0 ? kind : null;
  return { label: single ? kind : 'mixed', graph: freezeGraph({ kind: declared, nodes, edges: graphEdges }) };
}
