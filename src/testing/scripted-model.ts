import { type Clock, PolityError } from '#lib';
import { describeRequest, type ModelPort, type ModelReply, type ModelRequest, type Provenance, sleep, type TokenPrice, UNKNOWN_USAGE } from '#models';

/** One step of a script: a text (null = no answer), a whole reply, an error to throw, or any of these after a delay on the clock. */
export type ScriptedStep = string | null | ModelReply | Error | { readonly afterMs: number; readonly reply: string | null | ModelReply | Error };

/** Replies in order of the calls, or a function of the request; undefined = the script has run dry. */
export type ScriptedSteps = readonly ScriptedStep[] | ((request: ModelRequest, call: number) => ScriptedStep | undefined);

/** How a ScriptedModel presents itself; `clock` is needed for delays only. */
export interface ScriptedModelOptions {
  readonly id?: string;
  readonly provenance?: Provenance;
  readonly stochastic?: boolean;
  readonly fingerprint?: string;
  readonly price?: TokenPrice | null;
  readonly clock?: Clock;
  /** When the script runs dry: reply `failed` (malformed), or throw `model.failed`. Default `failed`. */
  readonly whenDry?: 'failed' | 'throw';
}

/** A ModelPort double: replies from a queue or a function and keeps a frozen record of every call. */
export class ScriptedModel implements ModelPort {
  readonly id: string;
  readonly provenance: Provenance;
  readonly stochastic: boolean;
  readonly fingerprint: string;
  readonly price: TokenPrice | null;
  readonly #steps: ScriptedSteps;
  readonly #clock: Clock | undefined;
  readonly #whenDry: 'failed' | 'throw';
  readonly #calls: ModelRequest[] = [];

  constructor(steps: ScriptedSteps, options: ScriptedModelOptions = {}) {
    this.#steps = steps;
    this.id = options.id ?? 'scripted';
    this.provenance = options.provenance ?? 'scripted';
    this.stochastic = options.stochastic ?? false;
    this.fingerprint = options.fingerprint ?? 'scripted';
    this.price = options.price ?? null;
    this.#clock = options.clock;
    this.#whenDry = options.whenDry ?? 'failed';
  }

  /** Every request so far, in order, deeply frozen. */
  get calls(): readonly ModelRequest[] {
    return [...this.#calls];
  }

  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> | ModelReply {
    const call = this.#calls.length;
    this.#calls.push(frozen(request));
    const step = typeof this.#steps === 'function' ? this.#steps(request, call) : this.#steps[call];
    if (step === undefined) return this.#dry(request, call);
    if (step === null || typeof step === 'string' || step instanceof Error || 'kind' in step) return settle(step);
    if (this.#clock === undefined) throw new PolityError('internal', 'a scripted delay needs a clock');
    return sleep(this.#clock, step.afterMs, signal).then(() => settle(step.reply));
  }

  #dry(request: ModelRequest, call: number): ModelReply {
    const message = `the script ran dry at call ${call + 1}: ${describeRequest(request)}`;
    if (this.#whenDry === 'throw') throw new PolityError('model.failed', message);
    return { kind: 'failed', reason: 'malformed', message, usage: UNKNOWN_USAGE, costUsd: null, latencyMs: null };
  }
}

/** A reply with a text and, unless given, counters of which nothing is known. */
export function textReply(
  text: string | null,
  counters: { readonly inputTokens?: number; readonly outputTokens?: number; readonly costUsd?: number; readonly latencyMs?: number } = {},
): ModelReply {
  const usage = { ...UNKNOWN_USAGE, inputTokens: counters.inputTokens ?? null, outputTokens: counters.outputTokens ?? null };
  return { kind: 'reply', text, usage, costUsd: counters.costUsd ?? null, latencyMs: counters.latencyMs ?? null };
}

function settle(step: string | null | ModelReply | Error): ModelReply {
  if (step instanceof Error) throw step;
  return step === null || typeof step === 'string' ? textReply(step) : step;
}

/** A copy that later changes of the caller's objects cannot reach. */
function frozen(request: ModelRequest): ModelRequest {
  const agent = Object.freeze({ ...request.agent, skills: Object.freeze([...request.agent.skills]) });
  const shown = Object.freeze(request.shown.map((message) => Object.freeze({ ...message })));
  return Object.freeze({ ...request, agent, shown, task: Object.freeze({ ...request.task }) });
}
