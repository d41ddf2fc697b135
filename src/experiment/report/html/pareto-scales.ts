import { scaleLinear, scaleLog } from 'd3-scale';
import type { Report, ReportPareto } from '../report.ts';

/** Costs that span more than this many times are drawn on a logarithmic axis. */
const LOG_RATIO = 20;
/** Part of the range that is left free beside the outermost points. */
const PADDING = 0.06;

/** A drawing area in pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Scales of the plot of cost and quality. */
export interface ParetoScales {
  readonly x: (cost: number) => number;
  readonly y: (quality: number) => number;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  readonly logarithmic: boolean;
}

/** Scales over all points and their intervals. */
export function paretoScales(report: Report, pareto: ReportPareto, frame: Frame, tickCount: number): ParetoScales {
  const costs = pareto.points.map((point) => point.cost);
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const logarithmic = low > 0 && high / low > LOG_RATIO;
  const shown = new Set(pareto.points.map((point) => point.arm));
  const qualities = [...pareto.points.map((point) => point.quality), ...report.arms.filter((arm) => shown.has(arm.arm)).flatMap((arm) => arm.interval ?? [])];
  const [worst, best] = [Math.max(0, Math.min(...qualities)), Math.min(1, Math.max(...qualities))];
  const room = Math.max(0.01, (best - worst) * PADDING);
  const y = scaleLinear()
    .domain([Math.max(0, worst - room), Math.min(1, best + room)])
    .nice(5)
    .range([frame.bottom, frame.top]);
  const x = logarithmic ? logScale(low, high, frame) : linearScale(low, high, frame);
  return { x, y, xTicks: logarithmic ? logTicks(low, high, tickCount) : x.ticks(tickCount), yTicks: y.ticks(5), logarithmic };
}

function linearScale(low: number, high: number, { left, right }: Frame) {
  const room = (high - low || high || 1) * PADDING;
  return scaleLinear()
    .domain([Math.max(0, low - room), high + room])
    .nice()
    .range([left, right]);
}

function logScale(low: number, high: number, { left, right }: Frame) {
  const room = (high / low) ** PADDING;
  return scaleLog()
    .domain([low / room, high * room])
    .range([left, right]);
}

/** Powers of ten, with 2 and 5 between them while there is room. */
function logTicks(low: number, high: number, count: number): readonly number[] {
  const ticksOf = (steps: readonly number[]): readonly number[] => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      ticks.push(...steps.map((step) => step * 10 ** power).filter((tick) => tick >= low * 0.8 && tick <= high * 1.25));
    }
    return ticks;
  };
  const fine = ticksOf([1, 2, 5]);
  return fine.length <= count + 2 ? fine : ticksOf([1]);
}
