import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { nearestName, PolityError, type Problem, problemsError, quoteFound } from '#lib';

/** An agent as a roster names it. `model` null = the model of the run. */
export interface RosterAgent {
  readonly id: string;
  readonly skills: readonly string[];
  readonly model: string | null;
}

const FILE = 'agent.toml';
const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const KEYS = ['model', 'skills'] as const;

/**
 * Reads a roster: every folder `<id>/agent.toml` of a directory, in the order of their names. Errors: `file.not_found`; one `file.invalid`
 * that lists every problem of every agent.
 */
export function readRoster(directory: string): readonly RosterAgent[] {
  const problems: Problem[] = [];
  const agents = folders(directory).flatMap((id) => readAgent(directory, id, problems) ?? []);
  if (problems.length > 0) throw problemsError('file.invalid', `the agents in ${directory} cannot be used:`, problems);
  if (agents.length === 0) throw new PolityError('file.invalid', `${directory} holds no agent: each needs a folder of its own with ${FILE} in it`);
  return agents;
}

function folders(directory: string): readonly string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (cause) {
    throw new PolityError('file.not_found', `the folder of agents ${directory} cannot be read`, { cause });
  }
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')) // .git and the like are nobody
    .map((entry) => entry.name)
    .sort();
}

function readAgent(directory: string, id: string, problems: Problem[]): RosterAgent | undefined {
  const file = join(directory, id, FILE);
  const before = problems.length;
  if (!ID.test(id))
    problems.push({
      file,
      message: 'the name of the folder is not an agent id',
      found: quoteFound(id),
      allowed: 'lower-case letters, digits, - and _, at most 64',
    });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    const missing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    problems.push({ file, message: missing ? `the folder has no ${FILE}` : `cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` });
    return undefined;
  }
  const table = parseToml(text, file, problems);
  if (table === undefined) return undefined;
  for (const key of Object.keys(table)) {
    if (!KEYS.some((known) => known === key))
      problems.push({ file, line: lineOf(text, key), path: key, message: 'unknown key', allowed: KEYS.join(', '), nearest: nearestName(key, KEYS) });
  }
  const { model, skills } = table;
  if (model !== undefined && (typeof model !== 'string' || model === '')) {
    problems.push({
      file,
      line: lineOf(text, 'model'),
      path: 'model',
      message: 'not a model string',
      found: quoteFound(model),
      allowed: 'text such as "simulated"',
    });
  }
  const list: unknown[] | undefined = Array.isArray(skills) ? skills : undefined;
  if (skills !== undefined && !list?.every((skill) => typeof skill === 'string')) {
    problems.push({
      file,
      line: lineOf(text, 'skills'),
      path: 'skills',
      message: 'not a list of texts',
      found: quoteFound(skills),
      allowed: '["algebra", "writing"]',
    });
  }
  if (problems.length > before) return undefined;
  return { id, model: typeof model === 'string' ? model : null, skills: (list ?? []).filter((skill) => typeof skill === 'string') };
}

function parseToml(text: string, file: string, problems: Problem[]): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const [first = 'not TOML'] = thrown.message.replace(/^Invalid TOML document: /, '').split('\n');
    problems.push({ file, line: thrown.line, column: thrown.column, message: `not TOML: ${first}` });
    return undefined;
  }
}

/** Where a top-level key stands, 1-based: the parser keeps no places of what it has read. */
function lineOf(text: string, key: string): number | undefined {
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const index = text.split('\n').findIndex((line) => new RegExp(`^\\s*\\[{0,2}\\s*["']?${name}["']?\\s*[=.\\]]`).test(line));
  return index === -1 ? undefined : index + 1;
}
