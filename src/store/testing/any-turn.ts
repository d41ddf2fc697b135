import fc from 'fast-check';
import type { TurnRecord } from '#orchestrator';

const whole = fc.maxSafeInteger();
const count = fc.option(fc.maxSafeNat(), { nil: null });
const real = fc.option(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  { nil: null },
);
/** Any well-formed text: NUL, quotes, combining marks and emoji included. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\0', "'; DROP TABLE turns; --", '👩‍👩‍👧', '\u{10ffff}'),
);
const textOrNull = fc.option(anyText, { nil: null });

/** Any turn that the log can hold, every field varied. */
export const anyTurn: fc.Arbitrary<TurnRecord> = fc.record({
  key: anyText,
  node: anyText,
  agent: anyText,
  round: fc.nat(),
  purpose: fc.constantFrom('answer', 'stage', 'statement', 'judge', 'combine'),
  ordinal: fc.nat(),
  status: fc.constantFrom('done', 'failed', 'no_part', 'ended', 'not_recorded', 'refused', 'waiting'),
  text: textOrNull,
  usage: fc.record({ inputTokens: count, cachedInputTokens: count, outputTokens: count, reasoningTokens: count }),
  costUsd: real,
  latencyMs: real,
  failure: fc.option(
    fc.record({
      reason: fc.constantFrom('timeout', 'refusal', 'overloaded', 'malformed', 'error', 'budget', 'cancelled'),
      message: anyText,
    }),
    { nil: null },
  ),
  inputHash: anyText,
  inputs: fc.array(fc.record({ turn: anyText, edge: fc.constantFrom('delegates_to', 'pipes_to', 'peers_with', 'untyped'), reply: fc.boolean() }), {
    maxLength: 5,
  }),
  model: anyText,
  startedAt: whole,
  finishedAt: whole,
  token: textOrNull,
  question: textOrNull,
});
