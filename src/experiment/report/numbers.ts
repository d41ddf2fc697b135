import type { Interval } from '#statistics';

/** How numbers are shown to people; one place, so that every rendering says the same. */

/** `35.4 %` of 0.354; `–` for null. */
export function percent(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`;
}

/** Percentage points without unit: `4.3` of 0.0425 in `points(0.0425)`; the sign is always shown when `signed`. */
export function points(value: number, signed = false): string {
  const text = (roundHalfUp(value * 1000) / 10).toFixed(1);
  const clean = text === '-0.0' ? '0.0' : text;
  return signed && value > 0 && clean !== '0.0' ? `+${clean}` : clean.replace('-', '−');
}

/** Binary fractions put 42.5 a hair below itself; the hair must not decide what is printed. */
function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value) + 1e-9);
}

/** `[3.6, 4.9]` in percentage points; empty without an interval. */
export function pointsInterval(interval: Interval | null, signed = false): string {
  return interval === null ? '' : `[${points(interval[0], signed)}, ${points(interval[1], signed)}]`;
}

/** `[33.9, 36.8]` of a mean, in percent. */
export function percentInterval(interval: Interval | null): string {
  return interval === null ? '' : `[${(interval[0] * 100).toFixed(1)}, ${(interval[1] * 100).toFixed(1)}]`;
}

/** Three significant digits in plain notation, with thousands apart. */
export function figure(value: number | null): string {
  if (value === null) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(size)));
  return value.toFixed(digits);
}

/** Dollars. */
export function dollars(value: number | null): string {
  return value === null ? '–' : `$${figure(value)}`;
}

/** Milliseconds as the unit that fits. */
export function duration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1000) return `${figure(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `${figure(seconds)} s`;
  return seconds < 7200 ? `${figure(seconds / 60)} min` : `${figure(seconds / 3600)} h`;
}

/** A p value: `< 0.001` below that. */
export function probability(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** `2.9×`. */
export function times(ratio: number): string {
  return `${ratio >= 100 ? Math.round(ratio).toLocaleString('en-US') : ratio.toFixed(1)}×`;
}

/** A count with its noun: `1 run`, `1,319 runs`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
