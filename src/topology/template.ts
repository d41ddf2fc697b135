import { problemsError, quoteFound } from '#lib';
import { connect } from './connect.ts';
import { freezeGraph, type TopologyGraph, type TopologyNode } from './graph.ts';
import { HEURISTICS, type RoleShare } from './heuristics.ts';
import { MAXIMUM_SIZE, MINIMUM_SIZE, type TopologyKind } from './kinds.ts';
import { numberedNodes } from './node-ids.ts';
import { circlePlaces } from './templates/circles.ts';
import { managersOf } from './templates/tree.ts';

/** What the members of a blackboard template read (`attrs.types`, comma-separated entry types). */
export const BLACKBOARD_TYPES: Readonly<Record<string, string>> = {
  contributor: 'task,finding,critique,solution',
  critic: 'finding,solution',
};

/** A valid graph of the kind with exactly `size` nodes, centre included; throws 'usage.invalid' outside MINIMUM_SIZE[kind]..10,000. */
export function template(kind: TopologyKind, size: number): TopologyGraph {
  const problem = sizeProblem(kind, size);
  if (problem !== undefined) throw problemsError('usage.invalid', `no ${kind} template of this size`, [problem]);
  return freezeGraph({ kind, ...connect(kind, templateNodes(kind, size)) });
}

/** Why the kind has no template of the size, or undefined when it has one. */
export function sizeProblem(kind: TopologyKind, size: unknown): { path: string; message: string; found: string; allowed: string } | undefined {
  const minimum = MINIMUM_SIZE[kind];
  if (typeof size === 'number' && Number.isInteger(size) && size >= minimum && size <= MAXIMUM_SIZE) return undefined;
  return {
    path: 'size',
    message: `the size is out of range for ${kind}`,
    found: quoteFound(size),
    allowed: `a whole number from ${minimum} to ${MAXIMUM_SIZE}`,
  };
}

function templateNodes(kind: TopologyKind, size: number): readonly TopologyNode[] {
  switch (kind) {
    case 'hierarchical': {
      const managers = managersOf(size);
      return numberedNodes(Array.from({ length: size }, (_, index) => (index < managers ? 'manager' : 'worker')));
    }
    case 'holacratic': {
      const places = circlePlaces(size);
      const nodes = numberedNodes(places.map((place) => (place.link === 'none' ? 'member' : place.link)));
      return nodes.map((node, index) => ({ ...node, attrs: { ...places[index] } }));
    }
    case 'debate':
      return numberedNodes([...Array.from({ length: size - 1 }, (_, index) => (index % 2 === 0 ? 'proposer' : 'critic')), 'judge']);
    case 'blackboard':
      return numberedNodes(rolesFor(HEURISTICS[kind].roles, size)).map((node) => {
        const types = BLACKBOARD_TYPES[node.role];
        return types === undefined ? node : { ...node, attrs: { types } };
      });
    default:
      return numberedNodes(rolesFor(HEURISTICS[kind].roles, size));
  }
}

/** Spells a distribution out: fixed rows first come first served, the rest by share with whole numbers (remainders to the earlier rows). */
export function rolesFor(rows: readonly RoleShare[], size: number): readonly string[] {
  const fixed = fixedCounts(rows, size);
  const rest = size - fixed.reduce((sum, count) => sum + count, 0);
  let left = rest;
  let share = 0;
  return rows.flatMap((row, index) => {
    if ('count' in row) return Array.from({ length: fixed[index] ?? 0 }, () => row.role);
    share += row.share;
    const upTo = share > 1 - 1e-9 ? rest : Math.min(rest, Math.ceil(rest * share - 1e-9));
    const count = upTo - (rest - left);
    left -= count;
    return Array.from({ length: count }, () => row.role);
  });
}

/** Small sizes cannot seat every fixed role: the later ones go without, but shared roles keep at least one node. */
function fixedCounts(rows: readonly RoleShare[], size: number): readonly number[] {
  let free = size - (rows.some((row) => 'share' in row) ? 1 : 0);
  return rows.map((row) => {
    if (!('count' in row)) return 0;
    const count = Math.min(row.count, free);
    free -= count;
    return count;
  });
}
