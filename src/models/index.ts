/**
 * models: the port through which every turn reaches a source of replies, and the sources: recorded, simulated, scripted, a person.
 *
 * May import: lib, config, prompt, sandbox.
 * Design note: docs/design/models.md.
 */
export { MODEL_STRINGS, type ModelSource, parseModelString } from './model-string.ts';
export { createPersonModel } from './person-model.ts';
export {
  type Choice,
  type ModelFailure,
  type ModelPort,
  type ModelReply,
  type ModelRequest,
  OUTPUT_SHAPES,
  type OutputShape,
  type Prompt,
  type Provenance,
  type ShownMessage,
  STRUCTURED_SHAPES,
  type StructuredShape,
  type TokenPrice,
  UNKNOWN_USAGE,
  type Usage,
} from './ports.ts';
export { type FigureSet, type FigureTask, GSM8K_AGENTS, gsm8kRecording, mathRecording } from './recorded/from-figures.ts';
export { parseRecording } from './recorded/parse-recording.ts';
export { createRecordedModel } from './recorded/recorded-model.ts';
export { type RecordedRow, type RecordedTask, type RecordedTurn, type Recording, rowLine } from './recorded/recording.ts';
export { parseScript, type Script, type ScriptEntry } from './scripted/script.ts';
export { createScriptedModel, describeRequest, sleep } from './scripted/scripted-model.ts';
export { DEFAULT_PARAMETERS, type SimulationParameters } from './simulated/parameters.ts';
export { parseSimulation } from './simulated/parse-parameters.ts';
export { createSimulatedModel } from './simulated/simulated-model.ts';
export type { TargetOracle } from './simulated/world.ts';
