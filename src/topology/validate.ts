import type { Problem } from '#lib';
import type { TopologyGraph } from './graph.ts';
import { MAXIMUM_SIZE, MINIMUM_SIZE } from './kinds.ts';
import { parameterProblems } from './parameters.ts';
import { createProblemList, type Place, type ProblemList, type SpecPlaces } from './places.ts';
import { checkConnected } from './validation/connectivity.ts';
import { checkEdges, checkIds } from './validation/references.ts';
import { checkShape } from './validation/shape.ts';
import { viewOf } from './validation/view.ts';

/** `edgesPending`: the edges could not be built, so nothing is said about who is joined with whom. */
export interface ValidateOptions {
  readonly file?: string;
  readonly places?: SpecPlaces;
  readonly edgesPending?: boolean;
}

/** Every structural problem of a graph, located as well as the places allow; an empty list means that it can run. Declared ≠ inferred kind is no problem. */
export function validateGraph(graph: TopologyGraph, options: ValidateOptions = {}): readonly Problem[] {
  const problems = createProblemList(options.file);
  const places = options.places;
  const node = (index: number): Place => places?.nodes[index] ?? { path: `nodes[${index}]` };
  const edge = (index: number): Place => places?.edges[index] ?? { path: `edges[${index}]` };
  const kind: Place = places?.kind ?? { path: 'kind' };
  checkSize(graph, kind, problems);
  checkIds(graph, node, problems);
  checkEdges(graph, edge, problems);
  const view = viewOf(graph);
  checkShape(view, { node, edge, kind }, problems);
  if (graph.kind !== 'ring' && options.edgesPending !== true) checkConnected(view, node, problems); // the ring's own check covers it
  for (const problem of parameterProblems(graph.kind, graph.parameters ?? {})) {
    problems.add({ ...problem, ...places?.parameters?.get(problem.path?.slice('parameters.'.length) ?? '') });
  }
  return problems.all();
}

function checkSize(graph: TopologyGraph, kind: Place, problems: ProblemList): void {
  const minimum = graph.kind === null ? 1 : MINIMUM_SIZE[graph.kind];
  const found = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'}`;
  const whose = graph.kind === null ? 'a topology' : `the kind ${graph.kind}`;
  if (graph.nodes.length < minimum) problems.add({ ...kind, message: `${whose} needs at least ${minimum} ${minimum === 1 ? 'node' : 'nodes'}`, found });
  if (graph.nodes.length > MAXIMUM_SIZE) problems.add({ ...kind, message: 'too many nodes', found, allowed: `at most ${MAXIMUM_SIZE}` });
}
