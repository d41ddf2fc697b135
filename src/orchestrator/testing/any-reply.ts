import fc from 'fast-check';
import { hash32 } from '#lib';
import type { ModelReply, ModelRequest } from '#models';
import { type Answering, counted } from './harness.ts';
import { unformed, wellFormed } from './well-formed.ts';

const HUGE = 'Ω'.repeat(50_000);
const FAILURES = ['timeout', 'refusal', 'overloaded', 'malformed', 'error'] as const;
const TEXTS = ['42', 'Answer: 42.0', 'Answer: 7', '-1', 'no number at all', '', '  \n', null, HUGE, 'Answer: 42\u0000\u{1f600}', '__proto__'] as const;

/** One thing that a model can do: reply, fail in any way, take no part, have nothing recorded, or break its contract and throw. */
export type Deed =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'failed'; readonly reason: (typeof FAILURES)[number] }
  | { readonly kind: 'no_part' | 'ended' | 'not_recorded' | 'throws' }
  /** For structured forms: no JSON, JSON of another form, or a name that nobody has; a text for the others. */
  | { readonly kind: 'malformed'; readonly how: 'text' | 'broken' | 'schema' | 'names' };

const rare = (kind: 'no_part' | 'ended' | 'not_recorded' | 'throws'): fc.Arbitrary<Deed> => fc.constant({ kind });
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TEXTS).map((text): Deed => ({ kind: 'text', text })) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }).map((text): Deed => ({ kind: 'text', text })) },
  { weight: 3, arbitrary: fc.constantFrom(...FAILURES).map((reason): Deed => ({ kind: 'failed', reason })) },
  rare('no_part'),
  rare('ended'),
  rare('throws'),
  { weight: 4, arbitrary: fc.constantFrom('text', 'broken', 'schema', 'names').map((how): Deed => ({ kind: 'malformed', how })) },
);

function perform(deed: Deed, request: ModelRequest): ModelReply | Error {
  switch (deed.kind) {
    case 'text':
      return counted(request, deed.text, hash32(deed.text ?? '') % 9);
    case 'failed': {
      const reply = counted(request, null, 1);
      return reply.kind === 'reply' ? { ...reply, kind: 'failed', reason: deed.reason, message: `scripted ${deed.reason}` } : reply;
    }
    case 'malformed':
      return counted(request, unformed(malformed(deed.how, request)), 3);
    case 'not_recorded':
      return { kind: 'not_recorded', message: 'not in the recording' };
    case 'throws':
      return new TypeError('the model broke its contract');
    default:
      return { kind: deed.kind };
  }
}

function malformed(how: 'text' | 'broken' | 'schema' | 'names', request: ModelRequest): string {
  if (how === 'text') return 'Answer: 42';
  if (how === 'broken') return wellFormed(request, '42').slice(0, -1);
  if (how === 'schema') return '{"subtasks":[],"fit":2,"claims":{},"accept":"yes","type":"essay","changed":1}';
  return wellFormed({ ...request, choices: [{ name: 'nobody', skills: [] }], limit: 500 }, '42');
}

/** A model as a pure function of the request: what it does is drawn from a few deeds by who is asked, when, and what it was shown. */
export interface AnyModel {
  readonly deeds: readonly Deed[];
  readonly salt: number;
  readonly answer: Answering;
}

function anyModelOf(deed: fc.Arbitrary<Deed>): fc.Arbitrary<AnyModel> {
  return fc.record({ deeds: fc.array(deed, { minLength: 1, maxLength: 8 }), salt: fc.nat() }).map(({ deeds, salt }) => ({
    deeds,
    salt,
    answer: (request) => {
      const seen = request.shown.map((message) => `${message.from}=${message.text?.slice(0, 20)}`).join('|');
      const place = hash32(`${salt}/${request.agent.id}/${request.round}/${request.ordinal}/${request.shape}/${request.seed}/${seen}`) % deeds.length;
      const chosen = deeds[place];
      return chosen === undefined ? null : perform(chosen, request);
    },
  }));
}

/** Any model that can be replayed and resumed. */
export const anyModel: fc.Arbitrary<AnyModel> = anyModelOf(anyDeed);
/** Any model, those included whose recording cannot answer every turn. */
export const anyModelOrGap: fc.Arbitrary<AnyModel> = anyModelOf(fc.oneof({ weight: 5, arbitrary: anyDeed }, rare('not_recorded')));
/** Any model that always replies, with texts of every kind. */
export const anyTalker: fc.Arbitrary<AnyModel> = anyModelOf(fc.constantFrom('42', '7', 'x', 'Answer: 42', '13').map((text): Deed => ({ kind: 'text', text })));
