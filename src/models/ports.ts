/** What a turn cost in tokens; null = unknown, never 0 in its place. Tokens. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
}

/** Usage of which nothing is known. */
export const UNKNOWN_USAGE: Usage = Object.freeze({ inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null });

/** A message that arrived along an edge: who wrote it (agent id) and its text (null = that agent gave no answer). */
export interface ShownMessage {
  readonly from: string;
  readonly text: string | null;
  /** The message says what is to be done (a brief, a subtask, a question) and is no answer itself. */
  readonly asks?: true;
}

/** Every form of output, in the order they are listed everywhere. */
export const OUTPUT_SHAPES = [
  'answer',
  'statement',
  'judgement',
  'combination',
  'brief',
  'revision',
  'aggregation',
  'plan',
  'route',
  'bid',
  'review',
  'entry',
  'claim',
] as const;

/**
 * The form of output that is asked for. Text: an answer to the task, a statement for or against one, a judgement over statements, one answer
 * combined from several, a brief for others. JSON: the shapes of `STRUCTURED_SHAPES`.
 */
export type OutputShape = (typeof OUTPUT_SHAPES)[number];

/**
 * The forms that are JSON objects: `revision` {changed, answer}; `aggregation` {answer, follow_ups: [{to, question}]}; `plan` {subtasks:
 * [{to, task}]}; `route` {subtasks: [{task, experts: [{name, weight}]}]}; `bid` {fit, cost, plan}; `review` {accept, reason}; `entry`
 * {type, content, endorses?}; `claim` {claims: [{role, fit}]}.
 */
export const STRUCTURED_SHAPES = ['revision', 'aggregation', 'plan', 'route', 'bid', 'review', 'entry', 'claim'] as const satisfies readonly OutputShape[];
export type StructuredShape = (typeof STRUCTURED_SHAPES)[number];

/** Someone or something that a reply may name: an agent by its id with its skills, or a role by its name. */
export interface Choice {
  readonly name: string;
  readonly skills: readonly string[];
}

/** The rendered prompt of a turn, for models that read text. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/**
 * One model call. It carries what the agent may know and nothing else: no topology, no arm, no node id. A recorded model looks the
 * answer up by (task, agent, round); a simulated one draws from (seed, agent, task, shown, ordinal); a hosted one sends `prompt()`.
 */
export interface ModelRequest {
  readonly agent: { readonly id: string; readonly skills: readonly string[]; readonly model: string | null };
  readonly task: { readonly id: string; readonly input: string; readonly class: string | null };
  /** 0-based round of the exchange. */
  readonly round: number;
  /** Which sample of the same request this is (0 unless one agent is sampled several times). */
  readonly ordinal: number;
  readonly shape: OutputShape;
  readonly shown: readonly ShownMessage[];
  /** The agent's own last output in this run, when it has one. */
  readonly own: string | null;
  /** The part of the task that is asked for; absent = all of it. */
  readonly part?: string;
  /** Whom or what the reply may name. */
  readonly choices?: readonly Choice[];
  /** The most items that the reply may list. */
  readonly limit?: number;
  /** Why `own` could not be used, when the request asks for it once more. */
  readonly problem?: string;
  readonly seed: number;
  /** Upper bound of the output. Tokens. */
  readonly maxOutputTokens: number;
  /** Rendered on demand, so that models that read no text do not pay for it. */
  readonly prompt: () => Prompt;
}

export type ModelFailure = 'timeout' | 'refusal' | 'overloaded' | 'malformed' | 'error';

/**
 * What came back. `reply` with text null is a turn that was paid for and gave no answer. `no_part`, `ended` and `not_recorded` come from
 * recordings: the agent took no part in this round, the recorded experiment ended before it, or the recording cannot answer this turn.
 * `wait` means that an outside event must supply the reply: the turn stays open under `token` until then.
 */
export type ModelReply =
  | { readonly kind: 'reply'; readonly text: string | null; readonly usage: Usage; readonly costUsd: number | null; readonly latencyMs: number | null }
  | { readonly kind: 'no_part' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'not_recorded'; readonly message: string }
  | {
      readonly kind: 'failed';
      readonly reason: ModelFailure;
      readonly message: string;
      readonly usage: Usage;
      readonly costUsd: number | null;
      readonly latencyMs: number | null;
    }
  | { readonly kind: 'wait'; readonly token: string; readonly question: string };

/** Where replies come from; shown wherever a result is shown. */
export type Provenance = 'live' | 'recorded' | 'simulated' | 'scripted' | 'person';

/** Dollars per token, for reserving a budget before the call; null = unknown. */
export interface TokenPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/**
 * A source of replies.
 * Contract: `complete` does not throw for what a model can do wrong (that is `failed`); it may return synchronously; it honours `signal`.
 * @example const reply = await model.complete(request, signal)
 */
export interface ModelPort {
  /** As the user wrote it, e.g. `recorded`, `simulated`, `scripted:replies.jsonl`. */
  readonly id: string;
  readonly provenance: Provenance;
  /** Whether seeds change the replies. */
  readonly stochastic: boolean;
  /** Hash of everything besides the request that decides a reply (recording, parameters). */
  readonly fingerprint: string;
  readonly price: TokenPrice | null;
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> | ModelReply;
}
