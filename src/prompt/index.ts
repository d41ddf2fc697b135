/**
 * prompt: instruction texts and the rendering of a turn's prompt, in which everything that comes from outside is fenced as data.
 *
 * May import: lib.
 * Design note: docs/design/models.md.
 */
export { FENCE_TAG, fence } from './fence.ts';
export { INSTRUCTIONS } from './instructions.ts';
export { type PromptParts, type PromptShape, type RenderedPrompt, renderPrompt } from './render-prompt.ts';
