import { describe, expect, it } from 'vitest';
import { createRng } from '#lib';
import { calibrate, RELIABILITY } from './classifier/calibration.ts';
import { drawTuningGraph } from './testing/generator.ts';
import { accuracy, calibrationBins, confusionTable, judge } from './testing/judge.ts';
import { drawJudgedGraph } from './testing/second-generator.ts';

const COUNT = 1000;
/** The promise: of the answers given with this confidence or more, at least this share is right. */
const SURE = 0.9;
const PROMISE = 0.95;

describe('calibration', () => {
  it('maps raw shares to confidence without ever falling', () => {
    for (let i = 1; i < RELIABILITY.length; i++) expect(RELIABILITY[i]![1]).toBeGreaterThanOrEqual(RELIABILITY[i - 1]![1]);
    expect([calibrate(0), calibrate(1)]).toEqual([RELIABILITY[0]![1], RELIABILITY[RELIABILITY.length - 1]![1]]);
    expect(calibrate(0.5)).toBeGreaterThan(calibrate(0.45));
  });

  it('keeps the promise on the generator that nothing was tuned on', () => {
    const answers = judge(drawJudgedGraph, createRng('judged'), COUNT);
    const sure = answers.filter(({ confidence }) => confidence >= SURE);
    expect(sure.length).toBeGreaterThan(COUNT / 2);
    expect(accuracy(sure), confusionTable(sure)).toBeGreaterThanOrEqual(PROMISE);
    expect(accuracy(answers), confusionTable(answers)).toBeGreaterThanOrEqual(0.85);
  });

  it('is not more confident than right in any well filled bin of the tuning generator', () => {
    const answers = judge(drawTuningGraph, createRng('fresh graphs'), COUNT);
    for (const bin of calibrationBins(answers)) if (bin.count >= 100) expect(bin.right, `from ${bin.from}`).toBeGreaterThan(bin.confidence - 0.12);
  });

  it('lowers confidence when edge kinds go missing', () => {
    const mean = (untyped: (share: number) => boolean): number => {
      const rng = createRng('untyped');
      const drawn = Array.from({ length: COUNT }, () => drawJudgedGraph(rng)).filter((graph) => untyped(graph.untyped));
      const answers = judge(() => drawn.pop()!, rng, Math.min(150, drawn.length));
      return answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
    };
    expect(mean((share) => share === 1)).toBeLessThan(mean((share) => share === 0) - 0.15);
  });
});
