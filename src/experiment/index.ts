/**
 * experiment: comparisons of organisations on the same tasks, and the reports about them. Task sets, arms, run logs, the engine that runs a
 * comparison and resumes it, and one report in five renderings.
 *
 * May import: lib, topology, runs, scoring, statistics.
 * Design notes: docs/design/comparison.md, docs/design/formats.md.
 */

export { type Arm, type ControlArm, DEFAULT_SAMPLES, type TopologyArm } from './arms/arm.ts';
export { armFromJson, armToJson } from './arms/arm-json.ts';
export { type ArmSources, parseArms } from './arms/parse-arms.ts';
export { comparisonToRow } from './codec.ts';
export { type ComparisonDefinition, checkDefinition, DEFAULT_CONCURRENCY, defaultControl, type RunLimits } from './comparison/definition.ts';
export { readDefinition } from './comparison/definition-json.ts';
export { plannedCount, planRuns } from './comparison/plan.ts';
export type { Preregistration } from './comparison/preregistration.ts';
export type { ComparisonProgress } from './comparison/progress.ts';
export { type ComparisonControls, type ComparisonDeps, type ComparisonOutcome, readComparison, runComparison } from './comparison/run-comparison.ts';
export type { ComparisonRow, ComparisonRunRow, ComparisonStore, PlannedRun, RunExecutor, RunOutcome } from './ports.ts';
export { buildReport, type ReportOptions } from './report/build-report.ts';
export { headline } from './report/plain-words.ts';
export { renderTerminal, type TerminalOptions } from './report/render-terminal.ts';
export type { Report, ReportArm, ReportPair, ReportPareto, ReportProvenance } from './report/report.ts';
export { REPORT_FILES, type ReportSection, renderHtml, reportFiles } from './report/report-files.ts';
export { reportToJson } from './report/report-json.ts';
export { parseRuns } from './run-log/parse-runs.ts';
export type { RunRow } from './run-log/run-row.ts';
export { parseTasks, taskSet } from './tasks/parse-tasks.ts';
export { type ScorerSpec, type Task, type TaskSet, taskScorer } from './tasks/task.ts';
