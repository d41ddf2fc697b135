import type { ComparisonRow } from '#experiment';
import { asId, type ComparisonId, type RunId } from '#lib';
import type { TurnRecord } from '#orchestrator';
import type { Run, RunResult } from '#runs';

/** A run with every optional field empty, but for what the test is about. */
export function sampleRun(id: string, changes: Partial<Run> = {}): Run {
  return {
    id: asId<RunId>(id),
    status: 'running',
    comparisonId: null,
    arm: 'single',
    taskId: 'task-1',
    seed: 1,
    topologyHash: null,
    kind: 'control',
    pattern: 'single',
    patternVersion: 1,
    model: 'scripted',
    provenance: 'scripted',
    definition: null,
    owner: null,
    error: null,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    ...changes,
  };
}

/** A finished turn at a position of its own. */
export function sampleTurn(key: string, changes: Partial<TurnRecord> = {}): TurnRecord {
  return {
    key,
    node: key.split('/')[0] ?? key,
    agent: 'agent-1',
    round: 0,
    purpose: 'answer',
    ordinal: 0,
    status: 'done',
    text: 'forty-two',
    usage: { inputTokens: 10, cachedInputTokens: null, outputTokens: 5, reasoningTokens: null },
    costUsd: 0.25,
    latencyMs: 12.5,
    failure: null,
    inputHash: 'h'.repeat(64),
    inputs: [],
    model: 'scripted',
    startedAt: 1_700_000_000_100,
    finishedAt: 1_700_000_000_113,
    token: null,
    question: null,
    ...changes,
  };
}

/** A result of which nothing but the end is known. */
export function sampleResult(runId: string, changes: Partial<RunResult> = {}): RunResult {
  return {
    runId: asId<RunId>(runId),
    status: 'completed',
    answer: null,
    score: null,
    unscoredReason: null,
    turns: 0,
    failedTurns: 0,
    inputTokens: null,
    cachedInputTokens: null,
    outputTokens: null,
    reasoningTokens: null,
    costUsd: null,
    latencyMs: null,
    blockedApprovals: 0,
    finishedAt: 1_700_000_000_500,
    ...changes,
  };
}

/** A comparison that is under way. */
export function sampleComparison(id: string, changes: Partial<ComparisonRow> = {}): ComparisonRow {
  return {
    id: asId<ComparisonId>(id),
    status: 'running',
    definition: '{"tasks":[]}',
    report: null,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    ...changes,
  };
}
