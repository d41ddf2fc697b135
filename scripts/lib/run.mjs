import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program on our terminal and resolves with its exit code (128 + signal when it was killed). A signal to us goes on to it,
 * and we leave only after it has: Ctrl-C lets it tidy up.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
    });
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      // A terminal's Ctrl-C reaches the whole group by itself; a second one would cut the child's tidying short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const done = () => {
      for (const signal of SIGNALS) process.off(signal, pass);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}
