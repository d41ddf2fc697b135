import { flipped, type Link, outgoing } from './view.ts';

/** Directed cycles, each as its links in walking order; every node is in at most one of them, and none is returned only if there is none. Linear time. */
export function cycleLinks(size: number, links: readonly Link[]): readonly (readonly Link[])[] {
  const alive = withPredecessors(size, links);
  const incoming = outgoing(size, links.map(flipped));
  const walkOf: number[] = Array.from({ length: size }, () => -1);
  const cycles: Link[][] = [];
  for (let start = 0; start < size; start++) {
    if (alive[start] !== true || walkOf[start] !== -1) continue;
    const walk: Link[] = [];
    let position = start;
    while (walkOf[position] === -1) {
      walkOf[position] = start;
      const back = incoming[position]?.find((link) => alive[link.to] === true);
      if (back === undefined) break;
      walk.push(back);
      position = back.to;
    }
    if (walkOf[position] !== start) continue; // ran into an earlier walk
    const entered = walk.findIndex((link) => link.from === position);
    if (entered >= 0) cycles.push(walk.slice(entered).reverse().map(flipped));
  }
  return cycles;
}

/** Peels off nodes that nothing leads to; what stays has a predecessor that stays, so walking backwards must end in a cycle. */
function withPredecessors(size: number, links: readonly Link[]): readonly boolean[] {
  const lists = outgoing(size, links);
  const degree: number[] = Array.from({ length: size }, () => 0);
  for (const link of links) degree[link.to] = (degree[link.to] ?? 0) + 1;
  const alive: boolean[] = Array.from({ length: size }, () => true);
  const open = degree.flatMap((count, position) => (count === 0 ? [position] : []));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    alive[next] = false;
    for (const link of lists[next] ?? []) {
      const left = (degree[link.to] ?? 0) - 1;
      degree[link.to] = left;
      if (left === 0) open.push(link.to);
    }
  }
  return alive;
}
