import type { Rng } from '#lib';
import { freezeGraph, type TopologyEdge, type TopologyGraph, type TopologyNode } from '../graph.ts';
import { EDGE_KINDS, type EdgeKind, type TopologyKind } from '../kinds.ts';
import { buildHolacracy } from './second-generator-circles.ts';
import { Sketch } from './second-generator-sketch.ts';

/** A graph with the kind that its builder meant. */
interface LabelledGraph {
  readonly label: TopologyKind | 'mixed';
  readonly graph: TopologyGraph;
}

/** What the judging generator was asked to spoil, so that figures can be split by it. */
interface JudgedGraph extends LabelledGraph {
  readonly noise: number;
  readonly untyped: number;
}

type Builder = (rng: Rng, size: number) => Sketch;

const chance = (rng: Rng, probability: number): boolean => rng.next() < probability;

function hierarchy(rng: Rng, size: number): Sketch {
  const s = new Sketch('chief');
  const style = rng.int(3);
  const window = 1 + rng.int(6);
  for (let i = 1; i < size; i++) {
    // A new member reports to one of the last `window` that still stand in the upper half: depth and breadth vary freely.
    const low = Math.max(0, Math.floor(i / 2) - window);
    const boss = low + rng.int(Math.max(1, Math.ceil(i / 2) - low));
    const me = s.add(chance(rng, 0.3) ? 'team lead' : 'engineer');
    if (style !== 1) s.link(boss, me, 'delegates_to');
    if (style !== 0 && (style === 1 || chance(rng, 0.9))) s.link(me, boss, 'reports_to');
  }
  return s;
}

function starOf(hubRole: string, leafRole: string, size: number, each: (s: Sketch, leaf: number) => void): Sketch {
  const s = new Sketch(hubRole);
  for (let i = 1; i < size; i++) each(s, s.add(leafRole));
  return s;
}

function hubSpoke(rng: Rng, size: number): Sketch {
  const back = chance(rng, 0.85);
  const replies = chance(rng, 0.1);
  return starOf('coordinator', 'member', size, (s, leaf) => {
    s.link(0, leaf, 'routes_to');
    if (replies) s.link(leaf, 0, 'routes_to');
    else if (back) s.link(leaf, 0, 'reports_to');
  });
}

function mixtureOfExperts(rng: Rng, size: number): Sketch {
  if (size >= 5 && chance(rng, 0.2)) {
    const s = new Sketch('router');
    const combiner = s.add('combiner');
    for (let i = 2; i < size; i++) {
      const expert = s.add('expert');
      s.link(0, expert, 'routes_to');
      s.link(expert, combiner, 'pipes_to');
    }
    return s;
  }
  return starOf('gate', 'specialist', size, (s, leaf) => {
    s.link(0, leaf, 'routes_to');
    s.link(leaf, 0, 'pipes_to');
  });
}

function market(rng: Rng, size: number): Sketch {
  const award = rng.int(3);
  return starOf('broker', 'contractor', size, (s, leaf) => {
    s.link(leaf, 0, 'bids_to');
    if (award === 2 || (award === 1 && chance(rng, 0.5))) s.link(0, leaf, 'routes_to');
  });
}

function blackboard(rng: Rng, size: number): Sketch {
  const both = chance(rng, 0.4);
  const flip = chance(rng, 0.1);
  return starOf('shared memory', 'specialist', size, (s, leaf) => {
    if (!flip) s.link(leaf, 0, 'reads_writes');
    if (both || flip) s.link(0, leaf, 'reads_writes');
  });
}

function pipeline(rng: Rng, size: number): Sketch {
  const s = new Sketch('intake');
  const kind: EdgeKind = chance(rng, 0.06) ? 'routes_to' : 'pipes_to';
  const wide = size >= 5 && chance(rng, 0.5);
  let last = [0];
  while (s.size < size) {
    const left = size - s.size;
    const width = wide ? Math.min(left, 1 + rng.int(4)) : 1;
    const stage = Array.from({ length: width }, () => s.add('step'));
    const all = chance(rng, 0.5);
    stage.forEach((to, i) => {
      const sources = all ? last : [last[i % last.length] ?? 0];
      for (const from of sources) s.link(from, to, kind);
    });
    if (!all) for (const from of last.slice(stage.length)) s.link(from, stage[0] ?? 0, kind);
    last = stage;
  }
  return s;
}

function ring(rng: Rng, size: number): Sketch {
  const s = new Sketch('peer');
  const kind: EdgeKind = chance(rng, 0.06) ? 'routes_to' : 'pipes_to';
  while (s.size < size) s.add('peer');
  for (let i = 0; i < size; i++) s.link(i, (i + 1) % size, kind);
  return s;
}

function swarm(rng: Rng, size: number): Sketch {
  const dispatcher = size >= 5 && chance(rng, 0.25);
  const s = new Sketch('collector');
  const head = dispatcher ? s.add('splitter') : -1;
  while (s.size < size) {
    const worker = s.add('sampler');
    s.link(worker, 0, 'pipes_to');
    if (dispatcher) s.link(head, worker, 'routes_to');
  }
  return s;
}

function flat(rng: Rng, size: number): Sketch {
  const s = new Sketch('worker');
  while (s.size < size) s.add('worker');
  const edges = chance(rng, 0.4) ? 0 : 1 + rng.int(Math.max(1, Math.floor(size * 0.6)));
  for (let i = 0; i < edges; i++) s.link(rng.int(size), rng.int(size), 'peers_with');
  return s;
}

function mesh(rng: Rng, size: number): Sketch {
  const s = new Sketch('colleague');
  while (s.size < size) s.add('colleague');
  const twice = chance(rng, 0.5);
  const sparse = size >= 8 && chance(rng, 0.3);
  const share = 0.55 + 0.45 * rng.next();
  const kind: EdgeKind = chance(rng, 0.05) ? 'pipes_to' : 'peers_with';
  const connect = (a: number, b: number): void => {
    s.link(a, b, kind);
    if (twice || kind === 'pipes_to') s.link(b, a, kind);
  };
  if (sparse) {
    const reach = 2 + rng.int(2);
    for (let a = 0; a < size; a++) for (let k = 1; k <= reach; k++) connect(a, chance(rng, 0.2) ? rng.int(size) : (a + k) % size);
    return s;
  }
  const full = size < 7 || chance(rng, 0.5);
  for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) if (full || chance(rng, share)) connect(a, b);
  return s;
}

function debate(rng: Rng, size: number): Sketch {
  const s = new Sketch('arbiter');
  const verdictKind: EdgeKind = chance(rng, 0.1) ? 'reports_to' : 'pipes_to';
  while (s.size < size) s.link(s.add('debater'), 0, verdictKind);
  const twice = chance(rng, 0.6);
  const teams = size >= 5 && chance(rng, 0.4);
  for (let a = 1; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (teams && (a - b) % 2 === 0) continue;
      s.link(a, b, 'peers_with');
      if (twice) s.link(b, a, 'peers_with');
    }
  }
  return s;
}

const BUILDERS: Readonly<Record<TopologyKind, Builder>> = {
  hierarchical: hierarchy,
  flat,
  pipeline,
  swarm,
  mesh,
  hub_spoke: hubSpoke,
  ring,
  star_moe: mixtureOfExperts,
  market,
  blackboard,
  debate,
  holacratic: buildHolacracy,
};
const KIND_NAMES: readonly TopologyKind[] = [
  'market',
  'debate',
  'mesh',
  'flat',
  'ring',
  'pipeline',
  'holacratic',
  'swarm',
  'star_moe',
  'hub_spoke',
  'blackboard',
  'hierarchical',
];
/** Pairs that, joined by a bridge, are nobody's single kind. */
const MIXTURES: readonly (readonly [TopologyKind, TopologyKind])[] = [
  ['pipeline', 'mesh'],
  ['hierarchical', 'ring'],
  ['market', 'pipeline'],
  ['blackboard', 'hierarchical'],
  ['mesh', 'hub_spoke'],
  ['ring', 'mesh'],
  ['market', 'blackboard'],
  ['hierarchical', 'pipeline'],
];

/** Sizes lean to the small teams that people draw, with a long tail to 200. */
function drawSize(rng: Rng): number {
  const tail = rng.next();
  if (tail < 0.55) return 3 + rng.int(10);
  if (tail < 0.85) return 13 + rng.int(30);
  return 43 + rng.int(158);
}

function drawSketch(rng: Rng): { label: TopologyKind | 'mixed'; sketch: Sketch } {
  const size = drawSize(rng);
  if (chance(rng, 0.08)) {
    const [a, b] = MIXTURES[rng.int(MIXTURES.length)] ?? ['pipeline', 'mesh'];
    const first = Math.max(5, Math.round((Math.min(size, 40) * (0.4 + 0.2 * rng.next())) / 1));
    const sketch = BUILDERS[a](rng, first);
    // Equal numbers of nodes would let a dense part own nearly all edges; the denser half stays small.
    const other = BUILDERS[b](rng, b === 'mesh' ? 5 : Math.max(5, Math.min(size, 40) - first));
    sketch.absorb(other, 'pipes_to', rng);
    return { label: 'mixed', sketch };
  }
  const label = KIND_NAMES[rng.int(KIND_NAMES.length)] ?? 'ring';
  return { label, sketch: BUILDERS[label](rng, label === 'holacratic' ? Math.max(6, size) : size) };
}

/** Spoils a share of the edges: a third each is dropped, re-ended and invented. */
function disturb(sketch: Sketch, share: number, rng: Rng): void {
  const strikes = Math.floor(sketch.edges.length * share + rng.next() * 0.5);
  for (let i = 0; i < strikes && sketch.edges.length > 0; i++) {
    const at = rng.int(sketch.edges.length);
    const victim = sketch.edges[at];
    if (victim === undefined) continue;
    const what = rng.int(3);
    if (what < 2) sketch.edges.splice(at, 1);
    if (what === 1) sketch.link(victim.from, rng.int(sketch.size), victim.kind);
    if (what === 2) sketch.link(rng.int(sketch.size), rng.int(sketch.size), chance(rng, 0.7) ? victim.kind : EDGE_KINDS[rng.int(EDGE_KINDS.length)]);
  }
}

function materialise(sketch: Sketch, untyped: number, rng: Rng): TopologyGraph {
  const style = rng.int(3);
  const order = Array.from({ length: sketch.size }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.int(i + 1);
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  const ids = order.map((_, i) => (style === 0 ? `v${(rng.int(1 << 20) + i * (1 << 20)).toString(36)}` : style === 1 ? `N-${i + 100}` : `person.${i}`));
  const anonymous = chance(rng, 0.4);
  const nodes: TopologyNode[] = order.map((place) => ({ id: ids[place] ?? '', role: anonymous ? 'actor' : (sketch.roles[place] ?? 'actor') }));
  const edges: TopologyEdge[] = sketch.edges.map(({ from, to, kind }) => {
    const ends = { from: ids[from] ?? '', to: ids[to] ?? '' };
    return chance(rng, untyped) ? ends : { ...ends, kind };
  });
  edges.sort((a, b) => (a.to < b.to ? -1 : 1));
  return freezeGraph({ kind: null, nodes, edges });
}

/** Draws one judged graph: the generator that confidence is judged on and that nothing is tuned on. */
export function drawJudgedGraph(rng: Rng): JudgedGraph {
  const { label, sketch } = drawSketch(rng);
  const noise = chance(rng, 0.5) ? 0.1 * rng.next() : 0;
  if (noise > 0) disturb(sketch, noise, rng);
  const untyped = chance(rng, 0.75) ? 0 : chance(rng, 0.5) ? 1 : 0.1 + 0.5 * rng.next();
  const graph = materialise(sketch, untyped, rng);
  // A flat organisation without edges is only flat because someone says so.
  return { label, noise, untyped, graph: label === 'flat' && graph.edges.length === 0 ? freezeGraph({ ...graph, kind: 'flat' }) : graph };
}
