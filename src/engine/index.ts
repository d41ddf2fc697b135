/**
 * engine: where runs are executed. `local` keeps them in this process and finds again what a dead process left.
 *
 * May import: lib, runs.
 * Design note: docs/design/runs.md.
 */
export { LocalEngine, type LocalEngineParts } from './local-engine.ts';
