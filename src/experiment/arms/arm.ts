import type { Attributes, ParsedSpec, TopologyKind } from '#topology';

/** Controls that are no topologies. */
export const CONTROLS = ['single', 'self_consistency', 'matched'] as const;
export type ControlKind = (typeof CONTROLS)[number];

/** Samples of `self_consistency` where none are given. */
export const DEFAULT_SAMPLES = 5;

/** One agent by itself, or several samples of one agent and a vote: a fixed number, or as many as the tokens of another arm pay for. */
export interface ControlArm {
  readonly name: string;
  readonly kind: 'control';
  readonly control: ControlKind;
  /** The agent's id; absent = the first of the roster. */
  readonly agent?: string;
  /** Only of self_consistency. */
  readonly samples?: number;
  /** Only of matched: the name of the arm whose tokens it may use, task by task and seed by seed. */
  readonly matches?: string;
}

/** Name of the control that gets the tokens of an arm. */
export function matchedName(arm: string): string {
  return `matched:${arm}`;
}

/** An organisation: the template of a kind, or a spec file as it was read when the comparison was defined. */
export interface TopologyArm {
  readonly name: string;
  readonly kind: 'topology';
  readonly source: TopologyKind | { readonly file: string; readonly spec: ParsedSpec };
  /** Parameters given with the arm; the kind's defaults fill the rest. Always empty for files. */
  readonly parameters: Attributes;
}

/** What a comparison compares; `name` is unique among the arms. */
export type Arm = ControlArm | TopologyArm;
