import type { Json } from '#lib';
import {
  CATALOG,
  type CatalogEntry,
  catalogEntry,
  HEURISTICS,
  MAXIMUM_SIZE,
  MINIMUM_SIZE,
  OBJECTIVES,
  type ParameterRule,
  parametersOf,
  type RoleShare,
  template,
  toMermaid,
} from '#topology';
import type { CommandContext } from '../../context.ts';
import { styles, table, terminalWidth } from '../../output.ts';
import { readKind } from './read-kind.ts';

/** `polity topologies list`. */
export async function listCommand(context: CommandContext): Promise<number> {
  context.result({ topologies: CATALOG.map(entryJson) }, () => {
    const rows = CATALOG.map((entry) => [entry.kind, sizes(entry), edgeNames(entry), entry.whenToChoose]);
    const width = terminalWidth();
    return [table(['kind', 'nodes', 'edges', 'choose it when'], rows, width === undefined ? {} : { width }), '', 'more: polity topologies show KIND'].join(
      '\n',
    );
  });
  return 0;
}

/** `polity topologies show KIND`. */
export async function showCommand(text: string, context: CommandContext): Promise<number> {
  const entry = catalogEntry(readKind(text));
  const drawing = toMermaid(template(entry.kind, entry.defaultSize)).trimEnd();
  const { roles, weights, source } = HEURISTICS[entry.kind];
  const parameters = parametersOf(entry.kind);
  const document: Json = {
    ...entryJson(entry),
    parameters: parameters.map((rule) => ({ name: rule.name, default: rule.default, allowed: allowedOf(rule), meaning: rule.meaning, source: rule.source })),
    roles: roles.map((role) => ({ ...role })),
    prior_weights: { ...weights },
    prior_source: source,
    mermaid: drawing,
  };
  context.result(document, () => humanEntry(entry, drawing, context.color));
  return 0;
}

function humanEntry(entry: CatalogEntry, drawing: string, color: boolean): string {
  const { bold } = styles(color);
  const { roles, weights, source } = HEURISTICS[entry.kind];
  const edges = entry.edges.map((edge) => [edge.kind, edge.direction, edge.optional ? 'optional' : '']);
  const parameters = parametersOf(entry.kind).map((rule) => [rule.name, String(rule.default), allowedOf(rule), rule.meaning]);
  return [
    `${bold(entry.title)} (${entry.kind})`,
    entry.shape,
    '',
    `protocol   ${entry.protocol}`,
    `choose it  ${entry.whenToChoose}`,
    `nodes      ${sizes(entry)}, at most ${MAXIMUM_SIZE.toLocaleString('en')}`,
    `roles      ${roles.map(roleText).join(', ')}`,
    '',
    table(['edge', 'direction', ''], edges),
    '',
    table(['parameter', 'default', 'allowed', 'meaning'], parameters),
    '',
    `prior weights (not a measurement): ${OBJECTIVES.map((objective) => `${objective} ${weights[objective]}`).join(', ')}`,
    `  ${source}`,
    '',
    `a template of ${entry.defaultSize} nodes:`,
    drawing,
  ].join('\n');
}

function entryJson(entry: CatalogEntry): { readonly [key: string]: Json } {
  return {
    kind: entry.kind,
    title: entry.title,
    shape: entry.shape,
    protocol: entry.protocol,
    when_to_choose: entry.whenToChoose,
    minimum_size: MINIMUM_SIZE[entry.kind],
    default_size: entry.defaultSize,
    maximum_size: MAXIMUM_SIZE,
    edges: entry.edges.map((edge) => ({ ...edge })),
  };
}

function sizes(entry: CatalogEntry): string {
  return `${MINIMUM_SIZE[entry.kind]} or more (${entry.defaultSize})`;
}

function edgeNames(entry: CatalogEntry): string {
  return entry.edges.map((edge) => (edge.optional ? `(${edge.kind})` : edge.kind)).join(' ');
}

function roleText(share: RoleShare): string {
  if ('count' in share) return `${share.count} ${share.role}`;
  return share.share === 1 ? `any number of ${share.role}` : `${share.role} (${Math.round(share.share * 100)} % of the rest)`;
}

function allowedOf(rule: ParameterRule): string {
  return rule.type === 'choice' ? rule.choices.join(', ') : `${rule.minimum} to ${rule.maximum}`;
}
