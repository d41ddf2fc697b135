import { type Clock, PolityError, quoteFound } from '#lib';
import { type ModelPort, type ModelReply, type ModelRequest, UNKNOWN_USAGE } from '../ports.ts';
import { waitToken } from '../wait-token.ts';
import type { Script, ScriptEntry } from './script.ts';

/**
 * A model that replies from a script; `sleep_ms` passes on `clock` for real. A request that no line matches is a `malformed` failure that
 * names the request.
 * @example createScriptedModel(parseScript(text, { file }), { id: 'scripted:replies.jsonl', clock: systemClock })
 */
export function createScriptedModel(script: Script, options: { readonly id: string; readonly clock: Clock }): ModelPort {
  return {
    id: options.id,
    provenance: 'scripted',
    stochastic: false,
    fingerprint: script.fingerprint,
    price: null,
    complete(request, signal) {
      const entry = script.find(request);
      if (entry === undefined) return noLine(request);
      const reply = replyOf(entry, request);
      return entry.sleepMs > 0 ? sleep(options.clock, entry.sleepMs, signal).then(() => reply) : reply;
    },
  };
}

/** The members of a request that tell it from others, as one line for messages. */
export function describeRequest(request: ModelRequest): string {
  return `agent ${quoteFound(request.agent.id)}, task ${quoteFound(request.task.id)}, round ${request.round}, shape ${request.shape}, ordinal ${request.ordinal}`;
}

function noLine(request: ModelRequest): ModelReply {
  const message = `no line of the script matches ${describeRequest(request)}`;
  return { kind: 'failed', reason: 'malformed', message, usage: UNKNOWN_USAGE, costUsd: null, latencyMs: null };
}

function replyOf(entry: ScriptEntry, request: ModelRequest): ModelReply {
  const { outcome, usage, costUsd, latencyMs } = entry;
  switch (outcome.kind) {
    case 'text':
      return { kind: 'reply', text: outcome.text, usage, costUsd, latencyMs };
    case 'failed':
      return { kind: 'failed', reason: outcome.reason, message: outcome.message, usage, costUsd, latencyMs };
    case 'wait':
      return { kind: 'wait', token: waitToken(request), question: outcome.question };
  }
}

/**
 * Resolves after `ms` of the clock. An abort rejects at once with the signal's reason when that is a PolityError, else `interrupted`:
 * a reply of any kind would be logged as the turn's outcome and never asked again.
 */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason instanceof PolityError ? signal.reason : new PolityError('interrupted', 'interrupted while waiting for a reply'));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
