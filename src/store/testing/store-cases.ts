import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { comparisonToRow } from '#experiment';
import { asId, type Change, type Clock, type ComparisonId, PolityError, type Precondition, type RunId } from '#lib';
import { resultToRow, runToRow } from '#runs';
import type { Store } from '../port.ts';
import { anyTurn } from './any-turn.ts';
import { sampleComparison, sampleResult, sampleRun, sampleTurn } from './samples.ts';

const RUN = asId<RunId>('run_a');
const OTHER = asId<RunId>('run_b');
const NOW = 1_800_000_000_000;

/** A clock that stands still; the stores only ask it for the time of an event. */
export const stillClock: Clock = { now: () => NOW, monotonic: () => 0, after: () => () => {} };

/** The contract of a store: every implementation passes all of it. `create` gives an empty store on `stillClock`. */
export function storeCases(create: () => Promise<Store>): void {
  const opened: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = await create();
    opened.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  commitCases(open);
  refusalCases(open);
  logCases(open);
  valueCases(open);
  listCases(open);
}

function insertRun(id: string, changes: Parameters<typeof sampleRun>[1] = {}): Change['writes'][number] {
  return { kind: 'insert', table: 'topology_runs', row: runToRow(sampleRun(id, changes)) };
}

async function failure(promise: Promise<unknown>): Promise<PolityError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof PolityError)) throw new Error(`expected a PolityError, found ${String(thrown)}`);
  return thrown;
}

function commitCases(open: () => Promise<Store>): void {
  describe('commit', () => {
    it('applies rows and events together and shows them to the next read', async () => {
      const store = await open();
      const run = sampleRun(RUN, { owner: { id: 'p1', leaseUntil: NOW }, definition: '{"a":1}', error: { code: 'run.failed', message: 'x' } });
      const result = await store.commit({
        writes: [{ kind: 'insert', table: 'topology_runs', row: runToRow(run) }],
        events: [
          { type: 'run.started', at: 5, runId: RUN, subject: 'single', payload: '{"seed":1}' },
          { type: 'run.noted', at: 6 },
        ],
      });
      expect(result).toEqual({ kind: 'committed' });
      expect(await store.getRun(RUN)).toEqual(run);
      expect((await store.listEvents({ limit: 10 })).map(({ id, ...event }) => event)).toEqual([
        { type: 'run.started', at: 5, runId: RUN, subject: 'single', payload: '{"seed":1}' },
        { type: 'run.noted', at: 6, runId: null, subject: null, payload: null },
      ]);
    });

    it('applies nothing of a change whose last write fails', async () => {
      const store = await open();
      await store.commit({ writes: [insertRun(RUN)] });
      const error = await failure(
        store.commit({
          writes: [
            insertRun(OTHER),
            { kind: 'update', table: 'topology_runs', key: { id: RUN }, set: { status: 'failed' } },
            { kind: 'delete', table: 'topology_runs', key: { id: RUN } },
            insertRun(OTHER),
          ],
          events: [{ type: 'run.started', at: 1, runId: OTHER }],
        }),
      );
      expect(error.code).toBe('store.conflict');
      expect(await store.getRun(OTHER)).toBeNull();
      expect((await store.getRun(RUN))?.status).toBe('running');
      expect(await store.listEvents({ limit: 10 })).toEqual([]);
    });

    it('returns the precondition that failed, as a value, and applies nothing', async () => {
      const store = await open();
      await store.commit({ writes: [insertRun(RUN)] });
      const holds: Precondition = { kind: 'row', table: 'topology_runs', key: { id: RUN }, equals: { status: 'running', owner: null } };
      const fails: Precondition = { kind: 'row', table: 'topology_runs', key: { id: RUN }, equals: { owner: 'someone' } };
      const result = await store.commit({ preconditions: [holds, fails], writes: [insertRun(OTHER)], events: [{ type: 'run.started', at: 1 }] });
      expect(result).toEqual({ kind: 'conflict', failed: fails });
      expect(await store.getRun(OTHER)).toBeNull();
      expect(await store.listEvents({ limit: 10 })).toEqual([]);
    });

    it('takes a missing row as a conflict for `row` and as fulfilment for `absent`', async () => {
      const store = await open();
      const row: Precondition = { kind: 'row', table: 'topology_runs', key: { id: RUN }, equals: {} };
      const absent: Precondition = { kind: 'absent', table: 'topology_runs', key: { id: RUN } };
      expect(await store.commit({ preconditions: [row], writes: [] })).toEqual({ kind: 'conflict', failed: row });
      expect(await store.commit({ preconditions: [absent], writes: [insertRun(RUN)] })).toEqual({ kind: 'committed' });
      expect(await store.commit({ preconditions: [row], writes: [] })).toEqual({ kind: 'committed' });
      expect(await store.commit({ preconditions: [absent], writes: [] })).toEqual({ kind: 'conflict', failed: absent });
    });

    it('keeps the conflicts and mistakes of one change from its neighbours of the same turn', async () => {
      const store = await open();
      const absent: Precondition = { kind: 'absent', table: 'topology_runs', key: { id: RUN } };
      const results = await Promise.allSettled([
        store.commit({ preconditions: [absent], writes: [insertRun(RUN)], events: [{ type: 'run.started', at: 1, runId: RUN }] }),
        store.commit({ preconditions: [absent], writes: [insertRun(RUN)], events: [{ type: 'run.started', at: 2, runId: RUN }] }),
        store.commit({ writes: [insertRun('run_x'), insertRun(RUN)] }),
        store.commit({ writes: [{ kind: 'update', table: 'topology_runs', key: { id: 'nobody' }, set: { status: 'failed' } }] }),
        store.appendTurn(RUN, sampleTurn('a/0/answer/0')),
        store.appendTurn(RUN, sampleTurn('a/0/answer/0', { text: 'again' })),
        store.commit({ writes: [insertRun(OTHER)], events: [{ type: 'run.started', at: 3, runId: OTHER }] }),
      ]);
      const codes = results.map((entry) => (entry.status === 'fulfilled' ? (entry.value?.kind ?? 'appended') : entry.reason.code));
      expect(codes).toEqual(['committed', 'conflict', 'store.conflict', 'store.failed', 'appended', 'run.fenced', 'committed']);
      expect(await store.getRun(asId('run_x'))).toBeNull();
      expect((await store.listEvents({ limit: 10 })).map((event) => [event.type, event.at])).toEqual([
        ['run.started', 1],
        ['turn.completed', NOW],
        ['run.started', 3],
      ]);
      expect((await store.loadHistory(RUN)).turns.map((turn) => turn.text)).toEqual(['forty-two']);
    });

    it('upserts by primary key, leaves unnamed columns alone, and deletes again and again', async () => {
      const store = await open();
      const row = comparisonToRow(sampleComparison('cmp_1', { report: '{}' }));
      await store.commit({ writes: [{ kind: 'upsert', table: 'comparisons', row }] });
      const { report, ...rest } = row;
      await store.commit({ writes: [{ kind: 'upsert', table: 'comparisons', row: { ...rest, status: 'completed' } }] });
      expect(await store.getComparison(asId('cmp_1'))).toEqual(sampleComparison('cmp_1', { report: '{}', status: 'completed' }));
      for (let i = 0; i < 2; i++) await store.commit({ writes: [{ kind: 'delete', table: 'comparisons', key: { id: 'cmp_1' } }] });
      expect(await store.getComparison(asId('cmp_1'))).toBeNull();
    });

    it('accepts full durability and goes on with changes that do not ask for it', async () => {
      const store = await open();
      const results = await Promise.all([
        store.commit({ writes: [insertRun(RUN)], durability: 'full' }),
        store.commit({ writes: [insertRun(OTHER)], durability: 'normal' }),
      ]);
      expect(results).toEqual([{ kind: 'committed' }, { kind: 'committed' }]);
      expect(await store.commit({ writes: [{ kind: 'delete', table: 'topology_runs', key: { id: RUN } }] })).toEqual({ kind: 'committed' });
      expect((await store.listRuns({ limit: 5 })).map((run) => run.id)).toEqual([OTHER]);
    });

    it('writes what was queued before it is closed and refuses what comes after', async () => {
      const store = await open();
      const queued = store.appendTurn(RUN, sampleTurn('a/0/answer/0'));
      await store.flush();
      await queued;
      const last = store.commit({ writes: [insertRun(RUN)] });
      await store.close();
      expect(await last).toEqual({ kind: 'committed' });
      expect((await failure(store.appendTurn(RUN, sampleTurn('b/0/answer/0')))).code).toBe('store.failed');
      expect((await failure(store.commit({ writes: [] }))).code).toBe('store.failed');
    });
  });
}

function refusalCases(open: () => Promise<Store>): void {
  describe('refusals', () => {
    it('names every unknown table and column with the nearest one', async () => {
      const store = await open();
      const error = await failure(
        store.commit({
          preconditions: [{ kind: 'absent', table: 'topology_run', key: { id: RUN } }],
          writes: [
            { kind: 'insert', table: 'turnz', row: { key: 'a' } },
            { kind: 'update', table: 'topology_runs', key: { id: RUN }, set: { statu: 'failed' } },
            { kind: 'delete', table: '__proto__', key: { id: RUN } },
          ],
        }),
      );
      expect(error.code).toBe('store.failed');
      expect(error.details.problems).toMatchObject([
        { path: 'preconditions[0].table', nearest: 'topology_runs' },
        { path: 'writes[0].table', nearest: 'turns' },
        { path: 'writes[1].set.statu', nearest: 'status' },
        { path: 'writes[2].table' },
      ]);
    });

    const mistakes: readonly (readonly [string, Change['writes'][number]])[] = [
      ['a missing column', { kind: 'insert', table: 'logged_values', row: { run_id: RUN, key: 'k', kind: 'clock' } }],
      ['a value outside its list', { kind: 'insert', table: 'logged_values', row: { run_id: RUN, key: 'k', kind: 'dice', value: 1 } }],
      ['NaN', { kind: 'insert', table: 'logged_values', row: { run_id: RUN, key: 'k', kind: 'clock', value: Number.NaN } }],
      ['infinity', { kind: 'insert', table: 'logged_values', row: { run_id: RUN, key: 'k', kind: 'clock', value: Number.POSITIVE_INFINITY } }],
      ['text for a number', { kind: 'insert', table: 'logged_values', row: { run_id: RUN, key: 'k', kind: 'clock', value: '1' } }],
      ['a fraction for a whole number', insertRun('r', { seed: 1.5 })],
      ['a whole number that would be rounded', insertRun('r', { seed: 2 ** 53 })],
      ['null where there must be a value', { kind: 'update', table: 'topology_runs', key: { id: RUN }, set: { arm: null } }],
      ['half a primary key', { kind: 'delete', table: 'turns', key: { run_id: RUN } }],
      ['a change of the primary key', { kind: 'update', table: 'topology_runs', key: { id: RUN }, set: { id: 'x' } }],
      ['an event by the back door', { kind: 'insert', table: 'events', row: { id: 1, type: 'x.y', at: 1 } }],
      ['a change of an event', { kind: 'update', table: 'events', key: { id: 1 }, set: { type: 'x.y' } }],
      ['the end of an event', { kind: 'delete', table: 'events', key: { id: 1 } }],
    ];
    it.each(mistakes)('refuses %s and writes nothing', async (_, write) => {
      const store = await open();
      await store.commit({ writes: [insertRun(RUN)], events: [{ type: 'run.started', at: 1 }] });
      const error = await failure(store.commit({ writes: [insertRun(OTHER), write], events: [{ type: 'run.changed', at: 2 }] }));
      expect(error.code).toBe('store.failed');
      expect(error.details.problems).toHaveLength(1);
      expect(await store.getRun(OTHER)).toBeNull();
      expect(await store.listEvents({ limit: 5 })).toHaveLength(1);
    });

    it('refuses a turn or value that no store could give back', async () => {
      const store = await open();
      const broken = [
        store.appendTurn(RUN, sampleTurn('a', { costUsd: Number.NaN })),
        store.appendTurn(RUN, sampleTurn('b', { round: 0.5 })),
        store.appendTurn(RUN, sampleTurn('c', { status: 'lost' as 'done' })),
        store.appendTurn(RUN, sampleTurn('d', { latencyMs: Number.NEGATIVE_INFINITY })),
        store.appendTurn(RUN, sampleTurn('e', { model: null as unknown as string })),
        store.appendValue(RUN, { key: 'k', kind: 'clock', value: Number.NaN }),
        store.appendValue(RUN, { key: 'k', kind: 'dice' as 'clock', value: 1 }),
      ];
      const results = await Promise.allSettled([...broken, store.appendTurn(RUN, sampleTurn('z'))]);
      const codes = results.map((entry) => (entry.status === 'rejected' ? entry.reason.code : 'appended'));
      expect(codes).toEqual([...broken.map(() => 'store.failed'), 'appended']);
      expect((await store.loadHistory(RUN)).turns.map((turn) => turn.key)).toEqual(['z']);
      expect(await store.listEvents({ limit: 9 })).toHaveLength(1);
    });
  });
}

function logCases(open: () => Promise<Store>): void {
  describe('the turn log', () => {
    it('gives back every field of every turn, and each run its own', async () => {
      const store = await open();
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(anyTurn, { selector: (turn) => turn.key, maxLength: 6 }), async (turns) => {
          const id = asId<RunId>(`run_${round++}`);
          await Promise.all(turns.map((turn) => store.appendTurn(id, turn)));
          const byKey = [...turns].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
          expect((await store.loadHistory(id)).turns).toEqual(byKey);
        }),
        { numRuns: 60 },
      );
    });

    it('fences a key that is there already, in the same transaction and in a later one', async () => {
      const store = await open();
      const both = await Promise.allSettled([store.appendTurn(RUN, sampleTurn('a')), store.appendTurn(RUN, sampleTurn('a', { text: 'b' }))]);
      expect(both.map((entry) => entry.status)).toEqual(['fulfilled', 'rejected']);
      const error = await failure(store.appendTurn(RUN, sampleTurn('a')));
      expect(error).toMatchObject({ code: 'run.fenced', details: { runId: RUN, key: 'a' } });
      await store.appendValue(RUN, { key: 'v', kind: 'random', value: 0.5 });
      expect((await failure(store.appendValue(RUN, { key: 'v', kind: 'random', value: 0.6 }))).code).toBe('run.fenced');
      await store.appendTurn(OTHER, sampleTurn('a'));
      expect((await store.loadHistory(RUN)).values).toEqual([{ key: 'v', kind: 'random', value: 0.5 }]);
      expect(await store.listEvents({ limit: 9 })).toHaveLength(2);
    });

    it('tells of each turn in one event, in the order of the appends, by what became of it', async () => {
      const store = await open();
      const statuses = ['done', 'failed', 'waiting', 'no_part', 'ended', 'not_recorded', 'refused'] as const;
      await Promise.all(statuses.map((status, index) => store.appendTurn(RUN, sampleTurn(`n${9 - index}/0/answer/0`, { status }))));
      const events = await store.listEvents({ runId: RUN, limit: 20 });
      const types = ['completed', 'failed', 'waiting', 'no_part', 'ended', 'not_recorded', 'refused'];
      expect(events.map(({ id, ...event }) => event)).toEqual(
        types.map((type, index) => ({ type: `turn.${type}`, at: NOW, runId: RUN, subject: `n${9 - index}/0/answer/0`, payload: null })),
      );
      const ids = events.map((event) => event.id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    });

    it('answers a waiting turn once', async () => {
      const store = await open();
      await store.appendTurn(RUN, sampleTurn('a', { status: 'waiting', text: null, token: 't1', question: 'go?' }));
      const answer = (text: string): Change => ({
        preconditions: [{ kind: 'row', table: 'turns', key: { run_id: RUN, key: 'a' }, equals: { status: 'waiting', token: 't1' } }],
        writes: [{ kind: 'update', table: 'turns', key: { run_id: RUN, key: 'a' }, set: { status: 'done', output: text } }],
        events: [{ type: 'turn.completed', at: 9, runId: RUN, subject: 'a' }],
      });
      const results = await Promise.all([store.commit(answer('yes')), store.commit(answer('no'))]);
      expect(results.map((result) => result.kind)).toEqual(['committed', 'conflict']);
      expect((await store.loadHistory(RUN)).turns).toEqual([sampleTurn('a', { status: 'done', text: 'yes', token: 't1', question: 'go?' })]);
      expect((await store.listEvents({ limit: 9 })).map((event) => event.type)).toEqual(['turn.waiting', 'turn.completed']);
    });
  });
}

function valueCases(open: () => Promise<Store>): void {
  describe('values', () => {
    it.each([
      ['NUL', 'a\0b', 'a\0b'],
      ['emoji and other planes', '👩‍👩‍👧 \u{10ffff}', '👩‍👩‍👧 \u{10ffff}'],
      ['a byte order mark and line ends', '\ufeffa\r\n\u2028', '\ufeffa\r\n\u2028'],
      ['decomposed accents', 'e\u0301', 'e\u0301'],
      ['lone surrogates, each as one replacement character', '\ud800a\udc00\ud83d\ude00', '\ufffda\ufffd😀'],
    ])('keeps text with %s', async (_, written, read) => {
      const store = await open();
      await store.appendTurn(RUN, sampleTurn('a', { text: written, node: written }));
      await store.commit({ writes: [insertRun(written, { definition: written })] });
      const [turn] = (await store.loadHistory(RUN)).turns;
      expect([turn?.text, turn?.node]).toEqual([read, read]);
      expect((await store.getRun(asId(written)))?.definition).toBe(read);
    });

    it.each([0, 1, -1, 2 ** 31, -(2 ** 40), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('keeps the whole number %d', async (value) => {
      const store = await open();
      await store.commit({ writes: [insertRun(RUN, { seed: value })] });
      await store.appendTurn(RUN, sampleTurn('a', { startedAt: value }));
      expect((await store.getRun(RUN))?.seed).toBe(value);
      expect((await store.loadHistory(RUN)).turns[0]?.startedAt).toBe(value);
    });

    it('keeps floats to the last bit, and negative zero as zero', async () => {
      const store = await open();
      const floats = [0.1 + 0.2, Number.MIN_VALUE, Number.MAX_VALUE, -1e-7, 2 ** 60, -0];
      await Promise.all(floats.map((value, index) => store.appendValue(RUN, { key: String(index), kind: 'random', value })));
      expect((await store.loadHistory(RUN)).values.map((entry) => entry.value)).toEqual([...floats.slice(0, -1), 0]);
    });

    it('keeps ten megabytes of text', async () => {
      const store = await open();
      const big = 'Zürich 🏔 '.repeat(800_000);
      await store.appendTurn(RUN, sampleTurn('a', { text: big }));
      expect((await store.loadHistory(RUN)).turns[0]?.text === big).toBe(true);
    });
  });
}

function listCases(open: () => Promise<Store>): void {
  describe('lists', () => {
    it('pages through runs newest first without loss or repetition, whatever the filter', async () => {
      const store = await open();
      const statuses = ['running', 'completed', 'failed'] as const;
      const runs = Array.from({ length: 25 }, (_, i) =>
        sampleRun(`run_${(i * 7) % 25}`, {
          createdAt: 1000 + Math.floor(i / 4), // several runs per millisecond
          status: statuses[i % 3],
          comparisonId: i % 2 === 0 ? asId<ComparisonId>('cmp') : null,
        }),
      );
      await store.commit({ writes: runs.map((run) => ({ kind: 'insert', table: 'topology_runs', row: runToRow(run) })) });
      const newest = [...runs].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
      const filters = [
        [{}, newest],
        [{ status: ['completed', 'failed'] as const }, newest.filter((run) => run.status !== 'running')],
        [{ comparisonId: asId<ComparisonId>('cmp') }, newest.filter((run) => run.comparisonId === 'cmp')],
        [{ standalone: true, status: ['running'] as const }, newest.filter((run) => run.comparisonId === null && run.status === 'running')],
        [{ status: [] }, []],
      ] as const;
      for (const [filter, expected] of filters) {
        const found: string[] = [];
        for (let before: RunId | undefined; ; ) {
          const page = await store.listRuns({ ...filter, limit: 4, before });
          expect(page.length).toBeLessThanOrEqual(4);
          if (page.length === 0) break;
          found.push(...page.map((run) => run.id));
          before = page.at(-1)?.id;
        }
        expect(found).toEqual(expected.map((run) => run.id));
      }
    });

    it('refuses to go on after a run that does not exist', async () => {
      const store = await open();
      expect((await failure(store.listRuns({ limit: 4, before: RUN }))).code).toBe('run.not_found');
    });

    it('gives events of one run or of all, after an id, oldest first', async () => {
      const store = await open();
      for (let i = 0; i < 6; i++) await store.commit({ writes: [], events: [{ type: 'run.noted', at: i, runId: i % 2 === 0 ? RUN : OTHER }] });
      const all = await store.listEvents({ limit: 100 });
      expect(all.map((event) => event.at)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(await store.listEvents({ after: all[2]?.id, limit: 2 })).toEqual(all.slice(3, 5));
      expect((await store.listEvents({ runId: OTHER, after: all[1]?.id, limit: 9 })).map((event) => event.at)).toEqual([3, 5]);
      expect(await store.listEvents({ after: all[5]?.id, limit: 9 })).toEqual([]);
    });

    it('gives the runs of a comparison with their results, and comparisons newest first', async () => {
      const store = await open();
      const comparisonId = asId<ComparisonId>('cmp_1');
      const result = sampleResult('run_a', { score: 0.5, answer: '42', turns: 3, costUsd: 0.125, inputTokens: 2 ** 33 });
      await store.commit({
        writes: [
          ...['cmp_1', 'cmp_2'].map(
            (id, i) => ({ kind: 'insert', table: 'comparisons', row: comparisonToRow(sampleComparison(id, { createdAt: i })) }) as const,
          ),
          insertRun('run_a', { comparisonId, arm: 'mesh', status: 'completed', seed: 3 }),
          insertRun('run_b', { comparisonId, taskId: 'task-2' }),
          insertRun('run_c'),
          { kind: 'insert', table: 'run_results', row: resultToRow(result) },
          { kind: 'insert', table: 'run_results', row: resultToRow(sampleResult('run_c')) },
          { kind: 'insert', table: 'topology_versions', row: { hash: 'h1', kind: 'mesh', spec: '{"nodes":[]}', created_at: 1 } },
        ],
      });
      expect(await store.listComparisonRuns(comparisonId)).toEqual([
        { id: 'run_b', arm: 'single', taskId: 'task-2', seed: 1, status: 'running', error: null, result: null },
        { id: 'run_a', arm: 'mesh', taskId: 'task-1', seed: 3, status: 'completed', error: null, result },
      ]);
      expect(await store.listComparisonRuns(asId('cmp_9'))).toEqual([]);
      expect((await store.listComparisons(5)).map((row) => row.id)).toEqual(['cmp_2', 'cmp_1']);
      expect(await store.listComparisons(1)).toHaveLength(1);
      expect([await store.getResult(asId('run_a')), await store.getResult(asId('run_b'))]).toEqual([result, null]);
      expect([await store.getTopologyVersion('h1'), await store.getTopologyVersion('h2')]).toEqual(['{"nodes":[]}', null]);
      expect([await store.getRun(asId('nobody')), await store.getComparison(asId('nobody'))]).toEqual([null, null]);
    });
  });
}
