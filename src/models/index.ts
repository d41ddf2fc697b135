/**
 * models: the port through which every turn reaches a source of replies, and the sources.
 *
 * May import: lib, config, prompt, sandbox.
 * Design note: docs/design/models.md.
 */
export {
  type ModelFailure,
  type ModelPort,
  type ModelReply,
  type ModelRequest,
  type OutputShape,
  type Prompt,
  type Provenance,
  type ShownMessage,
  type TokenPrice,
  UNKNOWN_USAGE,
  type Usage,
} from './ports.ts';
