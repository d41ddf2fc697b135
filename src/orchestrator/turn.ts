import type { Choice, ModelFailure, OutputShape, Usage } from '#models';

/** What a turn is for; part of its key. */
export type Purpose =
  | 'answer'
  | 'stage'
  | 'statement'
  | 'judge'
  | 'combine'
  | 'refine'
  | 'brief'
  | 'announce'
  | 'work'
  | 'aggregate'
  | 'plan'
  | 'synthesise'
  | 'route'
  | 'bid'
  | 'review'
  | 'act'
  | 'claim'
  | 'carry'
  | 'integrate';

/** A message that is not simply the whole output of a turn. */
export interface TurnMessage {
  readonly turn: TurnResult;
  /** What the reader sees: the output, or the value in it that is meant for the reader. */
  readonly text: string | null;
  /** The message says what is to be done and is no answer. */
  readonly asks?: true;
  /** The board over which it went: the writer has an edge to it and the reader, too. */
  readonly via?: string;
}

/** What arrives at a turn: another turn's output as it is, or a message made of it. */
export type TurnInput = TurnResult | TurnMessage;

/** One agent invocation, named by position: (node, round, purpose, ordinal) never a counter, so that a resumed run finds it again. */
export interface TurnRequest {
  readonly node: string;
  /** 0-based. */
  readonly round: number;
  readonly purpose: Purpose;
  /** Which of several turns of the same node, round and purpose; default 0. */
  readonly ordinal?: number;
  readonly shape: OutputShape;
  /** What the node is asked to do, one of the prompt module's instructions. */
  readonly instruction: string;
  /** Turns whose outputs arrive along edges of the topology; a turn without an edge to this node is refused as `topology.non_edge`. */
  readonly inputs: readonly TurnInput[];
  /** The node's own last turn, when it is to see it. */
  readonly own?: TurnResult;
  /** The part of the task that is asked for; absent = all of it. */
  readonly part?: string;
  /** Whom or what the reply may name. */
  readonly choices?: readonly Choice[];
  /** The most items that the reply may list. */
  readonly limit?: number;
  /** Why `own`, the reply before, could not be used. */
  readonly problem?: string;
}

/** How a turn ended. Only `done` and `failed` turns were executed and paid for. */
export type TurnStatus = 'done' | 'failed' | 'no_part' | 'ended' | 'not_recorded' | 'refused';

/** A finished turn, the same whether it was just run or read back from the log. */
export interface TurnResult {
  readonly key: string;
  readonly node: string;
  readonly agent: string;
  readonly round: number;
  readonly purpose: Purpose;
  readonly ordinal: number;
  readonly status: TurnStatus;
  /** The output; null = none. */
  readonly text: string | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  readonly failure: { readonly reason: ModelFailure | 'budget' | 'cancelled'; readonly message: string } | null;
}

/** Positional key of a turn: `node/round/purpose/ordinal`, with `/` and `%` in the node id escaped. */
export function turnKey(request: Pick<TurnRequest, 'node' | 'round' | 'purpose' | 'ordinal'>): string {
  const node = request.node.replace(/[%/]/g, (c) => (c === '%' ? '%25' : '%2F'));
  return `${node}/${request.round}/${request.purpose}/${request.ordinal ?? 0}`;
}
