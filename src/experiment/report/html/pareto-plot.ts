import { figure, percent, percentInterval } from '../numbers.ts';
import { axisTitle, axisValue } from '../plain-words.ts';
import type { Report, ReportPareto } from '../report.ts';
import { esc, px } from './escape.ts';
import { type Box, type PlacedLabel, placeLabels } from './labels.ts';
import { type Frame, type ParetoScales, paretoScales } from './pareto-scales.ts';

/** A size of the drawing; the page shows the one that fits the screen, so that text is never scaled. */
interface Size {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  readonly height: number;
  readonly ticks: number;
  /** Longest label in characters; the title has the whole name. */
  readonly label: number;
}

const SIZES: readonly Size[] = [
  { name: 'wide', width: 1040, height: 460, ticks: 8, label: 44 },
  { name: 'narrow', width: 370, height: 420, ticks: 4, label: 22 },
];
/** With more arms than this only the front and the control are labelled. */
const LABEL_ALL = 40;
const CURVE_STEPS = 24;

interface Drawn {
  readonly arm: string;
  readonly cost: number;
  readonly quality: number;
  readonly x: number;
  readonly y: number;
  readonly on: boolean;
  readonly membership: number;
}

/** Cost and quality of all arms as inline SVG, in two sizes, with the front as steps and the convex frontier dashed. */
export function paretoPlots(report: Report, pareto: ReportPareto, section: string): string {
  return SIZES.map((size) => paretoPlot(report, pareto, section, size)).join('');
}

function paretoPlot(report: Report, pareto: ReportPareto, section: string, size: Size): string {
  const frame: Frame = { left: 52, right: size.width - 30, top: 14, bottom: size.height - 46 };
  const scales = paretoScales(report, pareto, frame, size.ticks);
  const points = drawnPoints(pareto, scales);
  const labelled = points.filter((point) => points.length <= LABEL_ALL || point.on || point.arm === report.control);
  const texts = labelled.map((point) => labelText(point, size.label));
  const area = { x: frame.left + 2, y: 2, width: frame.right - frame.left + 26, height: frame.bottom - 4 };
  const placed = placeLabels(
    labelled.map(({ x, y }, index) => ({ x, y, text: texts[index] ?? '' })),
    area,
    [...intervalBoxes(report, points, scales), ...frontBoxes(points, frame)],
  );
  const id = `${section}-pareto-${size.name}`;
  return [
    `<svg class="plot ${size.name}" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">Cost and quality of ${points.length} arms</title>`,
    `<desc id="${id}-d">${esc(describe(pareto))}</desc>`,
    axes(report, pareto, scales, frame, size),
    frontLine(points, frame),
    convexLine(pareto, scales),
    ...labelled.map((point, index) => label(point, placed[index] ?? null, texts[index] ?? '')),
    ...points.map((point) => mark(report, pareto, point, scales)),
    '</svg>',
  ].join('');
}

/** Front first, best first: they get the good places for their labels. */
function drawnPoints(pareto: ReportPareto, scales: ParetoScales): readonly Drawn[] {
  const points = pareto.points.map(({ arm, cost, quality }) => ({
    arm,
    cost,
    quality,
    x: scales.x(cost),
    y: scales.y(quality),
    on: pareto.nondominated.includes(arm),
    membership: pareto.membership[arm] ?? 0,
  }));
  return points.sort((a, b) => Number(b.on) - Number(a.on) || b.quality - a.quality);
}

function labelText({ arm, membership }: Drawn, limit: number): string {
  const characters = [...arm];
  const name = characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : arm;
  const share = Math.round(membership * 100);
  return share > 0 && share < 100 ? `${name} · ${share} %` : name;
}

function describe({ nondominated, convex }: ReportPareto): string {
  return `Undominated: ${nondominated.join(', ')}. On the convex frontier: ${convex.join(', ')}.`;
}

function axes(report: Report, pareto: ReportPareto, scales: ParetoScales, frame: Frame, size: Size): string {
  const { x, y, xTicks, yTicks, logarithmic } = scales;
  const across = yTicks.map((tick) => {
    const at = px(y(tick));
    return `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${at}" y2="${at}"/><text class="tick" text-anchor="end" x="${frame.left - 8}" y="${px(y(tick) + 4)}">${px(tick * 100)} %</text>`;
  });
  const up = xTicks.map((tick) => {
    const at = px(x(tick));
    return `<line class="grid" x1="${at}" x2="${at}" y1="${frame.top}" y2="${frame.bottom}"/><text class="tick" text-anchor="middle" x="${at}" y="${frame.bottom + 18}">${esc(tickText(pareto, tick))}</text>`;
  });
  const title = `${axisTitle(pareto.axis, report.method.tokenBasis)}${logarithmic ? ', log scale' : ''}`;
  const middle = px((frame.left + frame.right) / 2);
  return `<g aria-hidden="true">${across.join('')}${up.join('')}<line class="base" x1="${frame.left}" x2="${frame.right}" y1="${frame.bottom}" y2="${frame.bottom}"/><text class="axis" text-anchor="middle" x="${middle}" y="${size.height - 8}">${esc(title)}</text></g>`;
}

function tickText(pareto: ReportPareto, tick: number): string {
  const text = tick === 0 ? '0' : tick >= 1000 ? figure(tick) : String(Number(tick.toPrecision(3)));
  return pareto.axis === 'costUsd' ? `$${text}` : text;
}

/** Steps: for a given cost the best that can be had is the last undominated arm at or below it. */
function frontLine(points: readonly Drawn[], frame: Frame): string {
  const front = points.filter((point) => point.on).sort((a, b) => a.x - b.x);
  const [first, ...rest] = front;
  if (first === undefined) return '';
  const steps = rest.map((point) => `H${px(point.x)}V${px(point.y)}`);
  return `<path class="front" d="M${px(first.x)} ${px(first.y)}${steps.join('')}H${frame.right}"/>`;
}

function box(x1: number, y1: number, x2: number, y2: number): Box {
  return { x: Math.min(x1, x2) - 1, y: Math.min(y1, y2) - 1, width: Math.abs(x2 - x1) + 2, height: Math.abs(y2 - y1) + 2 };
}

function frontBoxes(points: readonly Drawn[], frame: Frame): readonly Box[] {
  const front = points.filter((point) => point.on).sort((a, b) => a.x - b.x);
  return front.flatMap((from, index) => {
    const to = front[index + 1];
    const along = box(from.x, from.y, to?.x ?? frame.right, from.y);
    return to === undefined ? [along] : [along, box(to.x, from.y, to.x, to.y)];
  });
}

function intervalBoxes(report: Report, points: readonly Drawn[], { y }: ParetoScales): readonly Box[] {
  const intervals = new Map(report.arms.map((arm) => [arm.arm, arm.interval]));
  return points.flatMap(({ arm, x }) => {
    const interval = intervals.get(arm) ?? null;
    return interval === null ? [] : [box(x, y(interval[0]), x, y(interval[1]))];
  });
}

/** Straight in cost and quality (a mixture of two arms), hence curved where the axis is logarithmic. */
function convexLine(pareto: ReportPareto, { x, y, logarithmic }: ParetoScales): string {
  const corners = pareto.points.filter((point) => pareto.convex.includes(point.arm)).sort((a, b) => a.cost - b.cost);
  const steps = logarithmic ? CURVE_STEPS : 1;
  const line = corners.slice(1).flatMap((to, index) => {
    const from = corners[index] ?? to;
    return Array.from({ length: steps }, (_, step) => {
      const share = (step + 1) / steps;
      return `L${px(x(from.cost + (to.cost - from.cost) * share))} ${px(y(from.quality + (to.quality - from.quality) * share))}`;
    });
  });
  const [first] = corners;
  return first === undefined || line.length === 0 ? '' : `<path class="convex" d="M${px(x(first.cost))} ${px(y(first.quality))}${line.join('')}"/>`;
}

function label(point: Drawn, placed: PlacedLabel | null, text: string): string {
  if (placed === null) return '';
  const area = placed.box;
  const near = { x: Math.min(Math.max(point.x, area.x), area.x + area.width), y: Math.min(Math.max(point.y, area.y), area.y + area.height) };
  const leader = placed.leader ? `<line class="leader" x1="${px(point.x)}" y1="${px(point.y)}" x2="${px(near.x)}" y2="${px(near.y)}"/>` : '';
  return `${leader}<text class="halo${point.on ? '' : ' off'}" aria-hidden="true" x="${px(placed.x)}" y="${px(placed.y)}">${esc(text)}</text>`;
}

function mark(report: Report, pareto: ReportPareto, point: Drawn, { y }: ParetoScales): string {
  const arm = report.arms.find((candidate) => candidate.arm === point.arm);
  const interval = arm?.interval ?? null;
  const spread =
    interval === null ? '' : `<line class="spread" x1="${px(point.x)}" x2="${px(point.x)}" y1="${px(y(interval[0]))}" y2="${px(y(interval[1]))}"/>`;
  const place = point.on ? 'undominated' : 'dominated';
  const words = `${point.arm}: ${percent(point.quality)} ${percentInterval(interval)} at ${axisValue(pareto.axis, point.cost)}, ${place}, undominated in ${Math.round(point.membership * 100)} % of resamples`;
  const at = `cx="${px(point.x)}" cy="${px(point.y)}"`;
  return `<g class="point${point.on ? ' on' : ''}" tabindex="0" role="img" aria-label="${esc(words)}"><title>${esc(words)}</title>${spread}<circle class="ring" ${at} r="6"/><circle class="core" ${at} r="6" fill-opacity="${px(point.membership)}"/></g>`;
}

/** What the lines and marks mean. */
export const PARETO_LEGEND = `<ul class="legend"><li><svg viewBox="0 0 26 12" aria-hidden="true"><path class="front" d="M0 10H13V3H26"/></svg>undominated</li><li><svg viewBox="0 0 26 12" aria-hidden="true"><path class="convex" d="M0 9L26 3"/></svg>convex frontier (mixtures of two arms)</li><li><svg viewBox="0 0 26 12" aria-hidden="true"><g class="point on"><circle class="ring" cx="13" cy="6" r="5"/><circle class="core" cx="13" cy="6" r="5" fill-opacity="0.5"/></g></svg>fill = share of resamples in which the arm is undominated</li></ul>`;
