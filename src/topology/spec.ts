import { type Problem, problemsError } from '#lib';
import { type Normalised, normalise, type TemplateRequest } from './adapter/normalise.ts';
import { readCanonical } from './adapter/read-canonical.ts';
import { type ReadResult, readJson } from './adapter/read-json.ts';
import { readYaml } from './adapter/read-yaml.ts';
import { Scope } from './adapter/scope.ts';
import { freezeGraph, type TopologyGraph } from './graph.ts';
import { createProblemList } from './places.ts';
import { template } from './template.ts';
import { validateGraph } from './validate.ts';

/** A spec file as data: a graph, or a named template whose size may be left to the caller (null). */
export type ParsedSpec = { readonly graph: TopologyGraph } | { readonly template: TemplateRequest };

/** How a text is to be read; without `format` a text that begins with `{` is tried as JSON first. `validate: false` leaves out the checks of validateGraph. */
export interface SpecOptions {
  readonly file?: string;
  readonly format?: 'yaml' | 'json';
  readonly validate?: boolean;
}

/** Longest spec text in UTF-16 units (32 MB of ASCII). */
export const TEXT_LIMIT = 32 * 1024 * 1024;

/** Longest YAML that is not in canonical form: the YAML library needs 2 to 4 s and 160 MB of memory for each MB (measured). */
export const FREE_YAML_LIMIT = 8 * 1024 * 1024;

/** Reads a topology spec in any accepted spelling; throws one 'topology.invalid' that lists every problem with file, line and path. */
export function parseSpec(text: string, options: SpecOptions = {}): ParsedSpec {
  const problems = createProblemList(options.file);
  const parsed = readSpec(text, options, new Scope(problems));
  // Where no node could be read the problems are listed already, and a graph without nodes only has follow-up faults.
  const empty = parsed !== undefined && 'graph' in parsed && parsed.graph.nodes.length === 0 && problems.all().length > 0;
  if (parsed !== undefined && 'graph' in parsed && options.validate !== false && !empty) {
    for (const problem of validateGraph(parsed.graph, { file: options.file, places: parsed.places, edgesPending: parsed.edgesPending })) problems.add(problem);
  }
  if (parsed === undefined || problems.all().length > 0) {
    throw problemsError('topology.invalid', `${options.file ?? 'the topology spec'} is not a valid topology`, inFileOrder(problems.all()));
  }
  return 'graph' in parsed ? { graph: freezeGraph(parsed.graph) } : Object.freeze(parsed);
}

/** The graph of a parsed spec; a template without a size is built with the default size. Throws 'usage.invalid' when that size is out of range. */
export function specToGraph(parsed: ParsedSpec, defaultSize: number): TopologyGraph {
  if ('graph' in parsed) return parsed.graph;
  const { kind, size, name, parameters } = parsed.template;
  const built = template(kind, size ?? defaultSize);
  return freezeGraph({
    ...(name === undefined ? {} : { name }),
    ...built,
    ...(parameters === undefined || Object.keys(parameters).length === 0 ? {} : { parameters: { ...parameters } }),
  });
}

function readSpec(text: string, options: SpecOptions, scope: Scope): Normalised | undefined {
  const clean = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (clean.length > TEXT_LIMIT) {
    scope.problems.add({ message: 'the text is too long', found: `${clean.length} characters`, allowed: `at most ${TEXT_LIMIT}` });
    return undefined;
  }
  const read = readDocument(clean, options.format);
  if ('value' in read) return normalise(read.value, scope);
  for (const problem of read.problems) scope.problems.add(problem);
  return undefined;
}

function readDocument(text: string, format: 'yaml' | 'json' | undefined): ReadResult {
  if (format === 'json') return readJson(text);
  if (format === undefined && /^\s*\{/.test(text)) {
    const json = readJson(text);
    if ('value' in json) return json;
    const yaml = readFreeYaml(text); // a flow map of YAML begins the same way
    return 'value' in yaml ? yaml : json;
  }
  const canonical = readCanonical(text);
  return canonical === undefined ? readFreeYaml(text) : { value: canonical };
}

function readFreeYaml(text: string): ReadResult {
  if (text.length <= FREE_YAML_LIMIT) return readYaml(text);
  const allowed = `at most ${FREE_YAML_LIMIT}; canonical YAML and JSON may have ${TEXT_LIMIT}`;
  return { problems: [{ message: 'the YAML text is too long', found: `${text.length} characters`, allowed }] };
}

function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const last = Number.MAX_SAFE_INTEGER;
  return [...problems].sort((a, b) => (a.line ?? last) - (b.line ?? last) || (a.column ?? 0) - (b.column ?? 0));
}
