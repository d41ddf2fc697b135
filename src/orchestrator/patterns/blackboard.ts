import { INSTRUCTIONS } from '#prompt';
import { sameAnswers, vote } from '#scoring';
import { centreOf } from '#topology';
import type { Pattern, PatternOutcome, RunContext } from '../pattern.ts';
import { addressees } from '../structured/addressees.ts';
import { ask } from '../structured/ask.ts';
import { type Entry, entryForm } from '../structured/entry.ts';
import type { TurnResult } from '../turn.ts';
import { Board, type Posted } from './board.ts';
import { noneUsable } from './outcome.ts';

/** A reply that could not be used. */
interface Silent {
  readonly turn: TurnResult;
  readonly message: string;
}

/**
 * Blackboard: in each cycle the member with most unseen entries of the types that it declares (`attrs.types`, comma-separated; absent = all)
 * reads them over the board and acts, ties by node id. The run posts the task as the first entry. It ends when a solution is endorsed by
 * another member (by an endorsement, or by an equivalent solution of its own), when nobody has anything left to read, or after
 * `max_acts_per_node` acts per member; without an endorsed solution the last solutions of the members are put to the vote where answers have
 * an equivalence, else the latest one is the answer. A member without a usable entry has read and says nothing. No solution fails the run.
 */
export const blackboard: Pattern = {
  name: 'blackboard',
  version: 1,
  run: async (context) => {
    const { topology } = context;
    const centre = centreOf(topology.graph);
    if (centre === undefined) return { kind: 'failed', message: 'there is no board' };
    const members = topology.graph.nodes.filter((node) => node.id !== centre && topology.channel(node.id, centre) !== null);
    const board = new Board(members);
    const people = addressees(
      topology,
      members.map((node) => node.id),
    );
    const most = members.length * Number(topology.parameters.max_acts_per_node ?? 2);
    const acted = new Map<string, TurnResult>();
    const silent: Silent[] = [];
    for (let act = 0; act < most; act++) {
      const node = board.next();
      if (node === null) break;
      const read = board.read(node);
      const solvers = [...new Set(read.filter((entry) => entry.type === 'solution').map((entry) => people.name(entry.turn.node)))];
      const own = acted.get(node);
      const reply = await ask(
        context,
        {
          ...{ node, round: act, purpose: 'act', instruction: INSTRUCTIONS.act },
          inputs: read.map(({ turn }) => ({ turn, text: turn.text, via: centre })),
          choices: people.choices.filter((choice) => solvers.includes(choice.name)),
          ...(own === undefined ? {} : { own }),
        },
        entryForm(solvers),
      );
      if (reply.kind === 'none') {
        silent.push(reply);
        continue;
      }
      acted.set(node, reply.turn);
      const endorsed = endorsedBy(context, board, reply.turn, reply.value, people.node(reply.value.endorses ?? ''));
      if (endorsed !== null) return { kind: 'answer', text: endorsed };
      if (reply.value.type !== 'nothing') board.post({ turn: reply.turn, type: reply.value.type, content: reply.value.content });
    }
    return bestOf(context, board.solutions(), silent);
  },
};

/** The solution that the entry endorses, if it does: the named member's last one, or one of another member that is equivalent to it. */
function endorsedBy({ scorer }: RunContext, board: Board, turn: TurnResult, entry: Entry, named: string | undefined): string | null {
  const others = board.solutions().filter((solution) => solution.turn.node !== turn.node);
  if (entry.type === 'endorsement') return others.find((solution) => solution.turn.node === named)?.content ?? null;
  if (entry.type !== 'solution' || !scorer.hasEquivalence) return null;
  return others.find((solution) => sameAnswers([solution.content], [entry.content], scorer))?.content ?? null;
}

/** `solutions` are the last ones of the members, in the order in which they were posted. */
function bestOf({ scorer }: RunContext, solutions: readonly Posted[], silent: readonly Silent[]): PatternOutcome {
  const texts = solutions.map((solution) => solution.content);
  if (texts.length === 0) return silent.length === 0 ? { kind: 'failed', message: 'no solution was posted' } : noneUsable(silent);
  return { kind: 'answer', text: scorer.hasEquivalence ? vote(texts, scorer).winner : (texts.at(-1) ?? null) };
}
