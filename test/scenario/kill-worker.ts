import { writeSync } from 'node:fs';
import { start, takeUp } from './kill-scenario.ts';

/**
 * A process of the kill test: `kill-worker.ts JSON`. First it takes up the run that the process before it left, then it plays the next one
 * and stops for ever at a boundary, to be killed there. Every kill costs one process so, and every run is taken up by a fresh one.
 */
const { resume, play } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly resume?: { readonly arm: Parameters<typeof takeUp>[0]; readonly folder: string };
  readonly play?: { readonly arm: Parameters<typeof start>[0]; readonly folder: string; readonly boundary: number };
};
const say = (what: string, value: unknown): void => {
  writeSync(1, `${what} ${JSON.stringify(value)}\n`);
};

if (resume !== undefined) say('resumed', await takeUp(resume.arm, resume.folder));
if (play !== undefined) {
  await start(play.arm, play.folder, (boundary) => {
    if (boundary.index !== play.boundary) return;
    say('blocked', boundary);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  say('finished', null);
}
