import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { reportFailure, usageError } from './failure.ts';
import { Frame } from './frame.ts';

function harness(json: boolean, env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const stream = (written: string[]) => ({ isTTY: false, write: (text: string) => written.push(text) });
  const stderr = stream(err);
  const frame = new Frame({ stdout: stream(out), stderr, env, home: '/h' });
  frame.json = json;
  return { frame, out, err, fail: (thrown: unknown) => reportFailure(thrown, frame, stderr, env) };
}

describe('a command in the frame', () => {
  it('writes its result to stdout, as JSON when asked, and the rest to stderr', async () => {
    for (const json of [false, true]) {
      const { frame, out, err } = harness(json);
      await frame.run(async (context) => {
        context.note('begun');
        context.warn('dear');
        context.progress('1/2');
        context.progress('2/2');
        context.result({ n: 1 }, () => 'one');
        return 4;
      });
      expect(out.join('')).toBe(json ? '{\n  "n": 1\n}\n' : 'one\n');
      expect(err.join('')).toBe('begun\nwarning: dear\n1/2\n2/2\n');
      expect(frame.exitCode).toBe(4);
    }
  });

  it('has one result and with --json always one', async () => {
    const twice = harness(true);
    const body = twice.frame.run(async (context) => {
      context.result(1, () => '');
      context.result(2, () => '');
      return 0;
    });
    await expect(body).rejects.toThrowError('one result');
    await expect(harness(true).frame.run(async () => 0)).rejects.toThrowError('without a result');
  });
});

describe('a command that was stopped', () => {
  it('is interrupted, whatever the abort made it throw', async () => {
    const { frame, fail } = harness(false);
    const thrown: unknown = await frame
      .run(async (context) => {
        const { signal } = context;
        process.emit('SIGINT');
        throw new DOMException(`aborted: ${signal.aborted}`, 'AbortError');
      })
      .catch((reason: unknown) => reason);
    expect(fail(thrown)).toBe(130);
  });
});

describe('a failure', () => {
  it.each([
    ['usage.invalid', 2],
    ['file.invalid', 1],
    ['budget.exceeded', 3],
    ['run.suspended', 4],
    ['interrupted', 130],
  ] as const)('%s exits with %i and is one document with --json', (code, exit) => {
    const { out, err, fail } = harness(true);
    expect(fail(new PolityError(code, 'no', { details: { n: 1 } }))).toBe(exit);
    expect(JSON.parse(out.join(''))).toEqual({ error: { code, message: 'no', details: { n: 1 } } });
    expect(err.join('')).toBe('polity: no\n');
  });

  it('after the result adds no second document', () => {
    const { frame, out, fail } = harness(true);
    frame.result({}, () => '');
    expect(fail(new PolityError('store.failed', 'late'))).toBe(1);
    expect(out).toEqual(['{}\n']);
  });

  it('of our own shows a stack only with POLITY_DEBUG=1', () => {
    const quiet = harness(false);
    expect(quiet.fail(new TypeError('x is undefined'))).toBe(1);
    expect(quiet.err.join('')).toMatch(/a fault of polity itself.*x is undefined\n {2}POLITY_DEBUG=1/s);
    expect(quiet.err.join('')).not.toMatch(/\n +at /);
    const loud = harness(false, { POLITY_DEBUG: '1' });
    loud.fail(new PolityError('file.invalid', 'bad', { cause: new Error('deep') }));
    expect(loud.err.join('')).toMatch(/ at .*caused by Error: deep/s);
  });

  it('cannot write to the terminal what an input holds', () => {
    const { err, fail } = harness(false);
    fail(new PolityError('file.invalid', 'found \u001b[2J'));
    expect(err.join('')).toBe('polity: found \\u001b[2J\n');
  });

  it('of usage keeps the suggestion', () => {
    const error = usageError("error: unknown option '--sise'\n(Did you mean --size?)", 'polity topologies template');
    expect(error.message).toBe("unknown option '--sise' (did you mean --size?)\n  polity topologies template --help shows what is allowed");
    expect(error.details).toEqual({ nearest: '--size' });
  });
});
