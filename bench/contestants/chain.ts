// What every contestant of the durable-turns bench does: a chain of steps with an output of fixed size, many times over.

export const STEPS = 20;
export const OUTPUT = 'x'.repeat(400);
/** Chains before the clock runs: what is measured is a process that has been working for a while, not the compiler. */
const WARM = 400;

/** Runs the chain and prints its times on stdout as JSON. Microseconds per step. */
export async function measure(chains: number, chain: () => Promise<void> | void): Promise<void> {
  for (let warm = 0; warm < Math.min(WARM, 2 * chains); warm++) await chain();
  const times: number[] = [];
  for (let round = 0; round < chains; round++) {
    const began = performance.now();
    await chain();
    times.push(((performance.now() - began) * 1000) / STEPS);
  }
  console.log(JSON.stringify(times));
}

/** Folder for the contestant's database, given by the bench. */
export function folder(): string {
  const [, , path] = process.argv;
  if (path === undefined) throw new Error('usage: contestant FOLDER');
  return path;
}
