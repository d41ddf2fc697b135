import { sha256 } from '#lib/node';
import type { ModelPort } from './ports.ts';
import { waitToken } from './wait-token.ts';

/** A model in whose place a person answers: every turn stays open, with the prompt's user text as the question, until its reply comes. */
export function createPersonModel(): ModelPort {
  return {
    id: 'person',
    provenance: 'person',
    stochastic: false,
    fingerprint: sha256('person'),
    price: null,
    complete: (request) => ({ kind: 'wait', token: waitToken(request), question: request.prompt().user }),
  };
}
