/** A value one column can hold. */
export type CellValue = string | number | bigint | null | Uint8Array;
export type Row = Readonly<Record<string, CellValue>>;

/** One row write; `key` names the row by its primary key columns. */
export type RowWrite =
  | { readonly kind: 'insert'; readonly table: string; readonly row: Row }
  | { readonly kind: 'upsert'; readonly table: string; readonly row: Row }
  | { readonly kind: 'update'; readonly table: string; readonly key: Row; readonly set: Row }
  | { readonly kind: 'delete'; readonly table: string; readonly key: Row };

/** What must hold of a row, inside the transaction, for the change to apply. `equals: null` cells compare with IS. */
export type Precondition =
  | { readonly kind: 'row'; readonly table: string; readonly key: Row; readonly equals: Row }
  | { readonly kind: 'absent'; readonly table: string; readonly key: Row };

/** An event to append: `type` is `noun.past-tense`; `ids` and `payload` are small and never hold a turn's text. */
export interface NewEvent {
  readonly type: string;
  readonly at: number;
  readonly runId?: string | null;
  readonly subject?: string | null;
  readonly payload?: string | null;
}

/** What a module wants changed; the store applies all of it in one transaction or none of it. */
export interface Change {
  readonly preconditions?: readonly Precondition[];
  readonly writes: readonly RowWrite[];
  readonly events?: readonly NewEvent[];
  /** `full` survives power loss and makes every earlier commit survive it too; `normal` survives a killed process. */
  readonly durability?: 'normal' | 'full';
}

export type CommitResult = { readonly kind: 'committed' } | { readonly kind: 'conflict'; readonly failed: Precondition };

/** The one way to change state. Contract: resolves after the transaction is on disk; changes queued in one event-loop turn share a transaction but fail apart; rejects with `store.failed` on faults. */
export interface Committer {
  commit(change: Change): Promise<CommitResult>;
}
