// How long a person waits for `polity --help`, beside the time that node itself takes to start. The built program, whole processes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { figure, finish, median } from './lib/figures.ts';

const ROUNDS = 15;
const bin = fileURLToPath(new URL('../bin/polity.js', import.meta.url));

function time(args: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exits ${status}: is it built? (npm run build)`);
  return performance.now() - began;
}

time([bin, '--help']);
const rounds = Array.from({ length: ROUNDS }, () => ({ help: time([bin, '--help']), node: time(['-e', '0']) }));
figure('polity --help', median(rounds.map((round) => round.help)), 'ms', 150);
figure('node -e 0', median(rounds.map((round) => round.node)), 'ms');
finish();
