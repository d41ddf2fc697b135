import { at, degreeOf, type GraphView } from './graph-view.ts';

/** Share of ordered pairs that are linked, m/(n(n−1)); 0 below two nodes. */
export function density(view: GraphView): number {
  return view.n < 2 ? 0 : view.arcs / (view.n * (view.n - 1));
}

/** Share of arcs whose reverse exists; 0 without arcs. */
export function reciprocity(view: GraphView): number {
  if (view.arcs === 0) return 0;
  return (2 * (view.arcs - view.pairs)) / view.arcs;
}

/** Freeman (1978) degree centralisation of the undirected form, Σ(max d − d_i)/((n−1)(n−2)); 0 where n ≤ 2 makes it 0/0. */
export function degreeCentralisation(view: GraphView): number {
  if (view.n <= 2) return 0;
  let highest = 0;
  for (let i = 0; i < view.n; i++) highest = Math.max(highest, degreeOf(view, i));
  return (view.n * highest - 2 * view.pairs) / ((view.n - 1) * (view.n - 2));
}

/** Population variance of the degrees of the undirected form. */
export function degreeVariance(view: GraphView): number {
  if (view.n === 0) return 0;
  let squares = 0;
  for (let i = 0; i < view.n; i++) squares += degreeOf(view, i) ** 2;
  return Math.max(0, squares / view.n - ((2 * view.pairs) / view.n) ** 2);
}

/** Differences of betweenness below this are rounding, so that a ring is exactly 0. */
const ROUNDING = 1e-12;

/** Freeman centralisation of normalised betweenness, Σ(max b − b_i)/(n−1). */
export function betweennessCentralisation(betweenness: Float64Array): number {
  const n = betweenness.length;
  if (n <= 2) return 0;
  let highest = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    highest = Math.max(highest, at(betweenness, i));
    sum += at(betweenness, i);
  }
  const centralisation = (n * highest - sum) / (n - 1);
  return centralisation < ROUNDING ? 0 : centralisation;
}
