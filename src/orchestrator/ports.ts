import type { EdgeKind } from '#topology';
import type { TurnResult } from './turn.ts';

/** The message that reached a turn: the key of the turn that wrote it and the edge that carried it (`reply`: against the edge's direction, as the answer to what it carried). */
export interface MessageRef {
  readonly turn: string;
  readonly edge: EdgeKind | 'untyped';
  readonly reply: boolean;
  /** The board that carried it, when it went over one: written there by its author, read there by its reader. */
  readonly via?: string;
}

/** What the log keeps of a turn. `waiting` turns are open: their reply comes from outside, under `token`. Times are epoch milliseconds. */
export interface TurnRecord extends Omit<TurnResult, 'status'> {
  readonly status: TurnResult['status'] | 'waiting';
  /** Hash of everything that decided the turn; a resumed run that computes another one has diverged. */
  readonly inputHash: string;
  readonly inputs: readonly MessageRef[];
  readonly model: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Set on `waiting` turns and kept when they are answered. */
  readonly token: string | null;
  readonly question: string | null;
}

/** A value that a pattern took from outside the turns (a clock reading, a random draw), logged so that replay sees the same. */
export interface LoggedValue {
  readonly key: string;
  readonly kind: 'clock' | 'random';
  readonly value: number;
}

/** What a run has logged so far, read once when it starts. */
export interface RunHistory {
  readonly turns: readonly TurnRecord[];
  readonly values: readonly LoggedValue[];
}

/**
 * The log of one run.
 * Contract: a promise resolves when the entry is durable; a key that the log holds already rejects with `run.fenced`
 * (another process owns the run now); entries are never changed but for a waiting turn that is answered.
 */
export interface TurnLog {
  appendTurn(record: TurnRecord): Promise<void>;
  appendValue(value: LoggedValue): Promise<void>;
}
