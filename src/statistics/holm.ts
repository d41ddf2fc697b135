/**
 * Holm's step-down adjustment of a family of p-values (Holm 1979): adjusted p in the order given; controls the chance of any false
 * claim in the family, whatever the dependence.
 */
export function holmAdjust(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((x, y) => x.p - y.p);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let highest = 0;
  order.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = highest;
  });
  return adjusted;
}
