/** Time as a port: production uses the system clock, tests a manual one. Epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Milliseconds from an arbitrary start that never runs backwards; for measuring latencies. */
  monotonic(): number;
  /** Calls once after `ms`; the returned function cancels. Contract: never keeps the process alive by itself when `unref` is set. */
  after(ms: number, call: () => void, options?: { readonly unref?: boolean }): () => void;
}
