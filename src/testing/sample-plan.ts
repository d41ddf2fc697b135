import { asId, type RunId } from '#lib';
import {
  type AgentProfile,
  answeringNodes,
  type BoundTopology,
  bindTopology,
  CONTROLS,
  type ControlName,
  type ModelPort,
  type Pattern,
  patternOf,
} from '#orchestrator';
import type { RunPlan } from '#runs';
import { scorerFor } from '#scoring';
import { freezeGraph, resolveParameters, type TopologyKind, template } from '#topology';

/** What a sample run is to be played with: a control or a kind, and a size (nodes, samples, or tokens to match). */
export interface SampleArm {
  readonly arm: ControlName | TopologyKind;
  readonly size: number;
}

/** Plans a run on a template, with as many agents as nodes; `changes` replaces members. */
export function samplePlan(id: string, { arm, size }: SampleArm, model: ModelPort, changes: Partial<RunPlan> = {}): RunPlan {
  const { pattern, topology } = played(arm, size);
  return {
    id: asId<RunId>(id),
    comparisonId: null,
    arm,
    kind: isControl(arm) ? 'control' : arm,
    pattern,
    topology,
    topologyHash: null,
    spec: null,
    task: { id: 'task-1', input: 'What is 6 × 7?', class: null, target: '42' },
    scorer: scorerFor('numeric'),
    seed: 3,
    model,
    modelFor: () => model,
    budget: {},
    definition: null,
    ...changes,
  };
}

function isControl(arm: SampleArm['arm']): arm is ControlName {
  return arm in CONTROLS;
}

function played(arm: SampleArm['arm'], size: number): { readonly pattern: Pattern; readonly topology: BoundTopology } {
  const roster: readonly AgentProfile[] = Array.from({ length: arm === 'matched' ? 1 : size }, (_, index) => ({
    id: `a${index + 1}`,
    skills: [],
    model: null,
  }));
  if (isControl(arm)) {
    const graph = freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent' }], edges: [] });
    return { pattern: CONTROLS[arm], topology: bindTopology(graph, roster, { answering: ['agent'], parameters: { samples: size, tokens: size } }) };
  }
  const graph = template(arm, size);
  return { pattern: patternOf(arm), topology: bindTopology(graph, roster, { answering: answeringNodes(arm, graph), parameters: resolveParameters(graph) }) };
}
