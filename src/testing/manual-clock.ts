import type { Clock } from '#lib';

interface Alarm {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that moves when it is told to and calls what is due on the way. */
export class ManualClock implements Clock {
  #time: number;
  #alarms: Alarm[] = [];

  constructor(start = 1_800_000_000_000) {
    this.#time = start;
  }

  now(): number {
    return this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(ms: number, call: () => void): () => void {
    const alarm: Alarm = { at: this.#time + ms, call };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** How many calls are still to come. */
  get pending(): number {
    return this.#alarms.length;
  }

  advance(ms: number): void {
    const end = this.#time + ms;
    for (;;) {
      const next = this.#alarms.filter((alarm) => alarm.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#time = next.at;
      next.call();
    }
    this.#time = end;
  }
}
