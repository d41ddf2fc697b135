import { type Json, PolityError } from '#lib';
import type { CommandContext } from './context.ts';
import { type OutputStream, print, printJson, styles, wantsColor } from './output.ts';
import { ProgressLine } from './progress.ts';
import { StopSignal } from './signals.ts';

/** What the frame needs of the process it runs in; tests hand in their own. */
export interface Surroundings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The body of a command: returns its exit code (0 ok, 1 failed, 2 usage, 3 budget, 4 suspended, 130 interrupted), throws PolityError. */
export type CommandBody = (context: CommandContext) => Promise<number>;

/** One call of the program: keeps what every command shares, so that a declaration only says `frame.run(…)`. */
export class Frame {
  exitCode = 0;
  json = false;
  readonly #surroundings: Surroundings;
  readonly #progress: ProgressLine;
  readonly #stop: StopSignal;
  #answered = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#progress = new ProgressLine(surroundings.stderr);
    this.#stop = new StopSignal(() => this.note('stopping: what is under way is kept (Ctrl-C again ends at once)'));
  }

  /** Runs the body of the command that was asked for and keeps its exit code. */
  async run(body: CommandBody): Promise<void> {
    try {
      this.exitCode = await body(this.#context());
      if (this.json && !this.#answered) throw new PolityError('internal', 'the command ended without a result');
    } catch (thrown) {
      // What an aborted call throws differs by who was aborted; to the person it is one thing.
      throw this.#stop.stopped && !(thrown instanceof PolityError) ? this.#stop.signal.reason : thrown;
    } finally {
      this.#progress.end();
      this.#stop.release();
    }
  }

  /** Whether a result was written; with --json a second document must not follow it. */
  get answered(): boolean {
    return this.#answered;
  }

  note(text: string): void {
    const { stderr } = this.#surroundings;
    this.#progress.interrupt(() => print(text, stderr));
  }

  /** Writes the one result of the call. */
  result(document: Json, human: () => string): void {
    const { stdout } = this.#surroundings;
    if (this.#answered) throw new PolityError('internal', 'a command has one result');
    this.#answered = true;
    this.#progress.end();
    if (this.json) printJson(document, stdout);
    else print(human(), stdout, this.#color);
  }

  get #color(): boolean {
    return !this.json && wantsColor(this.#surroundings.stdout, this.#surroundings.env);
  }

  #context(): CommandContext {
    const { stderr, env, home } = this.#surroundings;
    const stop = this.#stop;
    const warning = styles(wantsColor(stderr, env)).yellow('warning:');
    return {
      home,
      json: this.json,
      color: this.#color,
      get signal() {
        return stop.signal;
      },
      result: (document, human) => this.result(document, human),
      note: (text) => this.note(text),
      warn: (text) => this.#progress.interrupt(() => print(`${warning} ${text}`, stderr, wantsColor(stderr, env))),
      progress: (text) => this.#progress.show(text),
      progressEnd: () => this.#progress.end(),
    };
  }
}
