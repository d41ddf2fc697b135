import { PolityError } from '#lib';
import type { EdgeKind, TopologyKind } from './kinds.ts';

/** What a kind is, in the words that lists and help pages show. */
export interface CatalogEntry {
  readonly kind: TopologyKind;
  readonly title: string;
  readonly shape: string;
  readonly protocol: string;
  readonly whenToChoose: string;
  /** Nodes of a template when no size is asked for. */
  readonly defaultSize: number;
  readonly edges: readonly { readonly kind: EdgeKind; readonly direction: string; readonly optional: boolean }[];
}

const edge = (kind: EdgeKind, direction: string, optional = false) => ({ kind, direction, optional });

/** The twelve kinds in listing order. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    kind: 'hierarchical',
    title: 'Hierarchy',
    shape: 'A tree of managers and workers.',
    protocol: 'Managers plan one subtask per chosen report, level by level; workers work in parallel; managers synthesise upward.',
    whenToChoose: 'The task splits into parts that one lead can plan and check.',
    defaultSize: 7,
    edges: [edge('delegates_to', 'manager → report'), edge('reports_to', 'report → manager', true)],
  },
  {
    kind: 'flat',
    title: 'Flat team',
    shape: 'Peers without edges, or with few.',
    protocol: 'Parts are shared out deterministically, done in parallel and joined by the run.',
    whenToChoose: 'The parts do not depend on each other and speed counts most.',
    defaultSize: 4,
    edges: [edge('peers_with', 'member – member, mean degree below 2', true)],
  },
  {
    kind: 'pipeline',
    title: 'Pipeline',
    shape: 'A line (or acyclic graph) of stages.',
    protocol: 'The output of each stage is the input of the next; the last output is the answer.',
    whenToChoose: 'The work has fixed steps, such as plan, build and review.',
    defaultSize: 4,
    edges: [edge('pipes_to', 'stage → next stage')],
  },
  {
    kind: 'swarm',
    title: 'Swarm',
    shape: 'Independent attempts that meet in one aggregator.',
    protocol: 'Isolated attempts; a vote where answers can be compared, else the aggregator joins them.',
    whenToChoose: 'Answers can be compared, and single attempts are often wrong.',
    defaultSize: 6,
    edges: [edge('pipes_to', 'attempt → aggregator'), edge('routes_to', 'dispatcher → attempt', true)],
  },
  {
    kind: 'mesh',
    title: 'Mesh',
    shape: 'Peers that are joined densely, without a hub.',
    protocol: 'Everyone answers, then revises after seeing the last answers of the neighbours, until agreement or the last round.',
    whenToChoose: 'Members know different things and quality is worth many turns.',
    defaultSize: 4,
    edges: [edge('peers_with', 'member – member')],
  },
  {
    kind: 'hub_spoke',
    title: 'Hub and spokes',
    shape: 'One hub joined with every spoke.',
    protocol: 'The hub briefs all spokes alike, they work in parallel, the hub aggregates and may follow up.',
    whenToChoose: 'Several views of the same question are to be joined by one mind.',
    defaultSize: 5,
    edges: [edge('routes_to', 'hub → spoke'), edge('reports_to', 'spoke → hub')],
  },
  {
    kind: 'ring',
    title: 'Ring',
    shape: 'One cycle through all members.',
    protocol: 'Each member refines the answer and passes it on; it ends after a lap without change.',
    whenToChoose: 'A text improves with several passes by different eyes.',
    defaultSize: 4,
    edges: [edge('pipes_to', 'member → next member, closed')],
  },
  {
    kind: 'star_moe',
    title: 'Router with experts',
    shape: 'A router and experts around it.',
    protocol: 'The router sends each subtask to its best experts; only they run, and their weighted answers are joined.',
    whenToChoose: 'Tasks differ in subject and running everyone would be waste.',
    defaultSize: 5,
    edges: [edge('routes_to', 'router → expert'), edge('pipes_to', 'expert → router or combiner')],
  },
  {
    kind: 'market',
    title: 'Market',
    shape: 'Bidders around an auctioneer.',
    protocol: 'The task is announced, members bid fit and cost, the best bid works, and the auctioneer accepts or asks the next.',
    whenToChoose: 'Members differ in price and skill, and one of them is enough.',
    defaultSize: 5,
    edges: [edge('bids_to', 'bidder → auctioneer'), edge('routes_to', 'auctioneer → bidder', true)],
  },
  {
    kind: 'blackboard',
    title: 'Blackboard',
    shape: 'Members around one shared board.',
    protocol: 'Whoever has most to read acts next and writes to the board, until a solution is endorsed or nothing new comes.',
    whenToChoose: 'It is not known beforehand who can contribute when.',
    defaultSize: 5,
    edges: [edge('reads_writes', 'member → board')],
  },
  {
    kind: 'debate',
    title: 'Debate',
    shape: 'Opposing sides and a judge.',
    protocol: 'Sides state their case in turns, seeing the other side; the judge gives verdict and answer.',
    whenToChoose: 'The answer is contested and errors are dear.',
    defaultSize: 3,
    edges: [edge('peers_with', 'side – side'), edge('pipes_to', 'side → judge')],
  },
  {
    kind: 'holacratic',
    title: 'Holacracy',
    shape: 'Circles that are linked with an anchor circle.',
    protocol: 'Leads plan, members claim roles and work, reps carry results to the anchor circle, which integrates once.',
    whenToChoose: 'A large task has several fields whose teams should organise themselves.',
    defaultSize: 9,
    edges: [
      edge('peers_with', 'member – member of one circle'),
      edge('delegates_to', 'anchor lead → circle lead'),
      edge('reports_to', 'circle rep → anchor lead'),
    ],
  },
];

/** The catalog entry of a kind. */
export function catalogEntry(kind: TopologyKind): CatalogEntry {
  const entry = CATALOG.find((candidate) => candidate.kind === kind);
  if (entry === undefined) throw new PolityError('internal', `the catalog lacks ${kind}`);
  return entry;
}
