import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Rows of one of the recorded figures that the package ships, by column. */
export function recordedRows(name: string): readonly Readonly<Record<string, string>>[] {
  const path = fileURLToPath(new URL(`../../../data/recorded/${name}`, import.meta.url));
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index] ?? '', cell])));
}

function plurality(answers: readonly number[]): number {
  const given = answers.filter((answer) => answer !== -1);
  const counts = new Map<number, number>();
  for (const answer of given) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return given.find((answer) => counts.get(answer) === most) ?? -1;
}

/** The recorded MATH debates as a run log: first agent alone, vote over round 1, vote over the last round. */
export function mathRunsCsv(): string {
  const lines = ['task_id,arm,seed,score,turns,class'];
  for (const { index, subject, calls, answers = '' } of recordedRows('dylan-math-recorded.csv')) {
    const agents = answers.split(';').map((agent) => agent.split(' ').map(Number));
    const rounds = Math.max(...agents.map((agent) => agent.length));
    const first = agents.map((agent) => agent[0] ?? -1);
    const last = agents.filter((agent) => agent.length === rounds).map((agent) => agent[rounds - 1] ?? -1);
    const arms = [
      ['single', first[0] ?? -1, 1],
      ['vote', plurality(first), first.length],
      ['final', plurality(last), calls],
    ] as const;
    for (const [arm, answer, turns] of arms) lines.push(`m${index},${arm},0,${answer === 0 ? 1 : 0},${turns},${subject}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The recorded HumanEval runs of 13 agents as a run log. */
export function humanEvalRunsCsv(): string {
  const rows = recordedRows('agent-evals-0409.csv').map((row) => `humaneval,${row.strategy}|${row.model},${row.run},${row.accuracy},${row.total_cost_usd}`);
  return `${['task_id,arm,seed,score,cost_usd', ...rows].join('\n')}\n`;
}
