import type { Rng } from '#lib';

/** One value per unit (task or run); NaN where the unit has none. */
export type UnitValues = Float64Array;

interface Masked {
  readonly values: Float64Array;
  /** 1 where a value is present; null when all are. */
  readonly present: Float64Array | null;
}

function maskMissing(values: UnitValues): Masked {
  if (!values.some(Number.isNaN)) return { values, present: null };
  return { values: values.map((value) => (Number.isNaN(value) ? 0 : value)), present: values.map((value) => (Number.isNaN(value) ? 0 : 1)) };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/**
 * Bootstrap replicates of the mean of each series over the same units. Every series sees the same resampled units, so that a difference
 * of two replicates is the replicate of the difference. A unit that a series lacks adds nothing to it; a replicate without any unit of
 * the series is NaN. Efron & Tibshirani 1993, ch. 6. Cost: resamples × units × series.
 */
export function bootstrapMeans(series: readonly UnitValues[], units: number, resamples: number, rng: Rng): readonly Float64Array[] {
  const masked = series.map(maskMissing);
  const replicates = series.map(() => new Float64Array(resamples));
  const weights = new Float64Array(units);
  for (let r = 0; r < resamples; r++) {
    weights.fill(0);
    for (let i = 0; i < units; i++) {
      const unit = rng.int(units);
      weights[unit] = (weights[unit] ?? 0) + 1;
    }
    masked.forEach(({ values, present }, index) => {
      const count = present === null ? units : dot(present, weights);
      const replicate = replicates[index];
      if (replicate !== undefined) replicate[r] = dot(values, weights) / count;
    });
  }
  return replicates;
}
