import { type Arm, type ControlArm, DEFAULT_SAMPLES } from '#experiment';
import { PolityError, problemsError } from '#lib';
import { sha256 } from '#lib/node';
import { type AgentProfile, answeringNodes, type BoundTopology, bindTopology, CONTROLS, type Pattern, patternOf, serviceNodes } from '#orchestrator';
import {
  type Attributes,
  formatSpec,
  freezeGraph,
  MINIMUM_SIZE,
  resolveParameters,
  specToGraph,
  TOPOLOGY_KINDS,
  type TopologyGraph,
  type TopologyKind,
  template,
  validateGraph,
} from '#topology';

/** An arm with its graph, protocol and agents: the same for all of its runs. `spec` is the canonical text that `hash` names. */
export interface BoundArm {
  readonly kind: TopologyKind | 'control';
  readonly pattern: Pattern;
  readonly topology: BoundTopology;
  readonly spec: string;
  readonly hash: string;
}

/**
 * Binds a roster to an arm. A template gets as many answering nodes as there are agents (a swarm's aggregator comes on top).
 * Errors: `usage.invalid` (too few agents, unknown agent), `topology.invalid`.
 */
export function bindArm(arm: Arm, roster: readonly AgentProfile[]): BoundArm {
  if (arm.kind === 'control') return bindControl(arm, roster);
  const graph = armGraph(arm, roster.length);
  const { kind } = graph;
  if (kind === null) {
    throw problemsError('topology.invalid', `${arm.name} cannot be run`, [
      { file: arm.name, path: 'kind', message: 'the topology declares no kind, so that no protocol is chosen', allowed: TOPOLOGY_KINDS.join(', ') },
    ]);
  }
  const problems = validateGraph(graph, { file: arm.name });
  if (problems.length > 0) throw problemsError('topology.invalid', `${arm.name} is not a valid topology`, problems);
  const topology = bindTopology(graph, roster, { answering: answeringNodes(kind, graph), parameters: resolveParameters(graph) });
  return finish(kind, patternOf(kind), topology, graph);
}

function armGraph(arm: Extract<Arm, { kind: 'topology' }>, agents: number): TopologyGraph {
  if (typeof arm.source !== 'string')
    return specToGraph(arm.source.spec, sizeFor('template' in arm.source.spec ? arm.source.spec.template.kind : null, agents));
  const kind = arm.source;
  const graph = template(kind, sizeFor(kind, agents));
  return Object.keys(arm.parameters).length === 0 ? graph : freezeGraph({ ...graph, parameters: { ...graph.parameters, ...arm.parameters } });
}

/** The kinds that a roster of this size can staff. */
export function staffedKinds(agents: number): readonly TopologyKind[] {
  return TOPOLOGY_KINDS.filter((kind) => agents + serviceNodes(kind) >= MINIMUM_SIZE[kind]);
}

function sizeFor(kind: TopologyKind | null, agents: number): number {
  if (kind === null) return agents;
  const size = agents + serviceNodes(kind);
  if (size < MINIMUM_SIZE[kind])
    throw new PolityError(
      'usage.invalid',
      `a ${kind} needs at least ${MINIMUM_SIZE[kind] - serviceNodes(kind)} agents, and there ${agents === 1 ? 'is 1' : `are ${agents}`}: give --agents ${MINIMUM_SIZE[kind] - serviceNodes(kind)} or leave the arm out`,
    );
  return size;
}

function bindControl(arm: ControlArm, roster: readonly AgentProfile[]): BoundArm {
  const agent = arm.agent === undefined ? roster[0] : roster.find((candidate) => candidate.id === arm.agent);
  if (agent === undefined) {
    throw new PolityError(
      'usage.invalid',
      arm.agent === undefined
        ? 'there is no agent'
        : `${arm.name} names an agent that is not in the roster (${roster
            .map(({ id }) => id)
            .slice(0, 20)
            .join(', ')})`,
    );
  }
  const graph = freezeGraph({ kind: null, nodes: [{ id: 'agent', role: 'agent', attrs: { agent: agent.id } }], edges: [] });
  const parameters: Attributes = arm.control === 'self_consistency' ? { samples: arm.samples ?? DEFAULT_SAMPLES } : {};
  const topology = bindTopology(graph, [agent], { answering: ['agent'], parameters });
  return finish('control', CONTROLS[arm.control], topology, freezeGraph({ ...graph }));
}

function finish(kind: BoundArm['kind'], pattern: Pattern, topology: BoundTopology, graph: TopologyGraph): BoundArm {
  const spec = formatSpec(graph, 'yaml');
  return { kind, pattern, topology, spec, hash: sha256(spec) };
}
