import { type OutputStream, print } from './output.ts';
import { visible } from './visible.ts';
import { truncate } from './width.ts';

/** A terminal line is rewritten at most this often; more cannot be read. */
const REWRITE_MS = 100;
/** Where there is no terminal, a line is written at most this often, so that a log stays short and still shows life. */
const LINE_MS = 10_000;
const FALLBACK_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows how far a command is, on stderr: one rewritten line on a terminal, an occasional line elsewhere. */
export class ProgressLine {
  readonly #stream: OutputStream;
  readonly #now: () => number;
  #latest: string | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #onScreen = false;

  constructor(stream: OutputStream, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Tells the newest state; it may be shown later or never when a newer one comes soon. */
  show(text: string): void {
    this.#latest = visible(text);
    const now = this.#now();
    if (now - this.#shownAt < (this.#stream.isTTY === true ? REWRITE_MS : LINE_MS)) return;
    this.#shownAt = now;
    this.#draw();
  }

  /** Writes a line of another kind without tearing the progress line. */
  interrupt(write: () => void): void {
    if (this.#onScreen) this.#stream.write(CLEAR_LINE);
    write();
    if (this.#onScreen && this.#latest !== undefined) this.#stream.write(this.#fitted(this.#latest));
  }

  /** Shows the last state if it was not shown yet and leaves it standing. */
  end(): void {
    if (this.#latest !== undefined) this.#draw();
    if (this.#onScreen) this.#stream.write('\n');
    this.#onScreen = false;
    this.#latest = undefined;
    this.#shownAt = Number.NEGATIVE_INFINITY;
  }

  #draw(): void {
    const text = this.#latest;
    if (text === undefined) return;
    if (this.#stream.isTTY === true) {
      this.#stream.write(`${CLEAR_LINE}${this.#fitted(text)}`);
      this.#onScreen = true;
    } else {
      print(text, this.#stream);
      this.#latest = undefined;
    }
  }

  #fitted(text: string): string {
    return truncate(text, (this.#stream.columns ?? FALLBACK_COLUMNS) - 1);
  }
}
