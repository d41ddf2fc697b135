import { quoteFound } from '#lib';
import type { TopologyGraph } from '../graph.ts';
import { createNearest } from '../nearest.ts';
import type { Place, ProblemList } from '../places.ts';

type PlaceOf = (index: number) => Place;

/** Ids used twice. */
export function checkIds(graph: TopologyGraph, nodeAt: PlaceOf, problems: ProblemList): void {
  const first = new Map<string, number>();
  graph.nodes.forEach((node, index) => {
    const earlier = first.get(node.id);
    if (earlier === undefined) {
      first.set(node.id, index);
      return;
    }
    const place = nodeAt(earlier);
    const where = place.line === undefined ? place.path : `line ${place.line}`;
    problems.add({ ...nodeAt(index), message: `the id is already used by the node at ${where}`, found: quoteFound(node.id), allowed: 'each id once' });
  });
}

/** Edges with an end that is no node, edges from a node to itself, and edges written twice (`a peers_with b` and its mirror are one statement made twice, and allowed). */
export function checkEdges(graph: TopologyGraph, edgeAt: PlaceOf, problems: ProblemList): void {
  const ids = new Set(graph.nodes.map((node) => node.id));
  const nearest = createNearest(ids);
  const seen = new Map<string, number>();
  graph.edges.forEach((edge, index) => {
    for (const end of ['from', 'to'] as const) {
      if (ids.has(edge[end])) continue;
      problems.add({
        ...edgeAt(index),
        message: `the edge's ${end} names no node`,
        found: quoteFound(edge[end]),
        allowed: 'the id of a node',
        nearest: nearest(edge[end]),
      });
    }
    if (edge.from === edge.to)
      problems.add({ ...edgeAt(index), message: 'the edge leads from a node to itself', found: quoteFound(edge.from), allowed: 'two different nodes' });
    const key = JSON.stringify([edge.from, edge.to, edge.kind]);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, index);
    else
      problems.add({
        ...edgeAt(index),
        message: `the edge repeats ${edgeAt(earlier).path}`,
        found: quoteFound(`${edge.from} -> ${edge.to}`),
        allowed: 'each edge once per kind',
      });
  });
}
