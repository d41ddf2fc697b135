// The floor: bare better-sqlite3 autocommit inserts of the same row in the same mode.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { TurnRecord } from '#orchestrator';
import { TURN_COLUMNS, turnToCells } from '#runs';
import { folder, measure, OUTPUT, STEPS } from './chain.ts';

const raw = new Database(join(folder(), 'raw.db'));
raw.pragma('journal_mode = WAL');
raw.pragma('synchronous = NORMAL');
raw.exec(`CREATE TABLE turns (run_id TEXT NOT NULL, ${TURN_COLUMNS.join(', ')}, PRIMARY KEY (run_id, key)) WITHOUT ROWID`);
const insert = raw.prepare(`INSERT INTO turns VALUES (?, ${TURN_COLUMNS.map(() => '?').join(', ')})`);
let rawRun = 0;
await measure(300, () => {
  rawRun += 1;
  for (let step = 0; step < STEPS; step++) {
    const record: TurnRecord = {
      key: `stage-${step + 1}/0/stage/0`,
      node: `stage-${step + 1}`,
      agent: 'a',
      round: 0,
      purpose: 'stage',
      ordinal: 0,
      status: 'done',
      text: OUTPUT,
      usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 100, reasoningTokens: 0 },
      costUsd: 0.001,
      latencyMs: 0,
      failure: null,
      inputHash: '0123456789abcdef0123456789abcdef',
      inputs: step === 0 ? [] : [{ turn: `stage-${step}/0/stage/0`, edge: 'pipes_to', reply: false }],
      model: 'instant',
      startedAt: 1,
      finishedAt: 2,
      token: null,
      question: null,
    };
    insert.run(`run-${rawRun}`, ...turnToCells(record));
  }
});
raw.close();
