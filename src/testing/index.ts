/**
 * testing: real implementations of the ports that need no disk, no network and no waiting; for tests, here and of users.
 *
 * May import: any module. No shipped module imports it.
 * Design note: docs/design/layout.md.
 */

export { ManualClock } from './manual-clock.ts';
export { MemoryStore } from './memory-store.ts';
export { modelRequest } from './model-request.ts';
export { type SampleArm, samplePlan } from './sample-plan.ts';
export { ScriptedModel, type ScriptedModelOptions, type ScriptedStep, type ScriptedSteps, textReply } from './scripted-model.ts';
