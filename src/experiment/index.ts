/**
 * experiment: comparisons of organisations on the same tasks, and the reports about them.
 *
 * May import: lib, topology, runs, scoring, statistics.
 * Design note: docs/design/comparison.md.
 */

export { comparisonToRow } from './codec.ts';
export type { ComparisonRow, ComparisonRunRow, ComparisonStore } from './ports.ts';
