import { centreOf, type TopologyGraph, type TopologyKind } from '#topology';
import type { Pattern } from '../pattern.ts';
import { blackboard } from './blackboard.ts';
import { matched, selfConsistency, single } from './controls.ts';
import { debate } from './debate.ts';
import { flat } from './flat.ts';
import { hierarchical } from './hierarchical.ts';
import { holacratic } from './holacratic.ts';
import { hubSpoke } from './hub-spoke.ts';
import { market } from './market.ts';
import { mesh } from './mesh.ts';
import { pipeline } from './pipeline.ts';
import { ring } from './ring.ts';
import { starMoe } from './star-moe.ts';
import { attemptNodes, swarm } from './swarm.ts';

/** Controls by name. */
export const CONTROLS = { single, self_consistency: selfConsistency, matched } as const;
export type ControlName = keyof typeof CONTROLS;

const BY_KIND: Readonly<Record<TopologyKind, Pattern>> = {
  hierarchical,
  flat,
  pipeline,
  swarm,
  mesh,
  hub_spoke: hubSpoke,
  ring,
  star_moe: starMoe,
  market,
  blackboard,
  debate,
  holacratic,
};

/** The pattern that runs a kind. */
export function patternOf(kind: TopologyKind): Pattern {
  return BY_KIND[kind];
}

/** Nodes beyond the agents that a template of the kind needs because no roster agent answers there by default: the swarm's aggregator, the board. */
export function serviceNodes(kind: TopologyKind): number {
  return kind === 'swarm' || kind === 'blackboard' ? 1 : 0;
}

/** The nodes that answer the task, in node order: agents are bound to these first. */
export function answeringNodes(kind: TopologyKind | null, graph: TopologyGraph): readonly string[] {
  if (kind === 'swarm') return attemptNodes(graph);
  const ids = graph.nodes.map((node) => node.id);
  if (kind !== 'blackboard') return ids;
  const board = centreOf(graph);
  return ids.filter((id) => id !== board);
}
