import type { Verdict } from '#statistics';
import { matchedName } from '../arms/arm.ts';
import { confidenceLabel, type TextTable } from './cells.ts';
import { figure, percent, points, pointsInterval, probability } from './numbers.ts';
import type { Report, ReportPair } from './report.ts';

const OPPOSITE: Readonly<Record<Verdict, Verdict>> = { better: 'worse', worse: 'better', tie: 'tie', equivalent: 'equivalent' };

/** The pair of an arm and the control that got its tokens, seen from the arm; undefined when one of them has no scored task. */
function matchedPair(report: Report, arm: string): ReportPair | undefined {
  const control = matchedName(arm);
  const pair = report.pairs.find(({ a, b }) => (a === arm && b === control) || (a === control && b === arm));
  if (pair === undefined || pair.a === arm) return pair;
  const { interval, difference, verdict } = pair;
  return {
    ...pair,
    a: arm,
    b: control,
    difference: -difference,
    interval: interval === null ? null : [-interval[1], -interval[0]],
    verdict: OPPOSITE[verdict],
  };
}

/** Every arm beside one agent that had the tokens of its runs; undefined when no arm has such a control. These pairs are exploratory. */
export function matchedTable(report: Report): TextTable | undefined {
  const byName = new Map(report.arms.map((arm) => [arm.arm, arm]));
  const matched = report.arms.flatMap((arm) => {
    const control = byName.get(matchedName(arm.arm));
    return control === undefined ? [] : [{ arm, control }];
  });
  if (matched.length === 0) return undefined;
  return {
    caption: 'With the same tokens',
    columns: [
      { title: 'Arm', numeric: false },
      { title: 'Mean score', numeric: true },
      { title: 'One agent', numeric: true },
      { title: 'Points', numeric: true },
      { title: confidenceLabel(report), numeric: true },
      { title: 'p', numeric: true },
      { title: 'Verdict', numeric: false },
      { title: 'Tokens', numeric: true },
      { title: 'Tokens of one', numeric: true },
    ],
    rows: matched.map(({ arm, control }) => {
      const pair = matchedPair(report, arm.arm);
      const compared =
        pair === undefined
          ? ['–', '–', '–', control.unscored > 0 ? 'unscored' : '–']
          : [points(pair.difference, true), pointsInterval(pair.interval, true), probability(pair.p), pair.verdict];
      return [arm.arm, percent(arm.mean), percent(control.mean), ...compared, figure(arm.tokens), figure(control.tokens)];
    }),
  };
}
