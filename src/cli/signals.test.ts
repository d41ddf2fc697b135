import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { StopSignal } from './signals.ts';

function harness() {
  const emitter = new EventEmitter();
  const exits: number[] = [];
  const notes: string[] = [];
  const source = Object.assign(emitter, { exit: (code: number) => exits.push(code) });
  return { emitter, exits, notes, stop: new StopSignal(() => notes.push('first'), source) };
}

describe('stopping', () => {
  it('leaves Ctrl-C alone until a command asks for the signal', () => {
    const { emitter, stop } = harness();
    expect(emitter.listenerCount('SIGINT')).toBe(0);
    expect(stop.signal.aborted).toBe(false);
    expect([emitter.listenerCount('SIGINT'), emitter.listenerCount('SIGTERM')]).toEqual([1, 1]);
    expect(stop.signal).toBe(stop.signal);
    expect(emitter.listenerCount('SIGINT')).toBe(1);
    stop.release();
    expect([emitter.listenerCount('SIGINT'), emitter.listenerCount('SIGTERM')]).toEqual([0, 0]);
  });

  it('aborts at the first Ctrl-C or SIGTERM and exits with 130 at the second', () => {
    for (const name of ['SIGINT', 'SIGTERM']) {
      const { emitter, exits, notes, stop } = harness();
      const { signal } = stop;
      emitter.emit(name);
      expect([signal.aborted, exits, notes]).toEqual([true, [], ['first']]);
      expect(signal.reason).toMatchObject({ code: 'interrupted' });
      emitter.emit('SIGINT');
      expect([exits, notes]).toEqual([[130], ['first']]);
    }
  });
});
