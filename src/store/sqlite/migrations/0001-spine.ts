/**
 * Runs, their turn log, comparisons and events. Released SQL is never edited: a change is a new migration.
 * STRICT, because a number that slid into a text column would come back as text and change the hash of a replayed turn.
 */
export const SPINE = `
CREATE TABLE topology_versions (
  hash TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  spec TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE topology_runs (
  id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'suspended', 'completed', 'failed', 'cancelled')),
  comparison_id TEXT,
  arm TEXT NOT NULL,
  task_id TEXT NOT NULL,
  seed INTEGER NOT NULL,
  topology_hash TEXT,
  kind TEXT NOT NULL,
  pattern TEXT NOT NULL,
  pattern_version INTEGER NOT NULL,
  model TEXT NOT NULL,
  provenance TEXT NOT NULL,
  definition TEXT,
  owner TEXT,
  lease_until INTEGER,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX topology_runs_newest ON topology_runs (created_at, id);
CREATE INDEX topology_runs_comparison ON topology_runs (comparison_id, created_at, id) WHERE comparison_id IS NOT NULL;
CREATE INDEX topology_runs_open ON topology_runs (created_at, id) WHERE status IN ('queued', 'running', 'suspended');

-- Turns are appended in the order of their commits: in a tree of run and key, two thousand runs in flight would each dirty a page of their own.
CREATE TABLE turns (
  run_id TEXT NOT NULL,
  key TEXT NOT NULL,
  node TEXT NOT NULL,
  agent TEXT NOT NULL,
  round INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('done', 'failed', 'no_part', 'ended', 'not_recorded', 'refused', 'waiting')),
  output TEXT,
  input_tokens INTEGER,
  cached_input_tokens INTEGER,
  output_tokens INTEGER,
  reasoning_tokens INTEGER,
  cost_usd REAL,
  latency_ms REAL,
  failure_reason TEXT,
  failure_message TEXT,
  input_hash TEXT NOT NULL,
  inputs TEXT NOT NULL,
  model TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  token TEXT,
  question TEXT,
  PRIMARY KEY (run_id, key)
) STRICT;

CREATE VIEW messages AS
  SELECT
    turns.run_id AS run_id,
    json_extract(input.value, '$[0]') AS from_turn,
    turns.key AS to_turn,
    json_extract(input.value, '$[1]') AS edge,
    json_extract(input.value, '$[2]') AS reply
  FROM turns, json_each(turns.inputs) AS input;

CREATE TABLE logged_values (
  run_id TEXT NOT NULL,
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('clock', 'random')),
  value REAL NOT NULL,
  PRIMARY KEY (run_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_results (
  run_id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed', 'cancelled')),
  answer TEXT,
  score REAL,
  unscored_reason TEXT,
  turns INTEGER NOT NULL,
  failed_turns INTEGER NOT NULL,
  input_tokens INTEGER,
  cached_input_tokens INTEGER,
  output_tokens INTEGER,
  reasoning_tokens INTEGER,
  cost_usd REAL,
  latency_ms REAL,
  blocked_approvals INTEGER NOT NULL,
  finished_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE comparisons (
  id TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('running', 'interrupted', 'completed', 'failed')),
  definition TEXT NOT NULL,
  report TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX comparisons_newest ON comparisons (created_at, id);

CREATE TABLE pareto_snapshots (
  comparison_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  snapshot TEXT NOT NULL,
  PRIMARY KEY (comparison_id, created_at)
) STRICT;

CREATE TABLE events (
  id INTEGER NOT NULL PRIMARY KEY,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  run_id TEXT,
  subject TEXT,
  payload TEXT
) STRICT;
CREATE INDEX events_life ON events (run_id, id) WHERE substr(type, 1, 5) <> 'turn.';
CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
`;
