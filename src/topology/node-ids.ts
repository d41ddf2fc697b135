import type { TopologyNode } from './graph.ts';

/**
 * Nodes for a list of roles, in order: a role that occurs once is its own id, one that occurs more often is numbered (`coder_1`, `coder_2`).
 * A number that another role already uses is skipped, so ids are unique.
 */
export function numberedNodes(roles: readonly string[], taken: ReadonlySet<string> = new Set()): readonly TopologyNode[] {
  const totals = new Map<string, number>();
  for (const role of roles) totals.set(role, (totals.get(role) ?? 0) + 1);
  const used = new Set(taken);
  for (const [role, total] of totals) if (total === 1) used.add(role);
  const next = new Map<string, number>();
  return roles.map((role) => {
    if (totals.get(role) === 1 && !taken.has(role)) return { id: role, role };
    let ordinal = next.get(role) ?? 1;
    while (used.has(`${role}_${ordinal}`)) ordinal++;
    next.set(role, ordinal + 1);
    const id = `${role}_${ordinal}`;
    used.add(id);
    return { id, role };
  });
}
