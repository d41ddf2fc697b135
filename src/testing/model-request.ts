import type { ModelRequest } from '#models';

/** A plausible first-answer request for tests; `changes` replaces members. */
export function modelRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    agent: { id: 'agent-1', skills: [], model: null },
    task: { id: 't1', input: 'What is 6 × 7?', class: null },
    round: 0,
    ordinal: 0,
    shape: 'answer',
    shown: [],
    own: null,
    seed: 1,
    maxOutputTokens: 4096,
    prompt: () => ({ system: 'You answer questions.', user: 'What is 6 × 7?' }),
    ...changes,
  };
}
