import { OBJECTIVES, type Objective, type ObjectiveWeights, recommend } from '#topology';
import type { CommandContext } from '../../context.ts';
import { readNumber, readPairs, type ValueRule } from '../../flags.ts';
import { styles, table, terminalWidth, toJson } from '../../output.ts';

export interface RecommendFlags {
  readonly weights?: string;
}

const EVEN: ObjectiveWeights = { quality: 0.25, cost: 0.25, latency: 0.25, robustness: 0.25 };
/** Arms that one measurement can sensibly hold. */
const MEASURED = 3;

const WEIGHT: ValueRule = { allowed: 'a number from 0', read: (text) => readNumber(text, { minimum: 0 }) };
const RULES: Readonly<Record<Objective, ValueRule>> = { quality: WEIGHT, cost: WEIGHT, latency: WEIGHT, robustness: WEIGHT };

/** `polity topologies recommend`. */
export async function recommendCommand(flags: RecommendFlags, context: CommandContext): Promise<number> {
  const weights = flags.weights === undefined ? EVEN : readPairs('--weights', flags.weights, RULES);
  const ranked = recommend(weights);
  const best = ranked.slice(0, MEASURED);
  const measure = `polity compare --tasks TASKS --arms ${['single', ...best.map((entry) => entry.kind)].join(',')}`;
  context.result(toJson({ prior: true, weights, recommendations: ranked, measure }), () => {
    const { bold } = styles(context.color);
    const width = terminalWidth();
    const rows = ranked.map((entry, index) => [String(index + 1), entry.kind, entry.score.toFixed(3), entry.reason.replace(/^prior, not a measurement: /, '')]);
    const asked = OBJECTIVES.map((objective) => `${objective} ${weights[objective] ?? 0}`).join(', ');
    return [
      bold('A prior, not a measurement: what the protocols suggest before anything has run.'),
      `asked: ${asked}${flags.weights === undefined ? ' (no --weights given: all alike)' : ''}`,
      '',
      table(['', 'kind', 'score', 'reason'], rows, { align: ['right', 'left', 'right', 'left'], ...(width === undefined ? {} : { width }) }),
      '',
      'score: 1 when the prior weights of the kind equal the asked ones, 0 when they share nothing',
      `measure it: ${measure}`,
      ...(best.length === ranked.length ? [] : ['(the best of those that run today)']),
    ].join('\n');
  });
  return 0;
}
