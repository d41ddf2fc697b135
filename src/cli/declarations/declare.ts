import type { Command } from 'commander';
import type { Frame } from '../frame.ts';

/** Adds a command (or a group) to the program: names, options, help. Must stay cheap: it runs at every start. */
export type Declare = (program: Command, frame: Frame) => void;

/** Help text of examples, for `addHelpText('after', …)`: pairs of what is typed and what it does. */
export function examples(pairs: readonly (readonly [command: string, meaning: string])[]): string {
  const widest = Math.max(...pairs.map(([command]) => command.length));
  return `\nExamples:\n${pairs.map(([command, meaning]) => `  $ ${command.padEnd(widest)}   ${meaning}`).join('\n')}`;
}
