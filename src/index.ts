/**
 * polity: the public face of the package.
 *
 * `compare` runs the same tasks over several topologies and controls; `run` executes one task; `classify` tells which kind a topology is;
 * `template` builds one. Everything else is reached through the CLI.
 *
 * May import: app and the public index of any module.
 * Design note: docs/design/layout.md.
 */

export { type App, type AppOptions, openApp } from '#app';
export type { Report, Task, TaskSet } from '#experiment';
export { parseTasks, renderTerminal, reportToJson } from '#experiment';
export { type ErrorCode, PolityError } from '#lib';
export {
  classifyTopology as classify,
  formatSpec,
  parseSpec,
  recommend,
  specToGraph,
  TOPOLOGY_KINDS,
  type TopologyEdge,
  type TopologyGraph,
  type TopologyKind,
  type TopologyNode,
  template,
  toDot,
  toMermaid,
  validateGraph,
} from '#topology';
export { type CompareOptions, type CompareResult, compare } from './app/compare.ts';
export { type RunOptions, type RunReport, run } from './app/run.ts';
