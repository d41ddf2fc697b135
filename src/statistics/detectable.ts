import { normalQuantile } from './distributions.ts';

/** Share of tasks on which two arms disagree, where no pilot says better (DESIGN "Measuring": pilot or 0.3). */
export const DEFAULT_DISCORDANCE = 0.3;
/** Chance to find an effect of the stated size. */
export const DETECTABLE_POWER = 0.8;
/** Chance of any false claim, shared by all arms that are compared with the control. */
export const FAMILY_ALPHA = 0.05;

/** The smallest true difference that a comparison of this size finds with 80 % power, and everything that was assumed for it. */
export interface DetectableEffect {
  /** Difference of success rates, 0..1. */
  readonly difference: number;
  readonly tasks: number;
  readonly arms: number;
  readonly power: number;
  /** 0.05 / (arms − 1). */
  readonly alpha: number;
  readonly discordance: number;
  readonly discordanceFrom: 'pilot' | 'default';
  /** True when even complete one-sidedness (difference = discordance) is too small to be found; then `difference` is only that cap. */
  readonly capped: boolean;
}

const BISECTIONS = 60;

/**
 * Minimum detectable effect of a paired comparison of success rates: solves, for the difference δ at discordance d,
 * √n · δ = z(1 − α/2) · √d + z(power) · √(d − δ²) (Miettinen 1968; Connor 1987, Biometrics 43:207). δ cannot exceed d.
 */
export function minimumDetectableEffect(design: {
  readonly tasks: number;
  readonly arms: number;
  readonly pilotDiscordance?: number | null;
}): DetectableEffect {
  const discordance = Math.min(1, Math.max(0, design.pilotDiscordance ?? DEFAULT_DISCORDANCE));
  const alpha = FAMILY_ALPHA / Math.max(1, design.arms - 1);
  const reach = normalQuantile(1 - alpha / 2) * Math.sqrt(discordance);
  const spread = normalQuantile(DETECTABLE_POWER);
  const surplus = (difference: number): number =>
    Math.sqrt(design.tasks) * difference - reach - spread * Math.sqrt(Math.max(0, discordance - difference * difference));
  const capped = surplus(discordance) < 0 || discordance === 0;
  let low = 0;
  let high = discordance;
  for (let i = 0; i < BISECTIONS && !capped; i++) {
    const middle = (low + high) / 2;
    if (surplus(middle) < 0) low = middle;
    else high = middle;
  }
  const discordanceFrom = design.pilotDiscordance === undefined || design.pilotDiscordance === null ? 'default' : 'pilot';
  return { difference: high, tasks: design.tasks, arms: design.arms, power: DETECTABLE_POWER, alpha, discordance, discordanceFrom, capped };
}
