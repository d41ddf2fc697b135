import type { CostAxis } from '#statistics';
import { dollars, figure, points, pointsInterval, times } from './numbers.ts';
import type { Report, ReportArm, ReportPair, TokenBasis } from './report.ts';
import { smallness } from './warnings.ts';

/** What the axis counts, as a phrase after "at 2.9× the". */
export function axisWord(axis: CostAxis, basis: TokenBasis | null): string {
  if (axis === 'costUsd') return 'cost';
  if (axis === 'turns') return 'turns';
  return basis === 'output' ? 'output tokens' : basis === 'input' ? 'input tokens' : 'tokens';
}

/** Title of the axis, unit included. */
export function axisTitle(axis: CostAxis, basis: TokenBasis | null): string {
  if (axis === 'costUsd') return 'Cost per run (US dollars)';
  const word = axisWord(axis, basis);
  return `${word[0]?.toUpperCase()}${word.slice(1)} per run`;
}

/** A value on that axis. */
export function axisValue(axis: CostAxis, value: number): string {
  return axis === 'costUsd' ? dollars(value) : figure(value);
}

/** Better arms named beside the best; the table has all. */
const ALSO_TOLD = 3;

/** The answer of the report in one or a few sentences; no number in it that the tables do not show. */
export function headline(report: Report): string {
  const scored = report.arms.filter((arm) => arm.mean !== null);
  if (scored.length === 0) return 'Nothing can be compared: no run has a score.';
  const { control } = report;
  if (control === null) return withoutControl(report, scored);
  const pairs = report.pairs.filter((pair) => !pair.exploratory);
  if (pairs.length === 0) return `Only ${control} has scored runs: there is nothing to compare it with.`;
  const better = pairs.filter((pair) => pair.verdict === 'better').sort((x, y) => y.difference - x.difference);
  const [best, ...others] = better;
  if (best === undefined) return noneBetter(report, control, pairs);
  return `${pairSentence(report, best)}${alsoBetter(report, others)}`;
}

function alsoBetter(report: Report, others: readonly ReportPair[]): string {
  if (others.length === 0) return '';
  const told = others.slice(0, ALSO_TOLD).map((pair) => `${pair.a} (${points(pair.difference, true)}${costPhrase(report, pair)})`);
  const rest = others.length - told.length;
  return ` ${list(rest === 0 ? told : [...told, `${rest} more`])} ${others.length === 1 ? 'is' : 'are'} better too.`;
}

function withoutControl(report: Report, scored: readonly ReportArm[]): string {
  const [top] = [...scored].sort((x, y) => (y.mean ?? 0) - (x.mean ?? 0));
  const front = report.pareto === null ? '' : ` On cost and quality ${counted(report.pareto.nondominated.length, scored.length)} undominated.`;
  return `${top?.arm} has the highest mean. Without a control arm nothing says whether one agent would have been enough.${front}`;
}

function counted(count: number, of: number): string {
  return `${count} of ${of} arms ${count === 1 ? 'is' : 'are'}`;
}

/** `swarm is better than single by 4.3 points [3.6, 4.9], at 2.9× the cost.` */
export function pairSentence(report: Report, pair: ReportPair): string {
  const interval = pair.interval === null ? '' : ` ${pair.verdict === 'better' ? pointsInterval(pair.interval) : pointsInterval(pair.interval, true)}`;
  const cost = costPhrase(report, pair);
  switch (pair.verdict) {
    case 'better':
      return `${pair.a} is better than ${pair.b} by ${points(pair.difference)} points${interval}${cost}.`;
    case 'worse':
      return `${pair.a} is worse than ${pair.b} by ${points(-pair.difference)} points (difference${interval})${cost}.`;
    case 'equivalent':
      return `${pair.a} is equivalent to ${pair.b} within ±${points(report.method.margin)} points (difference ${points(pair.difference, true)}${interval})${cost}.`;
    case 'tie':
      return `${pair.a} and ${pair.b} cannot be told apart (difference ${points(pair.difference, true)}${interval})${cost}.`;
  }
}

function costPhrase(report: Report, pair: ReportPair): string {
  const [a, b] = [pair.a, pair.b].map((name) => report.arms.find((arm) => arm.arm === name));
  const axis = (['costUsd', 'tokens', 'turns'] as const).find((candidate) => a?.[candidate] !== null && (b?.[candidate] ?? 0) > 0);
  const [costA, costB] = axis === undefined ? [null, null] : [a?.[axis] ?? null, b?.[axis] ?? null];
  if (axis === undefined || costA === null || costB === null) return '';
  return `, at ${times(costA / costB)} the ${axisWord(axis, report.method.tokenBasis)}`;
}

function noneBetter(report: Report, control: string, pairs: readonly ReportPair[]): string {
  const of = (verdict: ReportPair['verdict']): readonly string[] => pairs.filter((pair) => pair.verdict === verdict).map((pair) => pair.a);
  const single = control === 'single' || control.startsWith('single:');
  const [equivalent, worse, tied] = [of('equivalent'), of('worse'), of('tie')];
  // "Enough" is a claim of its own: what these tasks cannot tell apart is no evidence for it.
  const lead =
    tied.length > 0 || smallness(report) !== null
      ? `No arm is shown to be better than ${control}.`
      : single
        ? `One agent is enough here: no arm is better than ${control}.`
        : `No arm is better than ${control}.`;
  if (pairs.every((pair) => pair.p === null))
    return `One task cannot tell these arms apart: no test is made from it. Give more tasks to compare with ${control}.`;
  return [
    lead,
    equivalent.length === 0 ? '' : `Equivalent: ${list(equivalent)}.`,
    worse.length === 0 ? '' : `Worse: ${list(worse)}.`,
    tied.length === 0 ? '' : `Not told apart by these tasks: ${list(tied)}; a small difference may have been missed.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[]): string {
  return words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
