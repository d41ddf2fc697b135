import { nearestName, problemsError, quoteFound } from '#lib';
import { isTopologyKind, TOPOLOGY_KINDS, type TopologyKind } from '#topology';

/** The kind that an argument names. Throws `usage.invalid` with the nearest one. */
export function readKind(text: string): TopologyKind {
  if (isTopologyKind(text)) return text;
  const nearest = nearestName(text.replace(/[\s-]+/g, '_'), TOPOLOGY_KINDS);
  throw problemsError('usage.invalid', 'there is no such kind of topology:', [
    { path: 'KIND', message: 'unknown kind', found: quoteFound(text), allowed: TOPOLOGY_KINDS.join(', '), nearest },
  ]);
}
