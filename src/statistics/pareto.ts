/** An arm on the plane of cost (lower is better) and quality (higher is better). */
export interface CostQuality {
  readonly id: string;
  readonly cost: number;
  readonly quality: number;
}

/** Ids on the front, cheapest first. `convex` is the part that no mixture of two others beats. */
export interface ParetoFront {
  readonly nondominated: readonly string[];
  readonly convex: readonly string[];
}

/**
 * Indices of the points that no other point beats: none is at least as good on both axes and better on one. Equal points stand
 * together. Cheapest first; O(n log n).
 */
export function nondominatedIndices(cost: ArrayLike<number>, quality: ArrayLike<number>): readonly number[] {
  const at = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN;
  const order = Array.from({ length: cost.length }, (_, index) => index);
  order.sort((x, y) => at(cost, x) - at(cost, y) || at(quality, y) - at(quality, x) || x - y);
  const front: number[] = [];
  let best = Number.NEGATIVE_INFINITY;
  let bestCost = Number.NaN;
  for (const index of order) {
    const q = at(quality, index);
    if (q > best || (q === best && at(cost, index) === bestCost)) {
      front.push(index);
      best = q;
      bestCost = at(cost, index);
    }
  }
  return front;
}

/** True when `middle` lies strictly below the straight line from `left` to `right`. */
function liesBelow(left: CostQuality, middle: CostQuality, right: CostQuality): boolean {
  return (middle.quality - left.quality) * (right.cost - left.cost) < (right.quality - left.quality) * (middle.cost - left.cost);
}

function upperHull(front: readonly CostQuality[]): readonly CostQuality[] {
  const hull: CostQuality[] = [];
  for (const point of front) {
    for (;;) {
      const left = hull.at(-2);
      const middle = hull.at(-1);
      if (left === undefined || middle === undefined || !liesBelow(left, middle, point)) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}

/**
 * The non-dominated points, and the upper-left convex hull of them: mixing two agents at random reaches any point of the line between
 * them, so a point below that line is no choice (the rule of "AI Agents That Matter", arXiv:2407.01502). Points on the line stay.
 */
export function paretoFront(points: readonly CostQuality[]): ParetoFront {
  const indices = nondominatedIndices(
    points.map((point) => point.cost),
    points.map((point) => point.quality),
  );
  const front = indices.flatMap((index) => points[index] ?? []);
  const distinct = front.filter((point, index) => index === 0 || point.cost !== front[index - 1]?.cost);
  const corners = new Set(upperHull(distinct).map((point) => point.cost));
  return { nondominated: front.map((point) => point.id), convex: front.filter((point) => corners.has(point.cost)).map((point) => point.id) };
}
