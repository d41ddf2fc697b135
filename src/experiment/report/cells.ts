import { counted, dollars, duration, figure, percent, percentInterval, points, pointsInterval, probability } from './numbers.ts';
import { axisTitle, axisValue } from './plain-words.ts';
import type { Report, ReportArm, ReportedRun, ReportPair } from './report.ts';

/** A table as text: every renderer shows the same cells and adds only its own marks. */
export interface TextTable {
  readonly caption: string;
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** Arms by mean, highest first; unscored ones last; ties in the given order. */
export function rankedArms(report: Report): readonly ReportArm[] {
  return [...report.arms].sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

interface ArmColumn {
  readonly title: string;
  readonly numeric: boolean;
  readonly cell: (arm: ReportArm, report: Report) => string;
  /** Left out when no arm has a value. */
  readonly shown?: (report: Report) => boolean;
}

const any =
  (read: (arm: ReportArm) => number | null) =>
  (report: Report): boolean =>
    report.arms.some((arm) => (read(arm) ?? 0) !== 0);

const ARM_COLUMNS: readonly ArmColumn[] = [
  { title: 'Arm', numeric: false, cell: (arm, report) => (arm.arm === report.control ? `${arm.arm} (control)` : arm.arm) },
  { title: 'Mean score', numeric: true, cell: (arm) => percent(arm.mean) },
  { title: '95 % interval', numeric: true, cell: (arm) => percentInterval(arm.interval) },
  { title: 'Runs', numeric: true, cell: (arm) => arm.n.toLocaleString('en-US') },
  { title: 'Run sd', numeric: true, cell: (arm) => (arm.runSd === null ? '–' : points(arm.runSd)), shown: any((arm) => arm.runSd) },
  { title: 'Cost', numeric: true, cell: (arm) => dollars(arm.costUsd), shown: any((arm) => arm.costUsd) },
  { title: 'Tokens', numeric: true, cell: (arm) => figure(arm.tokens), shown: any((arm) => arm.tokens) },
  { title: 'Turns', numeric: true, cell: (arm) => figure(arm.turns), shown: any((arm) => arm.turns) },
  { title: 'Latency', numeric: true, cell: (arm) => duration(arm.latencyMs), shown: any((arm) => arm.latencyMs) },
  { title: 'Blocked approvals', numeric: true, cell: (arm) => figure(arm.blockedApprovals), shown: any((arm) => arm.blockedApprovals) },
  { title: 'Failures', numeric: true, cell: (arm) => String(arm.failures), shown: any((arm) => arm.failures) },
  { title: 'Unscored', numeric: true, cell: (arm) => String(arm.unscored), shown: any((arm) => arm.unscored) },
  { title: 'Missing', numeric: true, cell: (arm) => String(arm.missing), shown: any((arm) => arm.missing) },
];

/** Percent without fraction of the coverage of all intervals. */
export function confidenceLabel(report: Report): string {
  return `${Math.round(report.method.confidence * 1000) / 10} % interval`;
}

/** The leaderboard; figures are means per run. */
export function leaderboardTable(report: Report): TextTable {
  const columns = ARM_COLUMNS.filter((column) => column.shown === undefined || column.shown(report));
  return {
    caption: 'Leaderboard',
    columns: columns.map(({ title, numeric }) => ({ title: title === '95 % interval' ? confidenceLabel(report) : title, numeric })),
    rows: rankedArms(report).map((arm) => columns.map((column) => column.cell(arm, report))),
  };
}

/** Pairs with the control, largest difference first, then the exploratory ones. */
export function pairsTable(report: Report, exploratory: boolean): TextTable {
  const pairs = pairsOf(report, exploratory);
  const discordant = pairs.some((pair) => pair.discordant !== null);
  return {
    caption: exploratory ? 'Exploratory pairs' : `Against ${report.control}`,
    columns: [
      { title: exploratory ? 'Pair' : 'Arm', numeric: false },
      { title: 'Points', numeric: true },
      { title: confidenceLabel(report), numeric: true },
      { title: 'p', numeric: true },
      ...(exploratory ? [] : [{ title: 'p adjusted', numeric: true }]),
      { title: 'Verdict', numeric: false },
      ...(discordant ? [{ title: 'Only it / other', numeric: true }] : []),
      { title: 'Tasks', numeric: true },
    ],
    rows: pairs.map((pair) => [
      exploratory ? `${pair.a} − ${pair.b}` : pair.a,
      points(pair.difference, true),
      pointsInterval(pair.interval, true),
      probability(pair.p),
      ...(exploratory ? [] : [probability(pair.pAdjusted)]),
      pair.verdict,
      ...(discordant ? [pair.discordant === null ? '–' : `${pair.discordant.aOnly} / ${pair.discordant.bOnly}`] : []),
      pair.tasks.toLocaleString('en-US'),
    ]),
  };
}

/** The pairs of one family, largest difference first. */
export function pairsOf(report: Report, exploratory: boolean): readonly ReportPair[] {
  return report.pairs.filter((pair) => pair.exploratory === exploratory).sort((x, y) => y.difference - x.difference);
}

/** The cost front as a table, cheapest first; undefined without one. */
export function paretoTable(report: Report): TextTable | undefined {
  const { pareto } = report;
  if (pareto === null) return undefined;
  return {
    caption: 'Cost and quality',
    columns: [
      { title: 'Arm', numeric: false },
      { title: axisTitle(pareto.axis, report.method.tokenBasis), numeric: true },
      { title: 'Mean score', numeric: true },
      { title: 'Undominated', numeric: false },
      { title: 'Convex frontier', numeric: false },
      { title: 'Undominated in resamples', numeric: true },
    ],
    rows: [...pareto.points]
      .sort((a, b) => a.cost - b.cost)
      .map(({ arm, cost, quality }) => [
        arm,
        axisValue(pareto.axis, cost),
        percent(quality),
        pareto.nondominated.includes(arm) ? 'yes' : 'no',
        pareto.convex.includes(arm) ? 'yes' : 'no',
        `${Math.round((pareto.membership[arm] ?? 0) * 100)} %`,
      ]),
  };
}

/** Mean score per task class and arm; undefined when no task has a class. */
export function classTable(report: Report): TextTable | undefined {
  if (report.classes.length === 0) return undefined;
  const arms = rankedArms(report).map((arm) => arm.arm);
  return {
    caption: 'Mean score by task class',
    columns: [{ title: 'Class', numeric: false }, { title: 'Tasks', numeric: true }, ...arms.map((title) => ({ title, numeric: true }))],
    rows: report.classes.map(({ class: name, tasks, means }) => [name, tasks.toLocaleString('en-US'), ...arms.map((arm) => percent(means[arm] ?? null))]),
  };
}

/** A list of runs that did not go as planned, cut to `limit`, with a last line that says how many are not shown. */
export function runLines(runs: readonly ReportedRun[], limit: number): readonly string[] {
  const shown = runs.slice(0, limit).map((run) => {
    const why = [run.status, run.reason].filter((part, index, all) => part !== null && all.indexOf(part) === index).join(': ');
    return `${run.arm}, task ${run.task}, seed ${run.seed}: ${why}${run.runId === null ? '' : ` (run ${run.runId})`}`;
  });
  return runs.length > limit ? [...shown, `… and ${counted(runs.length - limit, 'more run', 'more runs')}`] : shown;
}

/** Missing runs as lines, cut to `limit`. */
export function missingLines(report: Report, limit: number): readonly string[] {
  const shown = report.missing.slice(0, limit).map((gap) => `${gap.arm}, task ${gap.task}, seed ${gap.seed}`);
  return report.missing.length > limit ? [...shown, `… and ${counted(report.missing.length - limit, 'more run', 'more runs')}`] : shown;
}
