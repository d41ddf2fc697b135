import type { Purpose, TurnRecord } from '#orchestrator';

/** What a set of turns used. Tokens and dollars; a figure that is unknown for one turn is null for the set. */
export interface LedgerAmount {
  /** Turns that were executed. */
  readonly turns: number;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly costUsd: number | null;
}

export interface NodeAccount extends LedgerAmount {
  readonly node: string;
  readonly agent: string;
  /** Turns of the node that divide, assign, judge or put together. */
  readonly coordinationTurns: number;
}

/** One edge in the direction in which it is declared; `from` is null for turns that nobody's message had reached. */
export interface EdgeAccount extends Omit<LedgerAmount, 'turns'> {
  readonly from: string | null;
  readonly to: string;
  readonly kind: TurnRecord['inputs'][number]['edge'] | 'task';
  /** Messages in the direction of the edge, and replies against it. */
  readonly messages: number;
  readonly replies: number;
}

/** What a run used, divided three times: by node, by edge, and into work and coordination. Each division sums to the total. */
export interface RunLedger {
  readonly total: LedgerAmount;
  readonly work: LedgerAmount;
  readonly coordination: LedgerAmount;
  readonly nodes: readonly NodeAccount[];
  readonly edges: readonly EdgeAccount[];
}

const WORK: Readonly<Record<Purpose, boolean>> = {
  answer: true,
  stage: true,
  statement: true,
  refine: true,
  work: true,
  act: true,
  judge: false,
  combine: false,
  brief: false,
  announce: false,
  aggregate: false,
  plan: false,
  synthesise: false,
  route: false,
  bid: false,
  review: false,
  claim: false,
  carry: false,
  integrate: false,
};

const TOKENS = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'] as const;

/** Sums of one part; a null that was added once stays. */
class Part {
  turns = 0;
  readonly tokens: Record<(typeof TOKENS)[number], number | null> = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  cost: number | null = 0;

  /** Adds one of `of` equal shares of a turn; the shares of a turn sum to the turn. */
  add(turn: TurnRecord, share = 0, of = 1): void {
    this.turns += 1;
    for (const name of TOKENS) {
      const value = turn.usage[name];
      this.tokens[name] = plus(this.tokens[name], value === null ? null : Math.floor(value / of) + (share < value % of ? 1 : 0));
    }
    this.cost = plus(this.cost, turn.costUsd === null ? null : turn.costUsd / of);
  }

  amount(): LedgerAmount {
    return { turns: this.turns, ...this.tokens, costUsd: this.cost };
  }
}

function plus(sum: number | null, value: number | null): number | null {
  return sum === null || value === null ? null : sum + value;
}

/** Whether a turn was executed and paid for. */
function wasPaid(turn: TurnRecord): boolean {
  return turn.status === 'done' || turn.status === 'failed';
}

/** Turns in the order of their keys: the order in which every sum of a run is made, so that sums of dollars do not depend on which turn ended first. */
function byKey(turns: readonly TurnRecord[]): readonly TurnRecord[] {
  return [...turns].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * The ledger of a run. What a turn used is divided equally among the messages that reached it, each on its edge (over a board: the reader's);
 * tokens that are left over go to the first ones. A turn that no message reached counts for the task. Linear in turns and messages.
 */
export function ledgerOf(turns: readonly TurnRecord[]): RunLedger {
  const [total, work, coordination] = [new Part(), new Part(), new Part()];
  const nodes = new Map<string, { readonly agent: string; readonly part: Part; coordination: number }>();
  const edges = new EdgeBook(turns);
  for (const turn of byKey(turns)) {
    if (!wasPaid(turn)) continue;
    const works = WORK[turn.purpose];
    for (const part of [total, works ? work : coordination]) part.add(turn);
    const node = nodes.get(turn.node) ?? { agent: turn.agent, part: new Part(), coordination: 0 };
    nodes.set(turn.node, node);
    node.part.add(turn);
    if (!works) node.coordination += 1;
    edges.add(turn);
  }
  return {
    total: total.amount(),
    work: work.amount(),
    coordination: coordination.amount(),
    nodes: [...nodes].map(([node, { agent, part, coordination: turnsOf }]) => ({ node, agent, ...part.amount(), coordinationTurns: turnsOf })),
    edges: edges.accounts(),
  };
}

/** The places of one message on declared edges: one edge, or over a board the writer's and the reader's. The last is the one that reached the reader. */
function placesOf(message: TurnRecord['inputs'][number], writer: string, reader: string): readonly { from: string; to: string; reply: boolean }[] {
  if (message.via !== undefined)
    return [
      { from: writer, to: message.via, reply: false },
      { from: reader, to: message.via, reply: true },
    ];
  return [message.reply ? { from: reader, to: writer, reply: true } : { from: writer, to: reader, reply: false }];
}

interface OpenEdge {
  readonly from: string | null;
  readonly to: string;
  readonly kind: EdgeAccount['kind'];
  readonly part: Part;
  messages: number;
  replies: number;
}

class EdgeBook {
  readonly #writers: ReadonlyMap<string, string>;
  readonly #open = new Map<string, OpenEdge>();

  constructor(turns: readonly TurnRecord[]) {
    this.#writers = new Map(turns.map((turn) => [turn.key, turn.node]));
  }

  add(turn: TurnRecord): void {
    const carriers: OpenEdge[] = [];
    for (const message of turn.inputs) {
      const writer = this.#writers.get(message.turn);
      if (writer === undefined) continue;
      const places = placesOf(message, writer, turn.node).map(({ from, to, reply }) => ({ edge: this.#edge(from, to, message.edge), reply }));
      for (const { edge, reply } of places) edge[reply ? 'replies' : 'messages'] += 1;
      carriers.push(...places.slice(-1).map(({ edge }) => edge));
    }
    if (carriers.length === 0) carriers.push(this.#edge(null, turn.node, 'task'));
    for (const [share, edge] of carriers.entries()) edge.part.add(turn, share, carriers.length);
  }

  accounts(): readonly EdgeAccount[] {
    return [...this.#open.values()].map(({ from, to, kind, messages, replies, part }) => {
      const { turns, ...amount } = part.amount();
      return { from, to, kind, messages, replies, ...amount };
    });
  }

  #edge(from: string | null, to: string, kind: EdgeAccount['kind']): OpenEdge {
    const key = JSON.stringify([from, to, kind]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const edge: OpenEdge = { from, to, kind, part: new Part(), messages: 0, replies: 0 };
    this.#open.set(key, edge);
    return edge;
  }
}
