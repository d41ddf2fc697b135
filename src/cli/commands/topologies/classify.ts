import { ERROR_TABLE, type Json, type PolityError, toPolityError } from '#lib';
import { classifyTopology, type TopologyClassification, type TopologyMetrics } from '#topology';
import type { CommandContext } from '../../context.ts';
import { styles, table, terminalWidth, toJson } from '../../output.ts';
import { sourceName } from '../../text-file.ts';
import { checkSources, readTopology } from './read-topology.ts';

type Outcome = { readonly file: string } & ({ readonly classification: TopologyClassification } | { readonly error: PolityError });

/** `polity topologies classify FILE…`: whatever can be read is classified, whether or not it is valid for the kind it declares. */
export async function classifyCommand(paths: readonly string[], context: CommandContext): Promise<number> {
  checkSources(paths);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    const classification = classifyTopology(await readTopology(only, { validate: false }));
    context.result(toJson(classification), () => explain(sourceName(only), classification, context.color));
    return 0;
  }
  const outcomes: Outcome[] = [];
  for (const path of paths) outcomes.push(await classifyFile(path));
  for (const outcome of outcomes) if ('error' in outcome && context.json) context.note(`polity: ${outcome.error.message}`);
  context.result(outcomes.map(outcomeJson), () => outcomes.map((outcome) => outcomeText(outcome, context.color)).join('\n\n'));
  return Math.max(...outcomes.map((outcome) => ('error' in outcome ? ERROR_TABLE[outcome.error.code].exit : 0)));
}

async function classifyFile(path: string): Promise<Outcome> {
  const file = sourceName(path);
  try {
    return { file, classification: classifyTopology(await readTopology(path, { validate: false })) };
  } catch (thrown) {
    const error = toPolityError(thrown);
    if (error.code === 'internal') throw thrown;
    return { file, error };
  }
}

function outcomeJson(outcome: Outcome): Json {
  if ('classification' in outcome) return toJson({ file: outcome.file, ...outcome.classification });
  const { code, message, details } = outcome.error;
  return { file: outcome.file, error: { code, message, details: toJson(details) } };
}

function outcomeText(outcome: Outcome, color: boolean): string {
  if ('classification' in outcome) return explain(outcome.file, outcome.classification, color);
  return `${outcome.file}: not readable\n${outcome.error.message}`;
}

function explain(file: string, { declared, inferred, metrics, evidence }: TopologyClassification, color: boolean): string {
  const { bold, yellow } = styles(color);
  const width = terminalWidth();
  const layout = width === undefined ? {} : { width };
  const rows = evidence.map((reason) => [reason.feature, shown(reason.value), reason.favours, shown(reason.weight), reason.why]);
  const lines = [
    `${bold(file)}: ${bold(inferred.kind)}, confidence ${Math.floor(inferred.confidence * 100)} %, runner-up ${inferred.runnerUp ?? 'none'}`,
    `declared: ${declared ?? 'nothing'}${declared === null || declared === inferred.kind ? '' : yellow(contradiction(declared, inferred.kind))}`,
  ];
  if (rows.length > 0)
    lines.push('', table(['evidence', 'value', 'favours', 'weight', 'why'], rows, { align: ['left', 'right', 'left', 'right', 'left'], ...layout }));
  lines.push('', table(['metric', 'value'], metricRows(metrics)));
  return lines.join('\n');
}

function contradiction(declared: string, inferred: string): string {
  if (inferred === 'undetermined') return ` (the structure alone does not show a ${declared})`;
  return ` (it is declared ${declared} and drawn as ${inferred}: that is no error, but one of the two may be meant)`;
}

function metricRows(metrics: TopologyMetrics): readonly (readonly string[])[] {
  const kinds = Object.entries(metrics.edgeKinds)
    .filter(([, share]) => share > 0)
    .map(([kind, share]) => `${kind} ${Math.round(share * 100)} %`);
  return [
    ['nodes', shown(metrics.nodes)],
    ['edges (ordered pairs)', shown(metrics.edges)],
    ['edges by kind', kinds.length === 0 ? 'none' : kinds.join(', ')],
    ['density', shown(metrics.density)],
    ['reciprocity', shown(metrics.reciprocity)],
    ['degree centralisation', shown(metrics.degreeCentralisation)],
    ['betweenness centralisation', `${shown(metrics.betweennessCentralisation)}${metrics.betweennessSampled ? ' (sampled)' : ''}`],
    ['clustering', shown(metrics.clustering)],
    ['modularity', shown(metrics.modularity)],
    ['flow hierarchy', shown(metrics.flowHierarchy)],
    ['Krackhardt hierarchy', shown(metrics.krackhardtHierarchy)],
    ['diameter', `${shown(metrics.diameter)}${metrics.pathsSampled ? ' or more (sampled)' : ''}`],
    ['components', shown(metrics.components)],
    ['longest path', shown(metrics.longestPath)],
    ['cycles', metrics.cyclic ? 'yes' : 'no'],
  ];
}

function shown(value: number | null): string {
  if (value === null) return 'not defined (no edges)';
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(3);
}
