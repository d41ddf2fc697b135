import type { Clock } from '../clock-port.ts';

/** The longest wait that a timer of Node can hold (a 32-bit count of milliseconds); a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, call, options) {
    let timer: NodeJS.Timeout;
    const arm = (left: number): void => {
      timer = setTimeout(() => (left > LONGEST_MS ? arm(left - LONGEST_MS) : call()), Math.min(left, LONGEST_MS));
      if (options?.unref === true) timer.unref();
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};
