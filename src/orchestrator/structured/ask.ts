import type { RunContext } from '../pattern.ts';
import type { TurnRequest, TurnResult } from '../turn.ts';
import { type Form, readReply } from './form.ts';

/** How often an agent is shown what is wrong with its reply and asked again. */
export const REPAIRS = 2;
/** The most turns that one structured reply takes; also the distance between the ordinals of two of them. */
export const ATTEMPTS = REPAIRS + 1;

/** A usable reply, or none: the call failed, the agent takes no part, or the reply stayed unusable. `turn` is the last one asked for. */
export type Reply<Value> =
  | { readonly kind: 'value'; readonly turn: TurnResult; readonly value: Value }
  | { readonly kind: 'none'; readonly turn: TurnResult; readonly message: string };

/**
 * Asks for a structured reply. An unusable one is repaired: up to REPAIRS further turns with the ordinals that follow, each with the reply
 * before it as the agent's own output and the problem. A call that fails is not repeated: that is no matter of form.
 */
export async function ask<Value>(context: RunContext, request: Omit<TurnRequest, 'shape' | 'problem'>, form: Form<Value>): Promise<Reply<Value>> {
  const first = (request.ordinal ?? 0) * ATTEMPTS;
  let turn = await context.turn({ ...request, ordinal: first, shape: form.shape });
  for (let repair = 1; ; repair++) {
    if (turn.status !== 'done')
      return { kind: 'none', turn, message: turn.failure === null ? 'took no part' : `${turn.failure.reason}: ${turn.failure.message}` };
    const reading = readReply(turn.text, form);
    if (reading.kind === 'value') return { kind: 'value', turn, value: reading.value };
    if (repair > REPAIRS) return { kind: 'none', turn, message: `no usable ${form.shape} after ${REPAIRS} repairs: ${reading.problem}` };
    turn = await context.turn({ ...request, ordinal: first + repair, shape: form.shape, own: turn, problem: reading.problem });
  }
}
