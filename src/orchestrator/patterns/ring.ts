import { INSTRUCTIONS } from '#prompt';
import { sameAnswers } from '#scoring';
import type { Pattern, RunContext } from '../pattern.ts';
import { ask } from '../structured/ask.ts';
import { revisionForm } from '../structured/revision.ts';
import type { TurnResult } from '../turn.ts';
import { noneUsable } from './outcome.ts';

/** A member's last usable answer. */
interface Held {
  readonly turn: TurnResult;
  readonly answer: string;
}

/**
 * Ring: one answer goes round; each member sees the answer of the one before it and its own last reply, and gives {changed, answer}. After
 * `min_laps` laps it ends with the first lap without change, after `max_laps` in any case; the last answer given is the result. Whether an
 * answer changed is decided by the scorer where answers have an equivalence, else by the member's word.
 * A member without a usable reply is silent: the next one sees what it last gave, or nothing. No answer at all fails the run.
 */
export const ring: Pattern = {
  name: 'ring',
  version: 1,
  run: async (context) => {
    const members = inRing(context);
    if (members === null) return { kind: 'failed', message: 'the members do not form one ring' };
    const { min_laps: least = 2, max_laps: most = 3 } = context.topology.parameters;
    const held = new Map<string, Held>();
    const silent: { readonly turn: TurnResult; readonly message: string }[] = [];
    let last: Held | null = null;
    for (let lap = 0; lap < Number(most); lap++) {
      let changed = false;
      for (const [index, node] of members.entries()) {
        const before = held.get(members.at(index - 1) ?? '') ?? null;
        const own = held.get(node)?.turn;
        const inputs = before === null ? [] : [{ turn: before.turn, text: before.answer }];
        const request = { node, round: lap, purpose: 'refine', instruction: INSTRUCTIONS.refineRing, inputs, ...(own === undefined ? {} : { own }) } as const;
        const reply = await ask(context, request, revisionForm);
        if (reply.kind === 'none') {
          silent.push(reply);
          continue;
        }
        last = { turn: reply.turn, answer: reply.value.answer };
        held.set(node, last);
        if (differs(context, before, last, reply.value.changed)) changed = true;
      }
      if (!changed && lap + 1 >= Number(least)) break;
    }
    return last === null ? noneUsable(silent) : { kind: 'answer', text: last.answer };
  },
};

function differs({ scorer }: RunContext, before: Held | null, now: Held, flag: boolean): boolean {
  if (before === null) return true;
  return scorer.hasEquivalence ? !sameAnswers([before.answer], [now.answer], scorer) : flag;
}

/** The members in the direction of their edges, from the first node on; null when they are not one ring. */
function inRing({ topology }: RunContext): readonly string[] | null {
  const [first] = topology.nodes;
  if (first === undefined) return null;
  const order = new Set([first]);
  for (const node of order) {
    const next = topology.targets(node).find((target) => !order.has(target));
    if (next !== undefined) order.add(next);
  }
  const members = [...order];
  return members.length === topology.nodes.length && topology.channel(members.at(-1) ?? '', first) !== null ? members : null;
}
