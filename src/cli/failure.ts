import { ERROR_TABLE, PolityError, toPolityError } from '#lib';
import type { Frame } from './frame.ts';
import { print, styles, toJson, wantsColor } from './output.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Tells what went wrong (text on stderr; with --json one document on stdout too) and returns the exit code. */
export function reportFailure(thrown: unknown, frame: Frame, stderr: Parameters<typeof print>[1], env: Env): number {
  const error = toPolityError(thrown);
  const color = wantsColor(stderr, env);
  const { red } = styles(color);
  const internal = error.code === 'internal' ? 'a fault of polity itself, not of what you asked: ' : '';
  print(`${red('polity:')} ${internal}${error.message}`, stderr, color);
  if (env.POLITY_DEBUG === '1') print(traceOf(thrown), stderr);
  else if (error.code === 'internal') print('  POLITY_DEBUG=1 shows where it happened', stderr);
  if (frame.json && !frame.answered) {
    frame.result({ error: { code: error.code, message: error.message, details: toJson(error.details) } }, () => '');
  }
  return ERROR_TABLE[error.code].exit;
}

function traceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? thrown.message;
  return thrown.cause === undefined ? own : `${own}\ncaused by ${traceOf(thrown.cause)}`;
}

/** What commander says about a command line it cannot read, as one of our errors; `path` is the command that was being read. */
export function usageError(message: string, path: string): PolityError {
  const [said = '', ...more] = message.trim().split('\n');
  const nearest = /Did you mean (?:one of )?(.+)\?/.exec(more.join(' '))?.[1];
  const text = `${said.replace(/^error: /, '')}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`;
  return new PolityError('usage.invalid', `${text}\n  ${path} --help shows what is allowed`, { details: nearest === undefined ? {} : { nearest } });
}
