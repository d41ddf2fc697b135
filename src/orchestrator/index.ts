/**
 * orchestrator: turns, and the patterns that sequence them over a bound topology.
 *
 * May import: lib, topology, scoring, models, agents, safety, tools, prompt.
 * Design note: docs/design/turns.md.
 */

export type { Provenance } from '#models';
export type { LoggedValue, MessageRef, RunHistory, TurnLog, TurnRecord } from './ports.ts';
export { type Purpose, type TurnRequest, type TurnResult, type TurnStatus, turnKey } from './turn.ts';
