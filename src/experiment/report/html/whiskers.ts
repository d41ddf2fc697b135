import { scaleLinear } from 'd3-scale';
import type { Interval } from '#statistics';
import { esc, px } from './escape.ts';

const WIDTH = 240;
const ROW_HEIGHT = 26;
const HEAD_HEIGHT = 18;
const MARGIN = 20;
const TICKS = 4;

/** The shared scale of a column of whiskers. */
export interface WhiskerScale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A scale with round ends over all intervals and values. */
export function whiskerScale(values: readonly number[]): WhiskerScale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const spread = low < high ? [low, high] : [low - 0.05, high + 0.05];
  const scale = scaleLinear()
    .domain(spread)
    .nice(TICKS)
    .range([MARGIN, WIDTH - MARGIN]);
  return { place: (value) => scale(value), ticks: scale.ticks(TICKS) };
}

/** The scale's ticks, to stand in the head of the column. */
export function whiskerAxis({ place, ticks }: WhiskerScale, format: (value: number) => string): string {
  const labels = ticks.map((tick) => `<text class="tick" text-anchor="middle" x="${px(place(tick))}" y="13">${esc(format(tick))}</text>`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEAD_HEIGHT}" aria-hidden="true">${labels.join('')}</svg>`;
}

/** What a row of whiskers shows. */
export interface Whisker {
  readonly value: number;
  readonly interval: Interval | null;
  /** Read out instead of the drawing. */
  readonly label: string;
  /** Colours the whisker. */
  readonly tone: string;
  /** Draws a line at 0 and a band of ± this width. */
  readonly margin?: number;
}

/** One interval with its value on the shared scale. */
export function whiskerRow({ place, ticks }: WhiskerScale, { value, interval, label, tone, margin }: Whisker): string {
  const middle = ROW_HEIGHT / 2;
  const grid = ticks.map((tick) => `<line class="grid" x1="${px(place(tick))}" x2="${px(place(tick))}" y1="0" y2="${ROW_HEIGHT}"/>`).join('');
  const [left, right] = [Math.max(0, place(-(margin ?? 0))), Math.min(WIDTH, place(margin ?? 0))];
  const zero =
    margin === undefined
      ? ''
      : `<rect class="band" x="${px(left)}" y="0" width="${px(Math.max(0, right - left))}" height="${ROW_HEIGHT}"/><line class="zero" x1="${px(place(0))}" x2="${px(place(0))}" y1="0" y2="${ROW_HEIGHT}"/>`;
  const line = interval === null ? '' : whiskerLine(place(interval[0]), place(interval[1]), middle);
  return `<svg viewBox="0 0 ${WIDTH} ${ROW_HEIGHT}" role="img" aria-label="${esc(label)}">${grid}${zero}<g class="${tone}">${line}<circle class="dot" cx="${px(place(value))}" cy="${middle}" r="4.5"/></g></svg>`;
}

function whiskerLine(from: number, to: number, middle: number): string {
  const cap = (x: number): string => `M${px(x)} ${middle - 4}V${middle + 4}`;
  return `<path class="whisker" fill="none" d="M${px(from)} ${middle}H${px(to)}${cap(from)}${cap(to)}"/>`;
}
