import { canonicalJson } from '#lib';
import type { RunHistory } from './ports.ts';

/**
 * The canonical run log: one JSON line per turn in the order of keys, without times, latencies and ids. Two runs of the same seed over the
 * same recorded or scripted model give the same bytes. Waiting turns are open and stand in it as such.
 */
export function canonicalRunLog(history: RunHistory): string {
  const turns = [...history.turns].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const lines = turns.map((turn) =>
    canonicalJson({
      key: turn.key,
      node: turn.node,
      agent: turn.agent,
      round: turn.round,
      purpose: turn.purpose,
      ordinal: turn.ordinal,
      status: turn.status,
      output: turn.text,
      input_hash: turn.inputHash,
      inputs: turn.inputs,
      model: turn.model,
      input_tokens: turn.usage.inputTokens,
      cached_input_tokens: turn.usage.cachedInputTokens,
      output_tokens: turn.usage.outputTokens,
      reasoning_tokens: turn.usage.reasoningTokens,
      cost_usd: turn.costUsd,
      failure: turn.failure,
    }),
  );
  const draws = history.values.filter((value) => value.kind === 'random').sort((a, b) => (a.key < b.key ? -1 : 1));
  lines.push(...draws.map((value) => canonicalJson({ key: value.key, value: value.value })));
  return lines.map((line) => `${line}\n`).join('');
}
