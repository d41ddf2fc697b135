import { ANCHOR_CIRCLE, type TopologyNode } from '#topology';
import type { BoundTopology } from '../binding.ts';

/** A circle as the protocol needs it, in node order. */
export interface Circle {
  readonly name: string;
  readonly lead: string;
  /** Those who hear the lead and whom it hears, the rep among them. */
  readonly members: readonly string[];
  /** Who carries the circle's result to the anchor's lead; null in the anchor and where nobody has an edge to it. */
  readonly carrier: string | null;
}

/** The circles of an organisation. */
export interface Circles {
  readonly anchor: Circle;
  readonly others: readonly Circle[];
}

/**
 * Reads `attrs.circle` and `attrs.link`. The anchor is the circle of that name, else the first; a circle without a lead has its first node
 * lead. The carrier is the rep, else the lead, else the first member, whoever of these has an edge to the anchor's lead. Null without nodes.
 */
export function circlesOf(topology: BoundTopology): Circles | null {
  const groups = new Map<string, TopologyNode[]>();
  for (const node of topology.graph.nodes) {
    const name = String(node.attrs?.circle ?? ANCHOR_CIRCLE);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [node]);
    else group.push(node);
  }
  const anchorName = groups.has(ANCHOR_CIRCLE) ? ANCHOR_CIRCLE : groups.keys().next().value;
  const anchorNodes = groups.get(anchorName ?? ANCHOR_CIRCLE) ?? [];
  const anchor = circle(topology, anchorName ?? ANCHOR_CIRCLE, anchorNodes, null);
  if (anchor === null) return null;
  const others = [...groups].filter(([name]) => name !== anchorName).flatMap(([name, nodes]) => circle(topology, name, nodes, anchor.lead) ?? []);
  return { anchor, others };
}

function circle(topology: BoundTopology, name: string, nodes: readonly TopologyNode[], anchorLead: string | null): Circle | null {
  const lead = linked(nodes, 'lead') ?? nodes[0];
  if (lead === undefined) return null;
  const joined = (node: string): boolean => topology.channel(lead.id, node) !== null && topology.channel(node, lead.id) !== null;
  const members = nodes.map((node) => node.id).filter((id) => id !== lead.id && joined(id));
  const rep = linked(nodes, 'rep');
  const order = [...(rep === undefined ? [] : [rep.id]), lead.id, ...members];
  const carrier = anchorLead === null ? null : (order.find((id) => topology.channel(id, anchorLead) !== null) ?? null);
  return { name, lead: lead.id, members, carrier };
}

function linked(nodes: readonly TopologyNode[], link: string): TopologyNode | undefined {
  return nodes.find((node) => node.attrs?.link === link);
}

/** One claim of one role. */
export interface RoleClaim {
  readonly role: string;
  readonly node: string;
  readonly fit: number;
}

/** Who does which role: the best fit first, then the smaller node id, then the earlier role; one role a member, unclaimed ones to the lead. */
export function assignRoles(roles: readonly string[], claims: readonly RoleClaim[], lead: string): ReadonlyMap<string, string> {
  const place = new Map(roles.map((role, index) => [role, index]));
  const ordered = [...claims].sort(
    (a, b) => b.fit - a.fit || (a.node === b.node ? 0 : a.node < b.node ? -1 : 1) || (place.get(a.role) ?? 0) - (place.get(b.role) ?? 0),
  );
  const taken = new Map<string, string>();
  const busy = new Set<string>();
  for (const { role, node } of ordered) {
    if (taken.has(role) || busy.has(node)) continue;
    taken.set(role, node);
    busy.add(node);
  }
  return new Map(roles.map((role) => [role, taken.get(role) ?? lead]));
}
