import type { Clock } from '../clock-port.ts';

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, call, options) {
    const timer = setTimeout(call, ms);
    if (options?.unref === true) timer.unref();
    return () => clearTimeout(timer);
  },
};
