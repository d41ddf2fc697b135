import { PolityError } from '#lib';
import { catalogEntry, parseSpec, specToGraph, type TopologyGraph } from '#topology';
import { readText, sourceName } from '../../text-file.ts';

/** Reads a spec file as a graph; a template without a size gets the size of the catalog. Throws file errors and `topology.invalid`. */
export async function readTopology(path: string, options: { readonly validate: boolean }): Promise<TopologyGraph> {
  const spec = parseSpec(await readText(path), { file: sourceName(path), validate: options.validate });
  return specToGraph(spec, 'template' in spec ? catalogEntry(spec.template.kind).defaultSize : 0);
}

/** Throws `usage.invalid` when stdin is named more than once: it can be read only once. */
export function checkSources(paths: readonly string[]): void {
  if (paths.filter((path) => path === '-').length > 1) throw new PolityError('usage.invalid', '- (stdin) can be given once only');
}
