/** Small tools of the benches: medians, and one line per figure with its budget. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

let missed = 0;

/** Prints a figure beside its budget, and counts it when it is not reached. */
export function figure(name: string, value: number, unit: string, budget?: number): void {
  const over = budget !== undefined && value > budget;
  if (over) missed += 1;
  const shown = value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
  console.log(
    `${name.padEnd(58)} ${shown.padStart(10)} ${unit.padEnd(6)}${budget === undefined ? '' : ` budget ${budget} ${unit}: ${over ? 'MISSED' : 'kept'}`}`,
  );
}

/** To be called last: a missed budget makes the bench fail. */
export function finish(): void {
  if (missed > 0) process.exitCode = 1;
}
