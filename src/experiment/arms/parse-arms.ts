import { nearestName, PolityError, type Problem, problemsError, quoteFound } from '#lib';
import {
  type Attributes,
  type AttributeValue,
  isTopologyKind,
  type ParsedSpec,
  parametersOf,
  parseSpec,
  resolveParameters,
  TOPOLOGY_KINDS,
  type TopologyKind,
} from '#topology';
import { type Arm, CONTROLS, DEFAULT_SAMPLES } from './arm.ts';

/** What arms can be made of: the kinds that can run here, and how a spec file is read (throws when it cannot). */
export interface ArmSources {
  readonly kinds: readonly TopologyKind[];
  readonly readFile: (path: string) => string;
}

const PLACE = '--arms';
const ALL = 'all';
const MOST_SAMPLES = 1000;
/** More arms than this make pairs by the ten thousand, and no reader. */
const MOST_ARMS = 200;

/**
 * Reads a list of arms such as `single,swarm,mesh:stop=rounds,self_consistency:5,./my.yaml`. Undefined or `all` = every kind that can
 * run and the controls `single` and `self_consistency:5`. Throws one `usage.invalid` that lists every unknown, wrong or doubled arm.
 */
export function parseArms(text: string | undefined, sources: ArmSources): readonly Arm[] {
  const entries = splitEntries(text ?? ALL).flatMap((entry) => (entry === ALL ? allArms(sources) : [entry]));
  const problems: Problem[] = [];
  const arms = entries.flatMap((entry) => readArm(entry, sources, problems) ?? []);
  checkMatches(arms, entries, problems);
  for (const name of new Set(entries.filter((entry, index) => entries.indexOf(entry) !== index))) {
    problems.push({ file: PLACE, message: 'the arm is listed twice', found: quoteFound(name) });
  }
  if (entries.length === 0) problems.push({ file: PLACE, message: 'no arm is listed', allowed: allowedArms(sources) });
  if (entries.length > MOST_ARMS) problems.push({ file: PLACE, message: 'too many arms', found: `${entries.length}`, allowed: `at most ${MOST_ARMS}` });
  if (problems.length > 0) {
    // A file that is wrong is no wrong command line: it has its own exit code.
    const inFiles = problems.every((problem) => problem.file !== PLACE);
    throw problemsError(inFiles ? 'topology.invalid' : 'usage.invalid', 'The arms cannot be used:', problems);
  }
  // A matched control starts when its arm has ended: behind all others no worker waits for a run that is not begun.
  const isMatched = (arm: Arm): boolean => arm.kind === 'control' && arm.control === 'matched';
  return [...arms.filter((arm) => !isMatched(arm)), ...arms.filter(isMatched)];
}

function allArms({ kinds }: ArmSources): readonly string[] {
  return ['single', `self_consistency:${DEFAULT_SAMPLES}`, ...kinds];
}

function splitEntries(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function allowedArms({ kinds }: ArmSources): string {
  return [...kinds, 'single', 'single:AGENT', 'self_consistency:SAMPLES', 'matched:ARM', 'KIND:key=value+key=value', 'a spec file (./x.yaml)'].join(', ');
}

function readArm(entry: string, sources: ArmSources, problems: Problem[]): Arm | undefined {
  // Before files: the arm that is matched may be one.
  if (/^matched(:|$)/.test(entry)) return readMatched(entry, entry.slice('matched:'.length), problems);
  if (isFile(entry)) return readFileArm(entry, sources, problems);
  const colon = entry.indexOf(':');
  const head = colon === -1 ? entry : entry.slice(0, colon);
  const rest = colon === -1 ? null : entry.slice(colon + 1);
  if (head === 'single') return readSingle(entry, rest, problems);
  if (head === 'self_consistency') return readSelfConsistency(entry, rest, problems);
  if (isTopologyKind(head) && sources.kinds.includes(head)) return readKind(entry, head, rest, problems);
  problems.push(unknownArm(entry, head, sources));
  return undefined;
}

function isFile(entry: string): boolean {
  return /[/\\]/.test(entry) || /\.(ya?ml|json)$/i.test(entry);
}

function unknownArm(entry: string, head: string, sources: ArmSources): Problem {
  const found = quoteFound(entry);
  const allowed = allowedArms(sources);
  if (isTopologyKind(head)) return { file: PLACE, message: 'the kind is not among those that can be used here', found, allowed };
  return { file: PLACE, message: 'no arm has this name', found, allowed, nearest: nearestName(head, [...sources.kinds, ...CONTROLS, ...TOPOLOGY_KINDS]) };
}

function readSingle(name: string, agent: string | null, problems: Problem[]): Arm | undefined {
  if (agent === '') {
    problems.push({ file: PLACE, message: 'no agent is named after the colon', found: quoteFound(name), allowed: 'single, or single:AGENT' });
    return undefined;
  }
  return { name, kind: 'control', control: 'single', ...(agent === null ? {} : { agent }) };
}

function readMatched(name: string, matches: string, problems: Problem[]): Arm | undefined {
  if (matches !== '' && !/^(single|self_consistency|matched)(:|$)/.test(matches)) return { name, kind: 'control', control: 'matched', matches };
  problems.push({ file: PLACE, message: 'names no organisation whose tokens are to be matched', found: quoteFound(name), allowed: 'matched:ARM, after ARM' });
  return undefined;
}

/** A matched control needs its arm in the same comparison: the tokens are taken from that arm's runs. */
function checkMatches(arms: readonly Arm[], entries: readonly string[], problems: Problem[]): void {
  const known = new Set(entries);
  for (const arm of arms) {
    if (arm.kind !== 'control' || arm.matches === undefined || known.has(arm.matches)) continue;
    const organisations = arms.filter(({ kind }) => kind === 'topology').map(({ name }) => name);
    problems.push({
      file: PLACE,
      message: `${quoteFound(arm.matches)} is not among the arms, so that there are no tokens to match: list it, too`,
      found: quoteFound(arm.name),
      nearest: nearestName(arm.matches, organisations),
    });
  }
}

function readSelfConsistency(name: string, count: string | null, problems: Problem[]): Arm | undefined {
  const samples = count === null ? DEFAULT_SAMPLES : /^\d{1,6}$/.test(count) ? Number(count) : 0;
  if (samples >= 1 && samples <= MOST_SAMPLES) return { name, kind: 'control', control: 'self_consistency', samples };
  const allowed = `self_consistency:SAMPLES with 1 to ${MOST_SAMPLES} samples`;
  problems.push({ file: PLACE, message: 'is not a number of samples', found: quoteFound(name), allowed });
  return undefined;
}

function readKind(name: string, kind: TopologyKind, text: string | null, problems: Problem[]): Arm | undefined {
  const parameters = text === null ? {} : readParameters(name, kind, text, problems);
  return parameters === undefined ? undefined : { name, kind: 'topology', source: kind, parameters };
}

function readParameters(name: string, kind: TopologyKind, text: string, problems: Problem[]): Attributes | undefined {
  const pairs = text.split('+').map((pair) => pair.split('='));
  const broken = pairs.filter((pair) => pair.length !== 2 || pair.some((part) => part.trim() === ''));
  if (broken.length > 0) {
    problems.push({ file: PLACE, message: 'is not of the form key=value', found: quoteFound(name), allowed: `${kind}:key=value+key=value` });
    return undefined;
  }
  const keys = pairs.map(([key = '']) => key.trim());
  for (const key of keys.filter((candidate, index) => keys.indexOf(candidate) !== index)) {
    problems.push({ file: PLACE, path: name, message: 'the parameter is given twice', found: quoteFound(key) });
  }
  const parameters = Object.fromEntries(pairs.map(([key = '', value = '']) => [key.trim(), readValue(kind, key.trim(), value.trim())]));
  return checked(name, problems, PLACE, () => resolveParameters({ kind, parameters })) ? parameters : undefined;
}

function readValue(kind: TopologyKind, key: string, value: string): AttributeValue {
  const rule = parametersOf(kind).find((candidate) => candidate.name === key);
  return rule?.type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function readFileArm(file: string, sources: ArmSources, problems: Problem[]): Arm | undefined {
  let spec: ParsedSpec | undefined;
  const read = checked(undefined, problems, file, () => {
    spec = parseSpec(sources.readFile(file), { file });
  });
  if (!read || spec === undefined) return undefined;
  const declared = 'graph' in spec ? spec.graph.kind : spec.template.kind;
  if (declared !== null && !sources.kinds.includes(declared)) {
    problems.push({ file, message: 'declares a kind that cannot be run here', found: declared, allowed: sources.kinds.join(', ') });
    return undefined;
  }
  return { name: file, kind: 'topology', source: { file, spec }, parameters: {} };
}

/** Runs a check of another module and takes over the problems that its error lists, so that all arms are judged before one error is thrown. */
function checked(path: string | undefined, problems: Problem[], place: string, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof PolityError)) throw error;
    const listed = error.details.problems;
    if (!Array.isArray(listed)) problems.push({ file: place, message: error.message });
    else
      problems.push(...listed.map((problem: Problem) => (path === undefined ? problem : { ...problem, file: PLACE, path: `${path}: ${problem.path ?? ''}` })));
    return false;
  }
}
