/**
 * orchestrator: turns, and the patterns that sequence them over a bound topology.
 *
 * A pattern is a replayable function over the turn log; the executor runs each turn at most once per key and logs it before its result is
 * used. Messages travel along edges only.
 *
 * May import: lib, topology, scoring, models, agents, safety, tools, prompt.
 * Design note: docs/design/turns.md.
 */

export type { ModelPort, Provenance } from '#models';
export type { Scorer } from '#scoring';
export { type AgentProfile, type BoundTopology, bindTopology, type Channel } from './binding.ts';
export { Budget, type BudgetLimits, type Estimate, estimateTurn } from './budget.ts';
export { canonicalRunLog } from './canonical-log.ts';
export type { Pattern, PatternOutcome, RunContext, TaskView } from './pattern.ts';
export { DEFAULT_SAMPLES } from './patterns/controls.ts';
export { answeringNodes, CONTROLS, type ControlName, patternOf, serviceNodes } from './patterns/registry.ts';
export type { LoggedValue, MessageRef, RunHistory, TurnLog, TurnRecord } from './ports.ts';
export { type Purpose, type TurnRequest, type TurnResult, type TurnStatus, turnKey } from './turn.ts';
export { type Execution, type ExecutionEnd, type ExecutionTotals, TurnExecutor } from './turn-executor.ts';
