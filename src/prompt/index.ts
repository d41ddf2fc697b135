/**
 * prompt: instruction texts and the rendering of a turn's prompt, in which everything that comes from outside is fenced as data.
 *
 * May import: lib.
 * Design note: docs/design/models.md.
 */
export { FENCE_TAG, fence } from './fence.ts';
export type { PromptShape } from './formats.ts';
export { INSTRUCTIONS } from './instructions.ts';
export { splitParts } from './parts.ts';
export { type PromptParts, type RenderedPrompt, renderPrompt } from './render-prompt.ts';
