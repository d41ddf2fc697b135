/**
 * lib: words without a domain. Errors, problems, ids, seeded randomness, the clock port, canonical JSON and the
 * shape of a change.
 *
 * May import: nothing. Browser-safe: no Node built-ins, no clock, no randomness of its own.
 * Design note: docs/design/layout.md.
 */

export type { CellValue, Change, CommitResult, Committer, NewEvent, Precondition, Row, RowWrite } from './change.ts';
export type { Clock } from './clock-port.ts';
export { ERROR_TABLE, type ErrorCode, PolityError, toPolityError, unreachable } from './errors.ts';
export { type AgentId, asId, type Brand, type ComparisonId, type RunId } from './ids.ts';
export { canonicalJson, type Json } from './json.ts';
export { jsonFault } from './json-fault.ts';
export { formatProblem, nearestName, type Problem, problemsError, quoteFound } from './problem.ts';
export { createRng, hash32, mix32, type Rng } from './rng.ts';
