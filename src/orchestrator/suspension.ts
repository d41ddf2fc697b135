/**
 * Knows when a run can go no further: turns wait for the outside and nothing is in flight. A pattern only ever awaits turns, so once its
 * microtasks have run and no turn is executing, every branch is blocked.
 */
export class Suspension {
  #active = 0;
  #waiting = 0;
  #scheduled = false;
  readonly #quiet: (() => void)[] = [];
  readonly #whenIdle: () => void;
  constructor(whenIdle: () => void) {
    this.#whenIdle = whenIdle;
  }

  enter(): void {
    this.#active += 1;
  }

  leave(): void {
    this.#active -= 1;
    if (this.#active === 0) for (const resolve of this.#quiet.splice(0)) resolve();
    this.#check();
  }

  /** Resolves once no turn is executing. */
  quiet(): Promise<void> {
    return this.#active === 0 ? Promise.resolve() : new Promise((resolve) => this.#quiet.push(resolve));
  }

  /** Counts a turn that waits; its promise is never settled in this process. */
  wait(): void {
    this.#waiting += 1;
    this.#check();
  }

  get waiting(): number {
    return this.#waiting;
  }

  #check(): void {
    if (this.#waiting === 0 || this.#active > 0 || this.#scheduled) return;
    this.#scheduled = true;
    // After the microtasks of whatever settled last: a branch that can go on has entered its next turn by then.
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#active === 0 && this.#waiting > 0) this.#whenIdle();
    });
  }
}
