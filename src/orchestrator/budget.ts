import { PolityError } from '#lib';
import type { TokenPrice, Usage } from '#models';

/** Limits of a run; absent = unlimited. Dollars, seconds of wall clock, turns in flight at once. */
export interface BudgetLimits {
  readonly turns?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly seconds?: number;
  readonly concurrency?: number;
}

/** What one turn may cost at most, known before it starts. Tokens; dollars, null = the price is unknown. */
export interface Estimate {
  readonly tokens: number;
  readonly usd: number | null;
}

/** What has been spent; null = some of it is unknown. */
export interface Spent {
  readonly turns: number;
  readonly tokens: number;
  readonly usd: number;
}

export type Admission =
  | { readonly kind: 'granted'; readonly release: (usage: Usage, usd: number | null, executed: boolean) => void }
  | { readonly kind: 'refused'; readonly message: string };

const WARN_SHARE = 0.8; // DESIGN section 6

interface Waiter {
  readonly estimate: Estimate;
  readonly resolve: (admission: Admission) => void;
}

/**
 * Reserves the maximum of a turn before it starts and settles the real figure after it, so that turns in flight cannot overshoot. A turn
 * that would fit once others settle waits for them; one that can never fit is refused.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #elapsedMs: () => number;
  readonly #warn: (message: string) => void;
  #turns = 0;
  #tokens = 0;
  #usd = 0;
  #reservedTokens = 0;
  #reservedUsd = 0;
  #inFlight = 0;
  #waiting: Waiter[] = [];
  readonly #warned = new Set<string>();

  constructor(limits: BudgetLimits, elapsedMs: () => number, warn: (message: string) => void = () => {}) {
    this.#limits = limits;
    this.#elapsedMs = elapsedMs;
    this.#warn = warn;
  }

  /** Whether any limit is set at all; an unlimited budget costs nothing on the hot path. */
  get unlimited(): boolean {
    const { turns, tokens, usd, seconds, concurrency } = this.#limits;
    return turns === undefined && tokens === undefined && usd === undefined && seconds === undefined && concurrency === undefined;
  }

  get spent(): Spent {
    return { turns: this.#turns, tokens: this.#tokens, usd: this.#usd };
  }

  /** Counts a turn that the log already holds, so that limits go on counting over a resume; what is unknown of it counts with `estimate`. */
  recall(usage: Usage, usd: number | null, estimate: Estimate): void {
    this.#count(usage, usd, estimate);
  }

  /** Asks to start a turn. Resolves when it may start or never can. */
  admit(estimate: Estimate): Promise<Admission> {
    return new Promise((resolve) => {
      this.#waiting.push({ estimate, resolve });
      this.#drain();
    });
  }

  /** Refuses everything that waits (the run was cancelled or its time is up). */
  close(message: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) waiter.resolve({ kind: 'refused', message });
  }

  #drain(): void {
    while (this.#waiting.length > 0) {
      const waiter = this.#waiting[0];
      if (waiter === undefined) return;
      const verdict = this.#judge(waiter.estimate);
      if (verdict === 'later') return;
      this.#waiting.shift();
      if (verdict === 'now') waiter.resolve({ kind: 'granted', release: this.#take(waiter.estimate) });
      else waiter.resolve({ kind: 'refused', message: verdict.refused });
    }
  }

  #judge(estimate: Estimate): 'now' | 'later' | { refused: string } {
    const { turns, tokens, usd, seconds, concurrency } = this.#limits;
    if (seconds !== undefined && this.#elapsedMs() >= seconds * 1000) return { refused: `the time budget of ${seconds} s is used up` };
    if (turns !== undefined && this.#turns + this.#inFlight >= turns) {
      return this.#turns >= turns || this.#inFlight === 0 ? { refused: `the budget of ${turns} turns is used up` } : 'later';
    }
    if (usd !== undefined) {
      if (estimate.usd === null)
        return { refused: 'the price of this model is unknown, so that a dollar budget cannot be kept: set a token budget or a price' };
      if (this.#usd + estimate.usd > usd)
        return { refused: `the next turn may cost $${estimate.usd.toFixed(4)} and $${this.#usd.toFixed(4)} of $${usd} is spent` };
      if (this.#usd + this.#reservedUsd + estimate.usd > usd) return 'later';
    }
    if (tokens !== undefined) {
      if (this.#tokens + estimate.tokens > tokens)
        return { refused: `the next turn may take ${estimate.tokens} tokens and ${this.#tokens} of ${tokens} are used` };
      if (this.#tokens + this.#reservedTokens + estimate.tokens > tokens) return 'later';
    }
    return concurrency !== undefined && this.#inFlight >= concurrency ? 'later' : 'now';
  }

  #take(estimate: Estimate): (usage: Usage, usd: number | null, executed: boolean) => void {
    this.#inFlight += 1;
    this.#reservedTokens += estimate.tokens;
    this.#reservedUsd += estimate.usd ?? 0;
    let open = true;
    return (usage, usd, executed) => {
      if (!open) throw new PolityError('internal', 'a budget reservation was settled twice');
      open = false;
      this.#inFlight -= 1;
      this.#reservedTokens -= estimate.tokens;
      this.#reservedUsd -= estimate.usd ?? 0;
      // What sums of dollars leave of rounding must not hold back a turn that nothing else will wake.
      if (this.#inFlight === 0) this.#reservedUsd = 0;
      if (executed) this.#count(usage, usd, estimate);
      this.#warnOnce();
      this.#drain();
    };
  }

  /** A turn whose usage is unknown, in part or whole, counts with its reserved maximum: unknown is never free. */
  #count(usage: Usage, usd: number | null, estimate: Estimate): void {
    const known = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    this.#turns += 1;
    this.#tokens += usage.inputTokens === null || usage.outputTokens === null ? Math.max(known, estimate.tokens) : known;
    this.#usd += usd ?? estimate.usd ?? 0;
  }

  #warnOnce(): void {
    const { turns, tokens, usd } = this.#limits;
    for (const [name, used, limit] of [
      ['turns', this.#turns, turns],
      ['tokens', this.#tokens, tokens],
      ['usd', this.#usd, usd],
    ] as const) {
      if (limit === undefined || used < limit * WARN_SHARE || this.#warned.has(name)) continue;
      this.#warned.add(name);
      this.#warn(`${Math.round((100 * used) / limit)} % of the ${name} budget is used (${used} of ${limit})`);
    }
  }
}

/** The most a turn can cost: its prompt as estimated plus its whole allowed output. Characters per token as a rule of thumb: 4. */
export function estimateTurn(promptCharacters: number, maxOutputTokens: number, price: TokenPrice | null): Estimate {
  const input = Math.ceil(promptCharacters / 4);
  return { tokens: input + maxOutputTokens, usd: price === null ? null : input * price.inputUsd + maxOutputTokens * price.outputUsd };
}
