import { asId, type CellValue, PolityError, type Row } from '#lib';
import type { LoggedValue, MessageRef, TurnRecord } from '#orchestrator';
import type { Run, RunResult } from './run.ts';

/** Column values of topology_runs. */
export function runToRow(run: Run): Row {
  return {
    id: run.id,
    status: run.status,
    comparison_id: run.comparisonId,
    arm: run.arm,
    task_id: run.taskId,
    seed: run.seed,
    topology_hash: run.topologyHash,
    kind: run.kind,
    pattern: run.pattern,
    pattern_version: run.patternVersion,
    model: run.model,
    provenance: run.provenance,
    definition: run.definition,
    owner: run.owner?.id ?? null,
    lease_until: run.owner?.leaseUntil ?? null,
    error_code: run.error?.code ?? null,
    error_message: run.error?.message ?? null,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
  };
}

/** Reads a row of topology_runs. */
export function rowToRun(row: Row): Run {
  const owner = textOrNull(row, 'owner');
  const errorCode = textOrNull(row, 'error_code');
  const comparison = textOrNull(row, 'comparison_id');
  return {
    id: asId(text(row, 'id')),
    // Status, kind, provenance and code were written by runToRow from the same unions; the columns carry CHECK constraints for the status.
    status: text(row, 'status') as Run['status'],
    comparisonId: comparison === null ? null : asId(comparison),
    arm: text(row, 'arm'),
    taskId: text(row, 'task_id'),
    seed: number(row, 'seed'),
    topologyHash: textOrNull(row, 'topology_hash'),
    kind: text(row, 'kind') as Run['kind'], // written by runToRow
    pattern: text(row, 'pattern'),
    patternVersion: number(row, 'pattern_version'),
    model: text(row, 'model'),
    provenance: text(row, 'provenance') as Run['provenance'], // written by runToRow
    definition: textOrNull(row, 'definition'),
    owner: owner === null ? null : { id: owner, leaseUntil: number(row, 'lease_until') },
    error: errorCode === null ? null : { code: errorCode as NonNullable<Run['error']>['code'], message: textOrNull(row, 'error_message') ?? '' }, // written by runToRow
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
  };
}

/** Column values of run_results. */
export function resultToRow(result: RunResult): Row {
  return {
    run_id: result.runId,
    status: result.status,
    answer: result.answer,
    score: result.score,
    unscored_reason: result.unscoredReason,
    turns: result.turns,
    failed_turns: result.failedTurns,
    input_tokens: result.inputTokens,
    cached_input_tokens: result.cachedInputTokens,
    output_tokens: result.outputTokens,
    reasoning_tokens: result.reasoningTokens,
    cost_usd: result.costUsd,
    latency_ms: result.latencyMs,
    blocked_approvals: result.blockedApprovals,
    finished_at: result.finishedAt,
  };
}

/** Reads a row of run_results. */
export function rowToResult(row: Row): RunResult {
  return {
    runId: asId(text(row, 'run_id')),
    status: text(row, 'status') as RunResult['status'], // written by resultToRow
    answer: textOrNull(row, 'answer'),
    score: numberOrNull(row, 'score'),
    unscoredReason: textOrNull(row, 'unscored_reason'),
    turns: number(row, 'turns'),
    failedTurns: number(row, 'failed_turns'),
    inputTokens: numberOrNull(row, 'input_tokens'),
    cachedInputTokens: numberOrNull(row, 'cached_input_tokens'),
    outputTokens: numberOrNull(row, 'output_tokens'),
    reasoningTokens: numberOrNull(row, 'reasoning_tokens'),
    costUsd: numberOrNull(row, 'cost_usd'),
    latencyMs: numberOrNull(row, 'latency_ms'),
    blockedApprovals: number(row, 'blocked_approvals'),
    finishedAt: number(row, 'finished_at'),
  };
}

/** The columns of the turns table, in the order that `turnToCells` gives their values. */
export const TURN_COLUMNS = [
  'key',
  'node',
  'agent',
  'round',
  'purpose',
  'ordinal',
  'status',
  'output',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_usd',
  'latency_ms',
  'failure_reason',
  'failure_message',
  'input_hash',
  'inputs',
  'model',
  'started_at',
  'finished_at',
  'token',
  'question',
] as const;

/** Values of one turn in the order of TURN_COLUMNS; an array, because this is the hot path. */
export function turnToCells(turn: TurnRecord): CellValue[] {
  return [
    turn.key,
    turn.node,
    turn.agent,
    turn.round,
    turn.purpose,
    turn.ordinal,
    turn.status,
    turn.text,
    turn.usage.inputTokens,
    turn.usage.cachedInputTokens,
    turn.usage.outputTokens,
    turn.usage.reasoningTokens,
    turn.costUsd,
    turn.latencyMs,
    turn.failure?.reason ?? null,
    turn.failure?.message ?? null,
    turn.inputHash,
    turn.inputs.length === 0
      ? '[]'
      : JSON.stringify(turn.inputs.map((input) => [input.turn, input.edge, input.reply ? 1 : 0, ...(input.via === undefined ? [] : [input.via])])),
    turn.model,
    turn.startedAt,
    turn.finishedAt,
    turn.token,
    turn.question,
  ];
}

/** Reads a row of turns. */
export function rowToTurn(row: Row): TurnRecord {
  const reason = textOrNull(row, 'failure_reason');
  return {
    key: text(row, 'key'),
    node: text(row, 'node'),
    agent: text(row, 'agent'),
    round: number(row, 'round'),
    purpose: text(row, 'purpose') as TurnRecord['purpose'], // written by turnToCells
    ordinal: number(row, 'ordinal'),
    status: text(row, 'status') as TurnRecord['status'], // written by turnToCells
    text: textOrNull(row, 'output'),
    usage: {
      inputTokens: numberOrNull(row, 'input_tokens'),
      cachedInputTokens: numberOrNull(row, 'cached_input_tokens'),
      outputTokens: numberOrNull(row, 'output_tokens'),
      reasoningTokens: numberOrNull(row, 'reasoning_tokens'),
    },
    costUsd: numberOrNull(row, 'cost_usd'),
    latencyMs: numberOrNull(row, 'latency_ms'),
    failure: reason === null ? null : { reason: reason as NonNullable<TurnRecord['failure']>['reason'], message: textOrNull(row, 'failure_message') ?? '' }, // written by turnToCells
    inputHash: text(row, 'input_hash'),
    inputs: parseInputs(text(row, 'inputs')),
    model: text(row, 'model'),
    startedAt: number(row, 'started_at'),
    finishedAt: number(row, 'finished_at'),
    token: textOrNull(row, 'token'),
    question: textOrNull(row, 'question'),
  };
}

/** Reads a row of logged_values. */
export function rowToValue(row: Row): LoggedValue {
  return { key: text(row, 'key'), kind: text(row, 'kind') as LoggedValue['kind'], value: number(row, 'value') }; // kind carries a CHECK constraint
}

function parseInputs(json: string): MessageRef[] {
  if (json === '[]') return [];
  // The column is written by turnToCells only: a list of [turn, edge, reply] or [turn, edge, reply, via].
  const references = JSON.parse(json) as [string, MessageRef['edge'], number, string?][];
  return references.map(([turn, edge, reply, via]) => ({ turn, edge, reply: reply === 1, ...(via === undefined ? {} : { via }) }));
}

function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new PolityError('store.failed', `column ${column} holds ${typeof value}, not text`);
  return value;
}

function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new PolityError('store.failed', `column ${column} holds ${typeof value}, not a number`);
  return value;
}

function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}
