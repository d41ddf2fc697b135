import type { Attributes, ParsedSpec, TopologyKind } from '#topology';

/** Controls that are no topologies. */
export const CONTROLS = ['single', 'self_consistency'] as const;
export type ControlKind = (typeof CONTROLS)[number];

/** Samples of `self_consistency` where none are given. */
export const DEFAULT_SAMPLES = 5;

/** One agent by itself, or several samples of one agent and a vote. */
export interface ControlArm {
  readonly name: string;
  readonly kind: 'control';
  readonly control: ControlKind;
  /** The agent's id; absent = the first of the roster. */
  readonly agent?: string;
  /** Only of self_consistency. */
  readonly samples?: number;
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
