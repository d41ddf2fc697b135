import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#lib';
import { UNKNOWN_USAGE, type Usage } from '#models';
import { type Admission, Budget, type BudgetLimits, type Estimate, estimateTurn } from './budget.ts';

const of = (limits: BudgetLimits, elapsed = () => 0): Budget => new Budget(limits, elapsed);
const turn = (tokens: number, usd: number | null = 0): Estimate => ({ tokens, usd });
const used = (inputTokens: number | null, outputTokens: number | null): Usage => ({ ...UNKNOWN_USAGE, inputTokens, outputTokens });

/** The admission as far as it is decided: null while it waits. */
async function decided(admission: Promise<Admission>): Promise<Admission | null> {
  return Promise.race([admission, new Promise<null>((resolve) => setImmediate(() => resolve(null)))]);
}
async function granted(admission: Promise<Admission>): Promise<Extract<Admission, { kind: 'granted' }>> {
  const verdict = await decided(admission);
  if (verdict?.kind !== 'granted') throw new Error(`not granted: ${JSON.stringify(verdict)}`);
  return verdict;
}

describe('a budget', () => {
  it('without limits says so, and a limit of nought is one', () => {
    expect(of({}).unlimited).toBe(true);
    for (const name of ['turns', 'tokens', 'usd', 'seconds', 'concurrency'] as const) expect(of({ [name]: 0 }).unlimited).toBe(false);
  });

  it('reserves the maximum of turns in flight: what fits once they settle waits, what never fits is refused', async () => {
    const budget = of({ tokens: 100 });
    const first = await granted(budget.admit(turn(60)));
    const second = budget.admit(turn(60));
    expect(await decided(second)).toBeNull();
    first.release(used(5, 5), null, true);
    expect((await granted(second)).kind).toBe('granted');
    expect(await decided(budget.admit(turn(95)))).toMatchObject({ kind: 'refused', message: expect.stringMatching(/95 tokens and 10 of 100/) });
  });

  it('refuses what waited when the turns before it have used it up', async () => {
    const budget = of({ tokens: 100 });
    const first = await granted(budget.admit(turn(60)));
    const second = budget.admit(turn(60));
    first.release(used(30, 30), null, true);
    expect(await decided(second)).toMatchObject({ kind: 'refused' });
  });

  it('counts turns in flight as turns, and gives a place back that was not used', async () => {
    const budget = of({ turns: 1 });
    const first = await granted(budget.admit(turn(1)));
    const second = budget.admit(turn(1));
    expect(await decided(second)).toBeNull();
    first.release(UNKNOWN_USAGE, null, false);
    (await granted(second)).release(used(1, 1), null, true);
    expect(await decided(budget.admit(turn(1)))).toMatchObject({ kind: 'refused', message: expect.stringContaining('1 turns') });
  });

  it('refuses a dollar budget where the price is unknown, and counts dollars where it is known', async () => {
    const budget = of({ usd: 1 });
    expect(await decided(budget.admit(turn(1, null)))).toMatchObject({ kind: 'refused', message: expect.stringContaining('price') });
    (await granted(budget.admit(turn(1, 1)))).release(used(1, 1), 0.25, true);
    expect(budget.spent.usd).toBe(0.25);
    expect(await decided(budget.admit(turn(1, 0.8)))).toMatchObject({ kind: 'refused', message: expect.stringMatching(/\$0\.8000.*\$0\.2500 of \$1 /) });
    expect((await decided(of({ tokens: 10 }).admit(turn(1, null))))?.kind).toBe('granted');
  });

  it('refuses once its time is up', async () => {
    let now = 0;
    const budget = of({ seconds: 2 }, () => now);
    now = 1999;
    expect((await decided(budget.admit(turn(1))))?.kind).toBe('granted');
    now = 2000;
    expect(await decided(budget.admit(turn(1)))).toMatchObject({ kind: 'refused', message: expect.stringContaining('2 s') });
  });

  it('never lets more turns run at once than it may', async () => {
    const budget = of({ concurrency: 2 });
    const running = [await granted(budget.admit(turn(1))), await granted(budget.admit(turn(1)))];
    const third = budget.admit(turn(1));
    expect(await decided(third)).toBeNull();
    running[1]!.release(used(0, 0), null, true);
    expect((await decided(third))?.kind).toBe('granted');
  });

  it('counts a turn whose usage is unknown, in part or whole, with its reserved maximum', async () => {
    for (const usage of [UNKNOWN_USAGE, used(3, null), used(null, 3)]) {
      const budget = of({ tokens: 100, usd: 10 });
      (await granted(budget.admit(turn(60, 2)))).release(usage, null, true);
      expect(budget.spent).toEqual({ turns: 1, tokens: 60, usd: 2 });
    }
  });

  it('goes on counting over a resume, unknown figures as high as before', async () => {
    const budget = of({ turns: 3, tokens: 100 });
    budget.recall(used(20, 20), 1, turn(60));
    budget.recall(UNKNOWN_USAGE, null, turn(50, 2));
    expect(budget.spent).toEqual({ turns: 2, tokens: 90, usd: 3 });
    expect(await decided(budget.admit(turn(11)))).toMatchObject({ kind: 'refused' });
    expect((await decided(budget.admit(turn(10))))?.kind).toBe('granted');
  });

  it('is not held up by what sums of dollars leave of rounding', async () => {
    // Taking 0.1, 0.2 and 0.6 from their sum one by one leaves 1.1e-16.
    const sum = 0.1 + 0.2 + 0.6;
    expect(sum - 0.1 - 0.2 - 0.6).toBeGreaterThan(0);
    const budget = of({ usd: sum });
    const running = await Promise.all([0.1, 0.2, 0.6].map((usd) => granted(budget.admit(turn(1, usd)))));
    for (const each of running) each.release(used(0, 0), 0, true);
    expect((await decided(budget.admit(turn(1, sum))))?.kind).toBe('granted');
  });

  it('warns once per limit at 80 %', async () => {
    const warnings: string[] = [];
    const budget = new Budget(
      { turns: 5, tokens: 1000 },
      () => 0,
      (message) => warnings.push(message),
    );
    for (let i = 1; i <= 5; i++) {
      (await granted(budget.admit(turn(10)))).release(used(i === 4 ? 800 : 1, 1), null, true);
      expect(warnings).toHaveLength(i < 4 ? 0 : 2);
    }
    expect(warnings[0]).toContain('80 % of the turns budget');
    expect(warnings[1]).toContain('tokens');
  });

  it('refuses what waits when it is closed, and a second settlement of one turn', async () => {
    const budget = of({ concurrency: 1 });
    const first = await granted(budget.admit(turn(1)));
    const second = budget.admit(turn(1));
    budget.close('over');
    expect(await decided(second)).toEqual({ kind: 'refused', message: 'over' });
    first.release(used(1, 1), null, true);
    expect(() => first.release(used(1, 1), null, true)).toThrow(expect.objectContaining({ code: 'internal' }));
  });

  it('is never overshot, and leaves nobody waiting, whatever turns run at once in whatever order', async () => {
    const cost = fc.record({ tokens: fc.nat(50), usd: fc.nat(64), share: fc.double({ min: 0, max: 1, noNaN: true }), executed: fc.boolean() });
    const limits = fc.record(
      { turns: fc.nat(12), tokens: fc.nat(300), usd: fc.nat(300).map((n) => n / 64), concurrency: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(limits, fc.array(cost, { maxLength: 25 }), fc.integer(), async (limit, costs, seed) => {
        const budget = of(limit);
        const rng = createRng(String(seed));
        const open: (() => void)[] = [];
        let settled = 0;
        for (const each of costs) {
          void budget.admit({ tokens: each.tokens, usd: each.usd / 64 }).then((admission) => {
            if (admission.kind === 'refused') settled += 1;
            else open.push(() => admission.release(used(Math.floor(each.tokens * each.share), 0), (each.usd / 64) * each.share, each.executed));
          });
          await Promise.resolve();
          if (open.length > 0 && rng.next() < 0.5) settled += settleOne(open, rng.next());
          expectWithin(budget, limit, open.length);
        }
        while (settled < costs.length) {
          await new Promise((resolve) => setImmediate(resolve));
          if (open.length === 0) expect(settled).toBe(costs.length);
          else settled += settleOne(open, rng.next());
          expectWithin(budget, limit, open.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function settleOne(open: (() => void)[], draw: number): number {
  const [release] = open.splice(Math.floor(draw * open.length), 1);
  release?.();
  return 1;
}

function expectWithin(budget: Budget, limit: BudgetLimits, inFlight: number): void {
  const { turns, tokens, usd } = budget.spent;
  expect(turns).toBeLessThanOrEqual(limit.turns ?? Number.POSITIVE_INFINITY);
  expect(tokens).toBeLessThanOrEqual(limit.tokens ?? Number.POSITIVE_INFINITY);
  expect(usd).toBeLessThanOrEqual(limit.usd ?? Number.POSITIVE_INFINITY);
  expect(inFlight).toBeLessThanOrEqual(limit.concurrency ?? Number.POSITIVE_INFINITY);
}

describe('the estimate of a turn', () => {
  it('is its prompt at four characters a token and all the output it may give', () => {
    expect(estimateTurn(401, 50, { inputUsd: 2, outputUsd: 3 })).toEqual({ tokens: 151, usd: 352 });
    expect(estimateTurn(400, 50, null)).toEqual({ tokens: 150, usd: null });
  });
});
