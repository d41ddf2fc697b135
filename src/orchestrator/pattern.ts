import type { Scorer } from '#scoring';
import type { BoundTopology } from './binding.ts';
import type { TurnRequest, TurnResult } from './turn.ts';

/** What every agent of a run may know of the task. */
export interface TaskView {
  readonly id: string;
  readonly input: string;
  readonly class: string | null;
}

/** What a pattern works with. It holds no other way to reach an agent than `turn`, and no clock or randomness that replay would not repeat. */
export interface RunContext {
  readonly topology: BoundTopology;
  readonly task: TaskView;
  /** How answers are compared; the target is not reachable from here. */
  readonly scorer: Scorer;
  /**
   * Runs one agent, or returns what the log holds of that turn. A `failed` turn is a value. Throws what ends the run: `budget.exceeded`,
   * `model.not_recorded`, `run.diverged`, `topology.non_edge`, `interrupted`.
   */
  turn(request: TurnRequest): Promise<TurnResult>;
  /** The time, logged under the label. Epoch milliseconds. */
  clock(label: string): Promise<number>;
  /** A draw in [0, 1) from the run's seed, logged under the label. */
  random(label: string): Promise<number>;
}

/** How a pattern ended: an answer (null = none was given), or why the run failed. */
export type PatternOutcome = { readonly kind: 'answer'; readonly text: string | null } | { readonly kind: 'failed'; readonly message: string };

/**
 * A protocol as a replayable function over the turn log: called again with the same log it asks for the same turns in the same positions.
 * `version` is raised whenever a change makes old logs replay differently.
 */
export interface Pattern {
  readonly name: string;
  readonly version: number;
  run(context: RunContext): Promise<PatternOutcome>;
}
