import type { TopologyNode } from '#topology';
import type { ENTRY_TYPES } from '../structured/entry.ts';
import type { TurnResult } from '../turn.ts';

/** An entry that a member has posted. */
export interface Posted {
  readonly turn: TurnResult;
  readonly type: (typeof ENTRY_TYPES)[number];
  readonly content: string;
}

/** The type of the entry with which a run begins: the task, which everyone knows and which needs no message. */
const TASK = 'task';

/** The entries of a run and what each member has still to read of them. Code, not an agent: it takes no turn. */
export class Board {
  readonly #posted: Posted[] = [];
  readonly #members: readonly string[];
  /** Types that a member reads; null = all. */
  readonly #types = new Map<string, ReadonlySet<string> | null>();
  /** Number of entries that a member has been past. */
  readonly #past = new Map<string, number>();
  readonly #unseen = new Map<string, number>();
  readonly #solutions = new Map<string, Posted>();

  constructor(members: readonly TopologyNode[]) {
    this.#members = members.map((node) => node.id).sort((a, b) => (a < b ? -1 : 1));
    for (const node of members) this.#types.set(node.id, typesOf(node));
    // Where nobody declares to read tasks, everybody reads this one: otherwise no run could begin.
    const anyone = members.some((node) => this.#reads(node.id, TASK));
    for (const id of this.#members) this.#unseen.set(id, !anyone || this.#reads(id, TASK) ? 1 : 0);
  }

  /** The member with most unseen entries of its types, ties by id; null when nobody has any. */
  next(): string | null {
    let chosen: string | null = null;
    let most = 0;
    for (const id of this.#members) {
      const unseen = this.#unseen.get(id) ?? 0;
      if (unseen <= most) continue;
      most = unseen;
      chosen = id;
    }
    return chosen;
  }

  /** What the member has not seen of its types and did not write itself; it has seen everything then. */
  read(member: string): readonly Posted[] {
    const entries = this.#posted.slice(this.#past.get(member) ?? 0).filter((entry) => entry.turn.node !== member && this.#reads(member, entry.type));
    this.#past.set(member, this.#posted.length);
    this.#unseen.set(member, 0);
    return entries;
  }

  post(entry: Posted): void {
    this.#posted.push(entry);
    for (const id of this.#members) {
      if (id !== entry.turn.node && this.#reads(id, entry.type)) this.#unseen.set(id, (this.#unseen.get(id) ?? 0) + 1);
    }
    if (entry.type !== 'solution') return;
    this.#solutions.delete(entry.turn.node);
    this.#solutions.set(entry.turn.node, entry);
  }

  /** The last solution of each member, in the order in which they were posted. */
  solutions(): readonly Posted[] {
    return [...this.#solutions.values()];
  }

  #reads(member: string, type: string): boolean {
    const types = this.#types.get(member);
    return types === null || types?.has(type) === true;
  }
}

function typesOf({ attrs }: TopologyNode): ReadonlySet<string> | null {
  const declared = attrs?.types;
  if (declared === undefined) return null;
  return new Set(
    String(declared)
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
  );
}
