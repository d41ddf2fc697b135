import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { stillClock, storeCases } from '../testing/store-cases.ts';
import { openSqliteStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('SqliteStore', () => {
  let count = 0;
  storeCases(async () => openSqliteStore({ path: join(folder, `${count++}.db`), clock: stillClock }));
});
