import { PolityError } from '#lib';

/** The model of a command: a recording implies the recorded one, nothing implies the simulated one. Throws `usage.invalid` when another model would leave the recording unread. */
export function chosenModel(flags: { readonly model?: string; readonly recording?: string }): string {
  const { model, recording } = flags;
  if (recording === undefined) return model ?? 'simulated';
  if (model === undefined || model === 'recorded') return 'recorded';
  throw new PolityError('usage.invalid', `--recording ${recording} is read by the model "recorded" only: leave out --model ${model}, or the recording`);
}
