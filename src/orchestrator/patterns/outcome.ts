import { isAbsent, type Scorer, vote } from '#scoring';
import type { PatternOutcome } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';

/** Whether the turn was executed or took no place at all (recordings): such a member is not part of this round. */
export function tookPart(turn: TurnResult): boolean {
  return turn.status === 'done' || turn.status === 'failed';
}

/** Plurality over the members that took part, ties to the first in the order given; no answer at all fails the run. */
export function voteOutcome(turns: readonly TurnResult[], scorer: Scorer): PatternOutcome {
  const voters = turns.filter(tookPart);
  const result = vote(
    voters.map((turn) => turn.text),
    scorer,
  );
  if (result.winner !== null) return { kind: 'answer', text: result.winner };
  return { kind: 'failed', message: noAnswer(voters) };
}

/** The output of one deciding turn; a failed turn or an absent answer fails the run. */
export function lastOutcome(turn: TurnResult): PatternOutcome {
  if (turn.status !== 'done' || isAbsent(turn.text)) return { kind: 'failed', message: noAnswer([turn]) };
  return { kind: 'answer', text: turn.text };
}

/** The failure of a run in which nobody gave what an answer could be made of; `turns` are the last ones of those who were asked. */
export function noResult(turns: readonly TurnResult[]): PatternOutcome {
  return { kind: 'failed', message: noAnswer(turns) };
}

/** The same where replies could not be used: the reason of the first. */
export function noneUsable(replies: readonly { readonly turn: TurnResult; readonly message: string }[]): PatternOutcome {
  const [first] = replies;
  return first === undefined ? noResult([]) : brokenBy('no answer', first.turn, first.message);
}

/** The failure of a run for want of one agent's turn, and why that could not be used. */
export function brokenBy(what: string, turn: TurnResult, message: string): PatternOutcome {
  return { kind: 'failed', message: `${what}: ${turn.agent} ${message}` };
}

function noAnswer(turns: readonly TurnResult[]): string {
  const failed = turns.find((turn) => turn.failure !== null);
  if (failed !== undefined) return `no answer: ${failed.agent} failed (${failed.failure?.reason}: ${failed.failure?.message})`;
  return turns.length === 0 ? 'no answer: no agent took part' : `no answer from ${[...new Set(turns.map((turn) => turn.agent))].slice(0, 10).join(', ')}`;
}
