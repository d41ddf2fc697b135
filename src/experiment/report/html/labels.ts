/** A rectangle in the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point that wants a label, the more important ones first. */
export interface Labelled {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Where a label stands: its left end and its baseline, and whether it is far enough from its point to need a line to it. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  readonly leader: boolean;
}

/** Mean advance of a character of the 12 px sans serif faces named in the styles; the widest of them stay below it. */
const CHARACTER = 6.7;
const HEIGHT = 15;
const ASCENT = 11.5;
const POINT = 8;
/** Distances at which a place is tried; beyond the first a line leads from the point to its label. */
const DISTANCES = [10, 24, 40, 58];
/** Corners first: intervals run up and down through a point, and the front runs to its right. */
const DIRECTIONS = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
] as const;
/** How much of the distance a corner takes on each axis. */
const DIAGONAL = 0.7;

/**
 * Places labels so that none covers another label or a point and all stay inside; null where no place is free (the point keeps its
 * title). Lines (`obstacles`) are crossed only where no place beside them is free. Greedy in the given order; O(points²), for the tens of
 * arms that a plot can show.
 */
export function placeLabels(points: readonly Labelled[], area: Box, obstacles: readonly Box[] = []): readonly (PlacedLabel | null)[] {
  const taken: Box[] = points.map(({ x, y }) => ({ x: x - POINT, y: y - POINT, width: 2 * POINT, height: 2 * POINT }));
  return points.map((point, index) => {
    const others = taken.filter((_, other) => other !== index);
    const placed = firstFree(point, area, [...others, ...obstacles]) ?? firstFree(point, area, others);
    if (placed !== null) taken.push(placed.box);
    return placed;
  });
}

function firstFree(point: Labelled, area: Box, taken: readonly Box[]): PlacedLabel | null {
  for (const distance of DISTANCES) {
    for (const direction of DIRECTIONS) {
      const placed = placeAt(point, direction, distance);
      if (inside(placed.box, area) && !taken.some((box) => overlaps(box, placed.box))) return placed;
    }
  }
  return null;
}

function placeAt({ x, y, text }: Labelled, [dx, dy]: readonly [number, number], distance: number): PlacedLabel {
  const width = [...text].length * CHARACTER;
  const step = dx !== 0 && dy !== 0 ? distance * DIAGONAL : distance;
  const left = dx > 0 ? x + step : dx < 0 ? x - step - width : x - width / 2;
  const top = dy > 0 ? y + step - 2 : dy < 0 ? y - step - HEIGHT + 2 : y - HEIGHT / 2;
  return { x: left, y: top + ASCENT, box: { x: left, y: top, width, height: HEIGHT }, leader: distance > (DISTANCES[0] ?? 0) };
}

function inside(box: Box, area: Box): boolean {
  return box.x >= area.x && box.y >= area.y && box.x + box.width <= area.x + area.width && box.y + box.height <= area.y + area.height;
}

/** Whether two boxes share any area. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
