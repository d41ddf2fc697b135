import type { Json } from '#lib';

/** What a command gets from the frame: where to write, whether to write JSON, when to stop. */
export interface CommandContext {
  readonly home: string;
  readonly json: boolean;
  readonly color: boolean;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** The result: one JSON document with --json, else the human text. Called at most once. */
  result(document: Json, human: () => string): void;
  /** A line for the person, on stderr; never part of the result. */
  note(text: string): void;
  /** A warning, on stderr. */
  warn(text: string): void;
  /** A line that is rewritten on a terminal and repeated every few seconds elsewhere. */
  progress(text: string): void;
  progressEnd(): void;
}
