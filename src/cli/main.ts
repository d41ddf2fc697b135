// The command line. To add a command:
//   1. src/cli/commands/NAME.ts: `export async function nameCommand(argument, flags, context: CommandContext): Promise<number>`.
//      It may import what it needs; it returns the exit code, calls `context.result` once and throws PolityError.
//   2. src/cli/declarations/NAME.ts: `export const declareName: Declare = (program, frame) => { program.command(…)…; }` with its
//      options and examples. Its action imports step 1 inside the call, because `polity --help` loads every declaration and
//      must stay quick: `.action((text: string, flags: NameFlags) => frame.run(async (context) =>
//      (await import('../commands/NAME.ts')).nameCommand(text, flags, context)))`. --json is added to every command here.
//   3. One line in DECLARATIONS below.
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { PolityError } from '#lib';
import { declareCompare } from './declarations/compare.ts';
import type { Declare } from './declarations/declare.ts';
import { declareQuickstart } from './declarations/quickstart.ts';
import { declareReport } from './declarations/report.ts';
import { declareResume } from './declarations/resume.ts';
import { declareRun } from './declarations/run.ts';
import { declareRuns } from './declarations/runs.ts';
import { declareTopologies } from './declarations/topologies.ts';
import { reportFailure, usageError } from './failure.ts';
import { Frame } from './frame.ts';
import { resolveHome } from './home.ts';

/** Every command, in the order of the help page. */
const DECLARATIONS: readonly Declare[] = [declareQuickstart, declareTopologies, declareRun, declareCompare, declareReport, declareRuns, declareResume];

const DESCRIPTION = 'Run AI agents in any topology, measure which organisation works, and let it evolve with a human at the gate.';

const FOOTER = `
Every command takes --json: one JSON document on stdout, everything else on stderr.
Exit codes: 0 ok, 1 failed or invalid file, 2 usage, 3 budget, 4 suspended, 130 interrupted.
POLITY_HOME is the folder that polity keeps its data in (default ~/.polity).`;

/** Runs one command line (without `node` and the script's name) and returns its exit code; never throws. */
export async function main(argv: readonly string[]): Promise<number> {
  tolerateClosedPipes();
  const frame = new Frame({ stdout: process.stdout, stderr: process.stderr, env: process.env, home: resolveHome(process.env) });
  frame.json = asksForJson(argv);
  const said = { out: '', err: '' };
  const program = createProgram(frame, said);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return frame.exitCode;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return reportFailure(thrown, frame, process.stderr, process.env);
    if (thrown.exitCode === 0) {
      frame.result({ text: said.out.trimEnd() }, () => said.out.trimEnd());
      return 0;
    }
    const path = commandPath(program, argv);
    const error = thrown.code === 'commander.help' ? missingCommand(path, said.err) : usageError(thrown.message, path);
    return reportFailure(error, frame, process.stderr, process.env);
  }
}

function createProgram(frame: Frame, said: { out: string; err: string }): Command {
  const program = new Command('polity')
    .description(DESCRIPTION)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', FOOTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        said.out += text;
      },
      writeErr: (text) => {
        said.err += text;
      },
      getOutHelpWidth: () => process.stdout.columns ?? 100,
      getErrHelpWidth: () => process.stderr.columns ?? 100,
    });
  for (const declare of DECLARATIONS) declare(program, frame);
  addJson(program);
  program.hook('preAction', (_, command) => {
    frame.json = command.opts().json === true;
  });
  return program;
}

function addJson(command: Command): void {
  if (command.commands.length === 0) command.option('--json', 'one JSON document on stdout');
  for (const child of command.commands) addJson(child);
}

/** For errors of usage, which come before the options are read. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

function missingCommand(path: string, help: string): PolityError {
  return new PolityError('usage.invalid', `${path} needs a command\n\n${help.trimEnd()}`);
}

/** The deepest command that the command line names, as one would type it. */
function commandPath(program: Command, argv: readonly string[]): string {
  let at = program;
  const path = [program.name()];
  for (const word of argv) {
    if (word.startsWith('-')) continue;
    const child = at.commands.find((command) => command.name() === word);
    if (child === undefined) break;
    at = child;
    path.push(word);
  }
  return path.join(' ');
}

/** Whoever reads us may stop (`polity … | head`); then the rest is dropped and the command ends as it would have. */
function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') > 0) continue;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

function packageVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') return parsed.version;
  throw new PolityError('internal', 'package.json names no version');
}
