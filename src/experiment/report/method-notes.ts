import { counted, points } from './numbers.ts';
import type { Report } from './report.ts';

const TEST_WORDS = {
  mcnemar: 'exact McNemar test (binary scores, one run per task)',
  sign_flip_exact: 'sign-flip permutation over tasks, all patterns',
  sign_flip_drawn: 'sign-flip permutation over tasks, drawn patterns',
} as const;

/** How the numbers were made, in sentences that a reader can check. */
export function methodNotes(report: Report): readonly string[] {
  const { method } = report;
  const tests = [...new Set(report.pairs.flatMap((pair) => (pair.test === null ? [] : [TEST_WORDS[pair.test]])))];
  const over =
    report.intervalOver === 'tasks'
      ? `bootstrap over tasks, ${method.resamples.toLocaleString('en-US')} resamples, seed ${method.seed}`
      : 'Student t over runs, because there are fewer than two tasks';
  return [
    `${counted(report.tasks, 'task')}, ${counted(report.seeds, 'seed')}, ${counted(report.runs, 'run')}. The unit is the task: scores are averaged over seeds within a task, then over tasks.`,
    `Intervals (${Math.round(method.confidence * 1000) / 10} %): ${over}.`,
    `Differences are paired by task and seed: a run without a partner leaves the difference.${tests.length === 0 ? '' : ` p: ${tests.join('; ')}.`}`,
    method.family === 0
      ? 'No family of tests: all pairs are exploratory.'
      : `Holm's adjustment over the ${counted(method.family, 'pair')} with the control; other pairs are exploratory and unadjusted.`,
    `Verdict at α = ${method.alpha}; "equivalent" when the whole interval lies inside ±${points(method.margin)} points, which wins over better and worse.`,
    'Failures, timeouts and refusals count as 0 and are listed. Unscored runs leave the mean. Missing runs are listed, never filled in.',
    ...(report.pareto === null
      ? []
      : [
          `Front membership: share of ${method.resamples.toLocaleString('en-US')} resamples over ${report.pareto.membershipOver} in which the arm is undominated.`,
        ]),
  ];
}

/** What was fixed before the first run; empty without a registration. */
export function preregistrationNotes(report: Report): readonly string[] {
  const registration = report.preregistration;
  if (registration === null) return [];
  const effect = registration.minimumDetectableEffect;
  const scorers = Object.entries(registration.scorers).map(([name, count]) => `${name} (${count.toLocaleString('en-US')})`);
  return [
    `Registered ${new Date(registration.registeredAt).toISOString()} before the first run, hash ${registration.hash}.`,
    `Tasks ${registration.tasks.toLocaleString('en-US')} (hash ${registration.tasksHash}); arms ${registration.arms.join(', ')}; seeds ${registration.seeds.join(', ')}; control ${registration.control ?? 'none'}; model ${registration.model.label}${registration.model.fingerprint === null ? '' : ` (${registration.model.fingerprint.slice(0, 16)})`}.`,
    `Scorers: ${scorers.join(', ')}. Metric: ${registration.metric}.`,
    effect.capped
      ? `No difference can be found with 80 % power by ${counted(effect.tasks, 'task')} and ${counted(effect.arms, 'arm')}: the comparison is too small.`
      : `Smallest difference found with ${Math.round(effect.power * 100)} % power: ${points(effect.difference)} points (α = ${figureOf(effect.alpha)}, ${Math.round(effect.discordance * 100)} % discordant tasks ${effect.discordanceFrom === 'pilot' ? 'from a pilot' : 'assumed'}).`,
    `Version ${registration.codeVersion}.`,
  ];
}

function figureOf(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** One line that says where the replies come from, in capitals where they are not real. */
export function provenanceLine(report: Report): string {
  const { model, kind, fingerprint } = report.provenance;
  const label = kind === 'simulated' ? 'SIMULATED' : kind === 'scripted' ? 'SCRIPTED' : kind;
  const source = model.toLowerCase() === kind ? label : `${label}: ${model}`;
  return `${source}${fingerprint === null ? '' : `, fingerprint ${fingerprint.slice(0, 16)}`}`;
}
