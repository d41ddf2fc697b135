import type { Json } from '#lib';
import type { CostAxis, Gap } from '#statistics';
import { preregistrationToJson } from '../comparison/preregistration-json.ts';
import { headline } from './plain-words.ts';
import type { Report, ReportArm, ReportClass, ReportedRun, ReportPair, ReportPareto } from './report.ts';

/** Version of the report document. */
export const REPORT_VERSION = 1;

const AXIS_NAMES: Readonly<Record<CostAxis, string>> = { costUsd: 'cost_usd', tokens: 'tokens', turns: 'turns' };

/** The report as `report --json` and `compare --json` print it. */
export function reportToJson(report: Report): Json {
  const { provenance, method } = report;
  return {
    version: REPORT_VERSION,
    ...(report.id === null ? {} : { id: report.id }),
    verdict: headline(report),
    control: report.control,
    tasks: report.tasks,
    runs: report.runs,
    seeds: report.seeds,
    interval_over: report.intervalOver,
    arms: report.arms.map(armToJson),
    pairs: report.pairs.map(pairToJson),
    pareto: paretoToJson(report.pareto),
    classes: report.classes.map(classToJson),
    failures: report.failures.map(runToJson),
    unscored: report.unscored.map(runToJson),
    missing: report.missing.map(gapToJson),
    unpaired: report.pairs
      .filter((pair) => pair.unpairedRuns.a + pair.unpairedRuns.b > 0)
      .map(({ a, b, unpairedRuns }) => ({ a, b, runs_of_a: unpairedRuns.a, runs_of_b: unpairedRuns.b })),
    provenance: { model: provenance.model, kind: provenance.kind, fingerprint: provenance.fingerprint, notes: provenance.notes },
    preregistration: report.preregistration === null ? null : preregistrationToJson(report.preregistration),
    method: {
      confidence: method.confidence,
      resamples: method.resamples,
      flips: method.flips,
      seed: method.seed,
      margin: method.margin,
      alpha: method.alpha,
      family: method.family,
      token_basis: method.tokenBasis,
    },
    warnings: report.warnings,
  };
}

/** The front as it is reported and kept in snapshots; null when no cost figure is known for all arms. */
export function paretoToJson(pareto: ReportPareto | null): Json {
  if (pareto === null) return null;
  const { axis, points, nondominated, convex, membership, membershipOver } = pareto;
  return { axis: AXIS_NAMES[axis], nondominated, convex, membership, membership_over: membershipOver, points: points.map((point) => ({ ...point })) };
}

function armToJson(arm: ReportArm): Json {
  return {
    arm: arm.arm,
    n: arm.n,
    tasks: arm.tasks,
    mean: arm.mean,
    interval: arm.interval,
    run_sd: arm.runSd,
    cost_usd: arm.costUsd,
    tokens: arm.tokens,
    turns: arm.turns,
    latency_ms: arm.latencyMs,
    blocked_approvals: arm.blockedApprovals,
    failures: arm.failures,
    unscored: arm.unscored,
    unscored_reason: arm.unscoredReason,
    missing: arm.missing,
  };
}

function pairToJson(pair: ReportPair): Json {
  const { discordant } = pair;
  return {
    a: pair.a,
    b: pair.b,
    difference: pair.difference,
    interval: pair.interval,
    interval_over: pair.intervalOver,
    p: pair.p,
    p_adjusted: pair.pAdjusted,
    test: pair.test,
    verdict: pair.verdict,
    ...(discordant === null ? {} : { discordant: { a_only: discordant.aOnly, b_only: discordant.bOnly } }),
    exploratory: pair.exploratory,
    tasks: pair.tasks,
    paired_runs: pair.pairedRuns,
    unpaired_runs: { a: pair.unpairedRuns.a, b: pair.unpairedRuns.b },
  };
}

function classToJson({ class: name, tasks, means }: ReportClass): Json {
  return { class: name, tasks, means };
}

function runToJson({ arm, task, seed, status, reason, runId }: ReportedRun): Json {
  return { arm, task_id: task, seed, status, reason, ...(runId === null ? {} : { run_id: runId }) };
}

function gapToJson({ arm, task, seed }: Gap): Json {
  return { arm, task_id: task, seed };
}
