import { RUN_STATUSES } from '#runs';

/** How a column stores its values; `integer` holds only whole numbers that JavaScript reads back exactly. */
export type ColumnType = 'text' | 'integer' | 'real';

/** One column of the manifest; `oneOf` mirrors the CHECK constraint of the database. */
export interface Column {
  readonly type: ColumnType;
  readonly nullable?: true;
  readonly oneOf?: readonly string[];
}

/** One table: its columns in order, its primary key, and how it is kept. */
export interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
  readonly withoutRowid?: true;
  /** Rows come only from the store itself (events of a change); row writes that name the table are refused. */
  readonly appendOnly?: true;
}

const TEXT = { type: 'text' } as const;
const TEXT_OR_NULL = { type: 'text', nullable: true } as const;
const INTEGER = { type: 'integer' } as const;
const INTEGER_OR_NULL = { type: 'integer', nullable: true } as const;
const REAL_OR_NULL = { type: 'real', nullable: true } as const;

const TOPOLOGY_VERSIONS = {
  columns: { hash: TEXT, kind: TEXT, spec: TEXT, created_at: INTEGER },
  key: ['hash'],
  withoutRowid: true,
} as const;

const TOPOLOGY_RUNS = {
  columns: {
    id: TEXT,
    status: { type: 'text', oneOf: RUN_STATUSES },
    comparison_id: TEXT_OR_NULL,
    arm: TEXT,
    task_id: TEXT,
    seed: INTEGER,
    topology_hash: TEXT_OR_NULL,
    kind: TEXT,
    pattern: TEXT,
    pattern_version: INTEGER,
    model: TEXT,
    provenance: TEXT,
    definition: TEXT_OR_NULL,
    owner: TEXT_OR_NULL,
    lease_until: INTEGER_OR_NULL,
    error_code: TEXT_OR_NULL,
    error_message: TEXT_OR_NULL,
    created_at: INTEGER,
    updated_at: INTEGER,
  },
  key: ['id'],
  withoutRowid: true,
} as const;

const TURNS = {
  columns: {
    run_id: TEXT,
    key: TEXT,
    node: TEXT,
    agent: TEXT,
    round: INTEGER,
    purpose: TEXT,
    ordinal: INTEGER,
    status: { type: 'text', oneOf: ['done', 'failed', 'no_part', 'ended', 'not_recorded', 'refused', 'waiting'] },
    output: TEXT_OR_NULL,
    input_tokens: INTEGER_OR_NULL,
    cached_input_tokens: INTEGER_OR_NULL,
    output_tokens: INTEGER_OR_NULL,
    reasoning_tokens: INTEGER_OR_NULL,
    cost_usd: REAL_OR_NULL,
    latency_ms: REAL_OR_NULL,
    failure_reason: TEXT_OR_NULL,
    failure_message: TEXT_OR_NULL,
    input_hash: TEXT,
    inputs: TEXT,
    model: TEXT,
    started_at: INTEGER,
    finished_at: INTEGER,
    token: TEXT_OR_NULL,
    question: TEXT_OR_NULL,
  },
  key: ['run_id', 'key'],
} as const;

const LOGGED_VALUES = {
  columns: { run_id: TEXT, key: TEXT, kind: { type: 'text', oneOf: ['clock', 'random'] }, value: { type: 'real' } },
  key: ['run_id', 'key'],
  withoutRowid: true,
} as const;

const RUN_RESULTS = {
  columns: {
    run_id: TEXT,
    status: { type: 'text', oneOf: ['completed', 'failed', 'cancelled'] },
    answer: TEXT_OR_NULL,
    score: REAL_OR_NULL,
    unscored_reason: TEXT_OR_NULL,
    turns: INTEGER,
    failed_turns: INTEGER,
    input_tokens: INTEGER_OR_NULL,
    cached_input_tokens: INTEGER_OR_NULL,
    output_tokens: INTEGER_OR_NULL,
    reasoning_tokens: INTEGER_OR_NULL,
    cost_usd: REAL_OR_NULL,
    latency_ms: REAL_OR_NULL,
    blocked_approvals: INTEGER,
    finished_at: INTEGER,
  },
  key: ['run_id'],
  withoutRowid: true,
} as const;

const COMPARISONS = {
  columns: {
    id: TEXT,
    status: { type: 'text', oneOf: ['running', 'interrupted', 'completed', 'failed'] },
    definition: TEXT,
    report: TEXT_OR_NULL,
    created_at: INTEGER,
    updated_at: INTEGER,
  },
  key: ['id'],
} as const;

const PARETO_SNAPSHOTS = {
  columns: { comparison_id: TEXT, created_at: INTEGER, snapshot: TEXT },
  key: ['comparison_id', 'created_at'],
} as const;

const EVENTS = {
  columns: { id: INTEGER, type: TEXT, at: INTEGER, run_id: TEXT_OR_NULL, subject: TEXT_OR_NULL, payload: TEXT_OR_NULL },
  key: ['id'],
  appendOnly: true,
} as const;

/**
 * Every table, as data: row writes are checked against it, the memory store is made from it, and a test holds it against the
 * database that the migrations make. A migration that adds a column adds it here too.
 */
export const TABLES = {
  topology_versions: TOPOLOGY_VERSIONS,
  topology_runs: TOPOLOGY_RUNS,
  turns: TURNS,
  logged_values: LOGGED_VALUES,
  run_results: RUN_RESULTS,
  comparisons: COMPARISONS,
  pareto_snapshots: PARETO_SNAPSHOTS,
  events: EVENTS,
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof TABLES;

const BY_NAME: ReadonlyMap<string, Table> = new Map(Object.entries(TABLES));

/** The table of that name; undefined when there is none (names of Object.prototype included). */
export function findTable(name: string): Table | undefined {
  return BY_NAME.get(name);
}
