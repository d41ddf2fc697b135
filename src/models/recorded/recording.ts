import { sha256 } from '#lib/node';

/** What one agent gave in one round of a recorded task: the answer (null = none) and its counters (null = unknown). Tokens, dollars, milliseconds. */
export interface RecordedTurn {
  readonly answer: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number | null;
}

/** One line of a recording. */
export interface RecordedRow extends RecordedTurn {
  readonly taskId: string;
  readonly agent: string;
  /** 0-based. */
  readonly round: number;
}

/** A recorded task: how many rounds its experiment had, and each agent's turns by round (a hole = took no part). */
export interface RecordedTask {
  readonly rounds: number;
  readonly turns: ReadonlyMap<string, readonly (RecordedTurn | undefined)[]>;
}

/** A recorded experiment, ready for look-up by (task, agent, round). */
export interface Recording {
  /** In order of first appearance. */
  readonly agents: readonly string[];
  /** By task id, in order of first appearance. */
  readonly tasks: ReadonlyMap<string, RecordedTask>;
  readonly rows: number;
  /** What a reader of the figures must know, e.g. that counters are estimates; shown with results. */
  readonly notes: readonly string[];
  /** SHA-256 over the canonical rows: equal recordings have equal fingerprints. */
  readonly fingerprint: string;
}

interface GrowingTask {
  rounds: number;
  readonly turns: Map<string, (RecordedTurn | undefined)[]>;
}

/** Builds a recording from rows that are free of duplicates and gaps (`parseRecording` checks that). */
export function buildRecording(rows: readonly RecordedRow[], notes: readonly string[] = []): Recording {
  const agents = new Set<string>();
  const tasks = new Map<string, GrowingTask>();
  for (const row of rows) {
    agents.add(row.agent);
    let task = tasks.get(row.taskId);
    if (task === undefined) {
      task = { rounds: 0, turns: new Map() };
      tasks.set(row.taskId, task);
    }
    let turns = task.turns.get(row.agent);
    if (turns === undefined) {
      turns = [];
      task.turns.set(row.agent, turns);
    }
    while (turns.length < row.round) turns.push(undefined);
    turns[row.round] = row;
    task.rounds = Math.max(task.rounds, row.round + 1);
  }
  return { agents: [...agents], tasks, rows: rows.length, notes, fingerprint: sha256(rows.map(rowLine).join('\n')) };
}

/** One row as a line of `recording.jsonl`, unknown counters left out; `parseRecording` reads it back. */
export function rowLine(row: RecordedRow): string {
  return JSON.stringify({
    task_id: row.taskId,
    agent: row.agent,
    round: row.round,
    answer: row.answer,
    input_tokens: row.inputTokens ?? undefined,
    output_tokens: row.outputTokens ?? undefined,
    cost_usd: row.costUsd ?? undefined,
    latency_ms: row.latencyMs ?? undefined,
  });
}
