import type { Rng } from '#lib';
import { Sketch } from './second-generator-sketch.ts';

/** A circle of peers; pairs beyond a spanning path may be left out where circles are large. */
function closeCircle(s: Sketch, members: readonly number[], density: number, twice: boolean, rng: Rng): void {
  members.forEach((a, i) => {
    members.slice(i + 1).forEach((b, step) => {
      if (step > 0 && rng.next() > density) return;
      s.link(a, b, 'peers_with');
      if (twice) s.link(b, a, 'peers_with');
    });
  });
}

/** Circles of three to seven; the first is the anchor, each other one is tied to it (or to an earlier one) by its lead and sometimes by a rep. */
export function buildHolacracy(rng: Rng, size: number): Sketch {
  const s = new Sketch('anchor lead');
  const density = rng.next() < 0.6 ? 1 : 0.75;
  const twice = rng.next() < 0.5;
  const withRep = rng.next() < 0.6;
  const nested = rng.next() < 0.3;
  const circles: number[][] = [];
  let left = size - 1;
  let open = [0];
  // One circle of peers is a mesh: the first must leave three members for a second.
  let wanted = Math.min(3 + rng.int(3), Math.max(3, size - 3));
  while (left > 0) {
    open.push(s.add(open.length === 0 ? 'circle lead' : 'circle member'));
    left--;
    if (open.length >= wanted && left >= 3) {
      circles.push(open);
      open = [];
      wanted = 3 + rng.int(5);
    }
  }
  circles.push(open);
  circles.forEach((members, at) => {
    closeCircle(s, members, density, twice, rng);
    if (at === 0) return;
    const parent = circles[nested ? rng.int(at) : 0] ?? members;
    const host = parent[rng.int(parent.length)] ?? 0;
    const lead = members[0] ?? 0;
    s.link(host, lead, 'delegates_to');
    if (withRep) s.link(members[members.length - 1] ?? lead, host, 'reports_to');
    else s.link(lead, host, 'reports_to');
  });
  return s;
}
