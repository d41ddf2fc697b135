import { type Problem, problemsError } from '#lib';
import { sha256 } from '#lib/node';
import { byLine, isObject, type JsonLine, parseJsonLines } from '../jsonl.ts';
import { type ModelFailure, type ModelRequest, OUTPUT_SHAPES, type OutputShape, type Usage } from '../ports.ts';
import { MAX_COST_USD, MAX_LATENCY_MS, MAX_ROUNDS, MAX_TOKENS, RowChecks } from '../row-checks.ts';

/** What a script line replies: a text (null = no answer), a failure, or a question to the outside. */
export type ScriptOutcome =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'failed'; readonly reason: ModelFailure; readonly message: string }
  | { readonly kind: 'wait'; readonly question: string };

/** The members of a request that a script line can name; absent = any. */
export interface ScriptMatch {
  readonly agent?: string;
  readonly taskId?: string;
  readonly round?: number;
  readonly shape?: OutputShape;
  readonly ordinal?: number;
}

/** One line of a script. */
export interface ScriptEntry {
  readonly match: ScriptMatch;
  readonly outcome: ScriptOutcome;
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
  /** Real time before the reply comes. Milliseconds. */
  readonly sleepMs: number;
}

/** A parsed script, ready for look-up. */
export interface Script {
  readonly entries: readonly ScriptEntry[];
  readonly fingerprint: string;
  /** The line that names most members of the request, ties to the first; undefined when none matches. */
  find(request: ModelRequest): ScriptEntry | undefined;
}

const MATCH_KEYS = ['agent', 'task_id', 'round', 'shape', 'ordinal'] as const;
const OUTCOME_KEYS = ['text', 'failed', 'wait'] as const;
const KEYS = [...MATCH_KEYS, ...OUTCOME_KEYS, 'input_tokens', 'output_tokens', 'cost_usd', 'latency_ms', 'sleep_ms'] as const;
const FAILURES: readonly ModelFailure[] = ['timeout', 'refusal', 'overloaded', 'malformed', 'error'];
const MAX_SLEEP_MS = 3_600_000; // an hour: longer is a unit mistake in a script meant for tests and demonstrations

/** Parses the JSONL of `scripted:FILE`. Throws one `file.invalid` that lists every problem with its line. */
export function parseScript(text: string, source: { readonly file: string }): Script {
  const problems: Problem[] = [];
  const lines = parseJsonLines(text, source.file, problems);
  const entries = lines.map((line) => parseEntry(line, source.file, problems));
  if (lines.length === 0 && problems.length === 0) problems.push({ file: source.file, message: 'the script is empty', allowed: 'one JSON object per line' });
  if (problems.length > 0) throw problemsError('file.invalid', 'The script cannot be used:', byLine(problems));
  return { entries, fingerprint: sha256(JSON.stringify(entries)), find: indexEntries(entries) };
}

function parseEntry(line: JsonLine, file: string, problems: Problem[]): ScriptEntry {
  const row = new RowChecks(line.value, { file, line: line.line }, problems);
  row.knownKeys(KEYS);
  const inputTokens = row.count('input_tokens', MAX_TOKENS);
  const outputTokens = row.count('output_tokens', MAX_TOKENS);
  return {
    match: parseMatch(row),
    outcome: parseOutcome(row),
    usage: { inputTokens, cachedInputTokens: null, outputTokens, reasoningTokens: null },
    costUsd: row.amount('cost_usd', MAX_COST_USD),
    latencyMs: row.amount('latency_ms', MAX_LATENCY_MS),
    sleepMs: row.amount('sleep_ms', MAX_SLEEP_MS) ?? 0,
  };
}

function parseMatch(row: RowChecks): ScriptMatch {
  return {
    agent: (row.has('agent') ? row.id('agent') : null) ?? undefined,
    taskId: (row.has('task_id') ? row.id('task_id') : null) ?? undefined,
    round: row.count('round', MAX_ROUNDS) ?? undefined,
    shape: row.has('shape') ? (row.oneOf('shape', row.value('shape'), OUTPUT_SHAPES) ?? undefined) : undefined,
    ordinal: row.count('ordinal', MAX_ROUNDS) ?? undefined,
  };
}

const NOTHING: ScriptOutcome = { kind: 'text', text: null };

function parseOutcome(row: RowChecks): ScriptOutcome {
  const given = OUTCOME_KEYS.filter((key) => row.has(key));
  if (given.length !== 1) {
    row.problem('', 'a line needs exactly one outcome', given.length === 0 ? 'none' : given.join(' and '), OUTCOME_KEYS.join(', '));
    return NOTHING;
  }
  if (row.has('text')) {
    const text = row.value('text');
    if (text === null || typeof text === 'string') return { kind: 'text', text };
    row.problem('text', 'is of the wrong type', text, 'a string, or null for no answer');
    return NOTHING;
  }
  if (row.has('wait')) {
    const question = row.value('wait');
    if (typeof question === 'string' && question !== '') return { kind: 'wait', question };
    row.problem('wait', 'is of the wrong type', question, 'the question, a non-empty string');
    return NOTHING;
  }
  return parseFailure(row);
}

function parseFailure(row: RowChecks): ScriptOutcome {
  const failed = row.value('failed');
  if (!isObject(failed)) {
    row.problem('failed', 'is of the wrong type', failed, 'an object with reason and message');
    return NOTHING;
  }
  for (const key in failed) if (key !== 'reason' && key !== 'message') row.problem(`failed.${key}`, 'unknown key', key, 'reason, message');
  const reason = row.oneOf('failed.reason', failed.reason, FAILURES);
  const message = failed.message ?? 'scripted failure';
  if (typeof message !== 'string') row.problem('failed.message', 'is of the wrong type', message, 'a string');
  return reason === null || typeof message !== 'string' ? NOTHING : { kind: 'failed', reason, message };
}

/**
 * Look-up in a few map reads instead of a walk over all lines: lines are grouped by which members they name, groups are tried from the
 * most members to the fewest, and within a number of members the earliest line wins.
 */
function indexEntries(entries: readonly ScriptEntry[]): Script['find'] {
  const groups = new Map<number, { size: number; first: Map<string, number> }>();
  for (const [index, { match }] of entries.entries()) {
    const mask = maskOf(match);
    let group = groups.get(mask);
    if (group === undefined) {
      group = { size: [1, 2, 4, 8, 16].filter((bit) => (mask & bit) !== 0).length, first: new Map() };
      groups.set(mask, group);
    }
    const key = keyOf(mask, match);
    if (!group.first.has(key)) group.first.set(key, index);
  }
  const ordered = [...groups].sort(([, a], [, b]) => b.size - a.size);
  return (request) => {
    const named: ScriptMatch = { agent: request.agent.id, taskId: request.task.id, round: request.round, shape: request.shape, ordinal: request.ordinal };
    let best: number | undefined;
    let bestSize = -1;
    for (const [mask, { size, first }] of ordered) {
      if (best !== undefined && size < bestSize) break;
      const index = first.get(keyOf(mask, named));
      if (index === undefined || (best !== undefined && index > best)) continue;
      best = index;
      bestSize = size;
    }
    return best === undefined ? undefined : entries[best];
  };
}

function maskOf(match: ScriptMatch): number {
  const members = [match.agent, match.taskId, match.round, match.shape, match.ordinal];
  return members.reduce<number>((mask, member, bit) => (member === undefined ? mask : mask | (1 << bit)), 0);
}

function keyOf(mask: number, match: ScriptMatch): string {
  const part = (bit: number, value: string | number | undefined) => ((mask & bit) === 0 ? '' : String(value));
  // Ids hold no control characters, so the separator cannot occur in them.
  return `${part(1, match.agent)}\n${part(2, match.taskId)}\n${part(4, match.round)}\n${part(8, match.shape)}\n${part(16, match.ordinal)}`;
}
