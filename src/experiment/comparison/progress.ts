import type { Clock } from '#lib';
import type { RunResult } from '#runs';

/** How far a comparison is. Dollars, milliseconds. */
export interface ComparisonProgress {
  readonly done: number;
  readonly total: number;
  readonly suspended: number;
  /** Sum of the known costs; null when none is known. */
  readonly costUsd: number | null;
  /** Finished runs per second since this process took up the comparison; null before the first. */
  readonly runsPerSecond: number | null;
  readonly etaMs: number | null;
  readonly arms: readonly { readonly arm: string; readonly done: number; readonly scored: number; readonly mean: number | null }[];
}

/** Between two reports, so that a fast comparison does not spend its time on them. Milliseconds. */
const REPORT_EVERY_MS = 100;

interface ArmCount {
  done: number;
  scored: number;
  sum: number;
}

/** Counts finished runs as they come, in constant memory, and reports at most ten times a second. Means are over runs, not yet over tasks. */
export class ProgressCounter {
  readonly #total: number;
  readonly #clock: Clock;
  readonly #report: ((progress: ComparisonProgress) => void) | undefined;
  readonly #arms: ReadonlyMap<string, ArmCount>;
  readonly #startedAt: number;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #doneHere = 0;
  #done = 0;
  #suspended = 0;
  #cost: number | null = null;

  constructor(total: number, arms: readonly string[], clock: Clock, report?: (progress: ComparisonProgress) => void) {
    this.#total = total;
    this.#clock = clock;
    this.#report = report;
    this.#arms = new Map(arms.map((arm) => [arm, { done: 0, scored: 0, sum: 0 }]));
    this.#startedAt = clock.monotonic();
  }

  get done(): number {
    return this.#done;
  }

  get suspended(): number {
    return this.#suspended;
  }

  /** A run that an earlier process finished. */
  addStored(arm: string, result: RunResult): void {
    this.#count(arm, result);
  }

  addFinished(arm: string, result: RunResult): void {
    this.#doneHere++;
    this.#count(arm, result);
    this.#maybeReport();
  }

  addSuspended(): void {
    this.#suspended++;
    this.#maybeReport();
  }

  /** Reports now, whatever was reported when. */
  flush(): void {
    this.#reportedAt = this.#clock.monotonic();
    this.#report?.(this.snapshot());
  }

  snapshot(): ComparisonProgress {
    const elapsed = this.#clock.monotonic() - this.#startedAt;
    const rate = this.#doneHere > 0 && elapsed > 0 ? this.#doneHere / elapsed : null;
    return {
      done: this.#done,
      total: this.#total,
      suspended: this.#suspended,
      costUsd: this.#cost,
      runsPerSecond: rate === null ? null : rate * 1000,
      etaMs: rate === null ? null : (this.#total - this.#done) / rate,
      arms: [...this.#arms].map(([arm, { done, scored, sum }]) => ({ arm, done, scored, mean: scored === 0 ? null : sum / scored })),
    };
  }

  #count(arm: string, result: RunResult): void {
    this.#done++;
    if (result.costUsd !== null && result.turns > 0) this.#cost = (this.#cost ?? 0) + result.costUsd;
    const count = this.#arms.get(arm);
    if (count === undefined) return;
    count.done++;
    const score = result.unscoredReason === null && result.status === 'failed' ? 0 : result.score;
    if (score === null) return;
    count.scored++;
    count.sum += score;
  }

  #maybeReport(): void {
    if (this.#clock.monotonic() - this.#reportedAt >= REPORT_EVERY_MS) this.flush();
  }
}
