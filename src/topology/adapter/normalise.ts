import { quoteFound } from '#lib';
import { SPEC_VERSION } from '../format.ts';
import type { Attributes } from '../graph.ts';
import { isTopologyKind, TOPOLOGY_KINDS, type TopologyKind } from '../kinds.ts';
import { createNearest } from '../nearest.ts';
import { parameterProblems } from '../parameters.ts';
import type { Place } from '../places.ts';
import { sizeProblem } from '../template.ts';
import { type Assembled, assemble } from './assemble.ts';
import { readAdjacency, readEdges } from './edge-list.ts';
import { type Located, type LocatedEntry, typeName } from './located.ts';
import { readNodes } from './node-list.ts';
import type { Scope } from './scope.ts';
import { readTree } from './tree.ts';

/** A spec that names a template; `size` is null when the document leaves it to the caller. */
export interface TemplateRequest {
  readonly kind: TopologyKind;
  readonly size: number | null;
  readonly name?: string;
  readonly parameters?: Attributes;
}

/** What a document holds: a graph with places, or a template request. */
export type Normalised = Assembled | { readonly template: TemplateRequest };

const KEYS = ['version', 'name', 'kind', 'parameters', 'nodes', 'roles', 'edges', 'edge_kind', 'adjacency', 'tree', 'template', 'size'] as const;
type Members = ReadonlyMap<string, LocatedEntry>;

/** Turns any accepted spelling into one graph or template request; undefined when the document is no spec at all. Problems go to the scope. */
export function normalise(document: Located, scope: Scope): Normalised | undefined {
  if (document.type !== 'map') {
    return scope.report(document, '', 'a topology spec is a map', { found: typeName(document), allowed: `a map with ${KEYS.join(', ')}` });
  }
  const members = scope.members(document, '', KEYS);
  checkVersion(scope, members.get('version'), document);
  const name = members.get('name');
  const nameText = name === undefined ? undefined : scope.name(name.value, 'name', 'the name');
  const kind = readKind(scope, members.get('kind'), 'kind');
  const parameters = members.get('parameters');
  const values = parameters === undefined ? undefined : scope.attributes(parameters.value, 'parameters');
  if (members.has('template')) return readTemplate(scope, members, kind ?? null, nameText, values);
  const size = members.get('size');
  if (size !== undefined) scope.report(size, 'size', 'a size goes with a template', { allowed: 'template: KIND beside it, or nodes instead of it' });
  return readGraph(scope, members, kind, { name: nameText, parameters: values, document });
}

function checkVersion(scope: Scope, version: LocatedEntry | undefined, document: Located): void {
  const allowed = `version: ${SPEC_VERSION}`;
  if (version === undefined) {
    scope.report(document, 'version', 'the version of the format is missing', { allowed });
    return;
  }
  const value = version.value.type === 'scalar' ? version.value.value : undefined;
  if (value === SPEC_VERSION) return;
  const newer = typeof value === 'number' && value > SPEC_VERSION;
  scope.report(version.value, 'version', newer ? 'the file is of a newer version than this program reads' : 'not a version of the format', {
    found: typeName(version.value),
    allowed,
  });
}

function readKind(scope: Scope, entry: LocatedEntry | undefined, path: string): TopologyKind | undefined {
  if (entry === undefined || (entry.value.type === 'scalar' && entry.value.value === null)) return undefined;
  const text = scope.text(entry.value, path, 'the kind');
  if (text === undefined || isTopologyKind(text)) return text;
  const nearest = createNearest(TOPOLOGY_KINDS)(text.replace(/[\s-]+/g, '_'));
  return scope.report(entry.value, path, 'unknown kind of topology', { found: quoteFound(text), allowed: TOPOLOGY_KINDS.join(', '), nearest });
}

type ReadParameters = { readonly values: Attributes; readonly places: ReadonlyMap<string, Place> };

function readTemplate(
  scope: Scope,
  members: Members,
  declared: TopologyKind | null,
  name: string | undefined,
  parameters: ReadParameters | undefined,
): Normalised | undefined {
  for (const key of ['nodes', 'roles', 'edges', 'edge_kind', 'adjacency', 'tree']) {
    const entry = members.get(key);
    if (entry !== undefined)
      scope.report(entry, key, 'a template brings its own nodes and edges', { found: quoteFound(key), allowed: 'template and size, or nodes and edges' });
  }
  const entry = members.get('template');
  const kind = readKind(scope, entry, 'template');
  if (kind === undefined) {
    if (entry?.value.type === 'scalar' && entry.value.value === null)
      scope.report(entry.value, 'template', 'the template is not named', { allowed: TOPOLOGY_KINDS.join(', ') });
    return undefined;
  }
  if (declared !== null && declared !== kind && entry !== undefined) {
    scope.report(entry.value, 'template', `the template is not of the declared kind ${declared}`, { found: quoteFound(kind), allowed: declared });
  }
  const size = readSize(scope, members.get('size'), kind);
  for (const problem of parameterProblems(kind, parameters?.values ?? {})) {
    scope.problems.add({ ...problem, ...parameters?.places.get(problem.path?.slice('parameters.'.length) ?? '') });
  }
  return { template: { kind, size, ...(name === undefined ? {} : { name }), ...(parameters === undefined ? {} : { parameters: parameters.values }) } };
}

function readSize(scope: Scope, entry: LocatedEntry | undefined, kind: TopologyKind): number | null {
  if (entry === undefined || (entry.value.type === 'scalar' && entry.value.value === null)) return null;
  const value = entry.value.type === 'scalar' ? entry.value.value : undefined;
  const problem = sizeProblem(kind, value);
  if (problem !== undefined) scope.report(entry.value, problem.path, problem.message, { found: typeName(entry.value), allowed: problem.allowed });
  return typeof value === 'number' && problem === undefined ? value : null;
}

function readGraph(
  scope: Scope,
  members: Members,
  declared: TopologyKind | undefined,
  more: { readonly name?: string; readonly parameters?: ReadParameters; readonly document: Located },
): Normalised {
  const { nodes, roles, edges, tree, adjacency, edge_kind } = Object.fromEntries(members);
  if (nodes !== undefined && roles !== undefined) scope.report(roles, 'roles', 'nodes and roles say the same thing', { allowed: 'one of the two' });
  if (!(nodes ?? roles ?? tree ?? adjacency))
    scope.report(more.document, 'nodes', 'the spec has no nodes', { allowed: 'nodes, roles, tree, adjacency or template' });
  const listed = nodes ?? roles;
  const kindEntry = members.get('kind');
  const at = kindEntry?.value ?? more.document;
  const draft = {
    name: more.name,
    // A tree says what it is; another declared kind is kept, because declared ≠ drawn is no error.
    kind: declared ?? (tree !== undefined && kindEntry === undefined ? ('hierarchical' as const) : null),
    kindPlace: { path: 'kind', line: at.line, column: at.column },
    nodes: listed === undefined ? undefined : readNodes(scope, listed.value, nodes === undefined ? 'roles' : 'nodes'),
    edges: edges === undefined ? undefined : readEdges(scope, edges.value, 'edges'),
    tree: tree === undefined ? undefined : readTree(scope, tree.value, 'tree'),
    adjacency: adjacency === undefined ? undefined : readAdjacency(scope, adjacency.value, 'adjacency'),
    edgeKind: edge_kind === undefined ? undefined : scope.edgeKind(edge_kind.value, 'edge_kind'),
    parameters: more.parameters,
  };
  return assemble(draft, scope);
}
