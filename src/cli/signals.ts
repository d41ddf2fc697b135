import { PolityError } from '#lib';

/** Exit code of a command that a person stopped (128 + SIGINT). */
export const INTERRUPTED = 130;

const STOPPING = ['SIGINT', 'SIGTERM'] as const;

/** What of a process the stop signal needs; tests hand in their own. */
export interface SignalSource {
  on(signal: (typeof STOPPING)[number], listener: () => void): unknown;
  off(signal: (typeof STOPPING)[number], listener: () => void): unknown;
  exit(code: number): unknown;
}

/**
 * The first Ctrl-C (or SIGTERM) aborts the signal, so that work stops cleanly and is kept; the second ends the process at once with 130.
 * Nothing is listened to until `signal` is asked for: a command that cannot stop cleanly keeps the default, which is to die.
 */
export class StopSignal {
  readonly #source: SignalSource;
  readonly #onFirst: () => void;
  #controller: AbortController | undefined;

  constructor(onFirst: () => void, source: SignalSource = process) {
    this.#source = source;
    this.#onFirst = onFirst;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      for (const name of STOPPING) this.#source.on(name, this.#stop);
    }
    return this.#controller.signal;
  }

  get stopped(): boolean {
    return this.#controller?.signal.aborted === true;
  }

  /** Gives the signals back to the process. */
  release(): void {
    for (const name of STOPPING) this.#source.off(name, this.#stop);
  }

  readonly #stop = (): void => {
    if (this.stopped) {
      this.#source.exit(INTERRUPTED);
      return;
    }
    this.#controller?.abort(new PolityError('interrupted', 'stopped by Ctrl-C'));
    this.#onFirst();
  };
}
