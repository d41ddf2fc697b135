import type { Rng } from '#lib';
import { classifyTopology, type InferredKind } from '../classifier.ts';
import type { TopologyGraph } from '../graph.ts';

/** One answer beside the truth. */
interface Judgement {
  readonly label: InferredKind;
  readonly inferred: InferredKind;
  readonly runnerUp: InferredKind | null;
  readonly confidence: number;
}

/** Classifies `count` drawn graphs. */
export function judge(draw: (rng: Rng) => { readonly label: InferredKind; readonly graph: TopologyGraph }, rng: Rng, count: number): Judgement[] {
  return Array.from({ length: count }, () => {
    const { label, graph } = draw(rng);
    const { kind, confidence, runnerUp } = classifyTopology(graph).inferred;
    return { label, inferred: kind, confidence, runnerUp };
  });
}

/** Share of answers that are right, 0 for none. */
export function accuracy(answers: readonly Judgement[]): number {
  return answers.length === 0 ? 0 : answers.filter(({ label, inferred }) => label === inferred).length / answers.length;
}

/** Answers by confidence in steps of a tenth: count, mean confidence, share of right answers. */
export function calibrationBins(
  answers: readonly Judgement[],
): { readonly from: number; readonly count: number; readonly confidence: number; readonly right: number }[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const inside = answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    const confidence = inside.reduce((sum, answer) => sum + answer.confidence, 0) / Math.max(1, inside.length);
    return { from: bin / 10, count: inside.length, confidence, right: accuracy(inside) };
  });
}

/** Counts by true kind (rows) and answer (columns), as a Markdown table. */
export function confusionTable(answers: readonly Judgement[]): string {
  const names = [...new Set(answers.flatMap(({ label, inferred }) => [label, inferred]))].sort();
  const cell = (label: string, inferred: string): number => answers.filter((a) => a.label === label && a.inferred === inferred).length;
  const rows = names.map((label) => `| ${label} | ${names.map((inferred) => cell(label, inferred) || '·').join(' | ')} |`);
  return [`| true \\ answer | ${names.join(' | ')} |`, `|---|${names.map(() => '---|').join('')}`, ...rows].join('\n');
}
