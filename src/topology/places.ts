import type { Problem } from '#lib';

/** Where something stands in a spec: its path in the document and, when known, 1-based line and column. */
export interface Place {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** Where the parts of a graph came from; `nodes[i]` and `edges[i]` belong to the graph's node and edge i. */
export interface SpecPlaces {
  readonly nodes: readonly (Place | undefined)[];
  readonly edges: readonly (Place | undefined)[];
  readonly kind?: Place;
  readonly parameters?: ReadonlyMap<string, Place>;
}

/** Collects problems up to a limit, so that a broken file of millions of values cannot exhaust memory. */
export interface ProblemList {
  /** True once the limit is reached and further problems are dropped. */
  full(): boolean;
  add(problem: Problem): void;
  /** What was collected; ends with a note when some were left out. */
  all(): readonly Problem[];
}

/** Most problems kept of one document; nobody reads more, and the note at the end says that there are more. */
export const PROBLEM_LIMIT = 10_000;

/** A problem list that adds the file name to each problem. */
export function createProblemList(file?: string, limit = PROBLEM_LIMIT): ProblemList {
  const kept: Problem[] = [];
  let dropped = 0;
  return {
    full: () => kept.length >= limit,
    add(problem) {
      if (kept.length >= limit) dropped++;
      else kept.push(file === undefined || problem.file !== undefined ? problem : { file, ...problem });
    },
    all: () => (dropped === 0 ? kept : [...kept, { file, message: `further problems are not listed; correct these first` }]),
  };
}
