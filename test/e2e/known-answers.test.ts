import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, runPolity } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'polity-known-'));
const write = (name: string, lines: readonly string[]): string => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
function csv(name: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(join(ROOT, 'data/recorded', name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index] ?? '', cell])));
}
interface ReportJson {
  readonly arms: readonly { arm: string; n: number; mean: number | null; interval: readonly [number, number] | null; turns: number | null; unscored: number }[];
  readonly pairs: readonly {
    a: string;
    b: string;
    difference: number;
    interval: readonly [number, number];
    p: number;
    p_adjusted: number | null;
    verdict: string;
    discordant?: { a_only: number; b_only: number };
  }[];
  readonly pareto: { axis: string; nondominated: string[]; convex: string[] } | null;
}
async function json(args: readonly string[]): Promise<ReportJson> {
  const { code, stdout, stderr } = await runPolity([...args, '--json'], { home: join(folder, 'home') });
  expect(stderr).not.toContain('defect');
  expect(code).toBe(0);
  return JSON.parse(stdout) as ReportJson;
}
const arm = (report: ReportJson, name: string) => report.arms.find((candidate) => candidate.arm === name)!;

/** An independent plurality: absent answers do not vote, ties go to the first voter. */
function plurality(votes: readonly (string | null)[], own: (vote: string) => boolean = () => false): string | null {
  const present = votes.filter((vote): vote is string => vote !== null && vote !== '');
  const count = (vote: string) => (own(vote) ? 1 : present.filter((other) => other === vote).length);
  const most = Math.max(0, ...present.map(count));
  return present.find((vote) => count(vote) === most) ?? null;
}

describe('recorded GSM8K answers through the public commands', () => {
  const rows = csv('gsm8k-recorded.csv');
  const models = ['175b_verification', '6b_verification', '175b_finetuning', '6b_finetuning'];
  const tasks = write(
    'gsm8k-tasks.jsonl',
    rows.map((row) => JSON.stringify({ id: `g${row.index}`, input: `problem ${row.index}`, target: row.gold, scorer: 'numeric' })),
  );
  const recordingOf = (
    order: readonly string[],
    change: (row: Record<string, string>, model: string) => string | null = (row, model) => row[`${model}_answer`] || null,
  ) => rows.flatMap((row) => order.map((model) => JSON.stringify({ task_id: `g${row.index}`, agent: model, round: 0, answer: change(row, model) })));
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
  const same = (a: string | null, gold: string) => a !== null && isNumber(a) && Number(a) === Number(gold);

  it.each([models, [...models].reverse()])(
    'scores each model and the plurality as an independent count does (strongest first, then last)',
    async (...order) => {
      const recording = write('gsm8k.jsonl', recordingOf(order));
      const report = await json([
        'compare',
        '--tasks',
        tasks,
        '--recording',
        recording,
        '--model',
        'recorded',
        '--arms',
        `${order.map((model) => `single:${model}`).join(',')},swarm,debate,pipeline`,
        '--control',
        `single:${order[0]}`,
      ]);
      for (const model of order) {
        const right = rows.filter((row) => row[`${model}_correct`] === '1').length;
        expect(arm(report, `single:${model}`).mean).toBeCloseTo(right / rows.length, 10);
      }
      const votes = rows.filter((row) => {
        const numbers = order
          .map((model) => row[`${model}_answer`] || null)
          .map((answer) => (answer !== null && isNumber(answer) ? String(Number(answer)) : answer));
        return same(
          plurality(numbers, (vote) => !isNumber(vote)),
          row.gold!,
        );
      }).length;
      expect(votes).toBe(order[0] === '175b_verification' ? 743 : 584);
      expect(arm(report, 'swarm').mean).toBeCloseTo(votes / rows.length, 10);
      for (const name of ['debate', 'pipeline']) expect(arm(report, name)).toMatchObject({ n: 0, mean: null, unscored: rows.length });
    },
  );

  it('follows when ten answers are flipped', async () => {
    const flipped = new Set(
      rows
        .filter((row) => row['175b_verification_correct'] === '1')
        .filter((_, index) => index % 70 === 3)
        .slice(0, 10)
        .map((row) => row.index),
    );
    expect(flipped.size).toBe(10);
    const change = (row: Record<string, string>, model: string) =>
      model === '175b_verification' && flipped.has(row.index!) ? '-999' : row[`${model}_answer`] || null;
    const recording = write('flipped.jsonl', recordingOf(models, change));
    const report = await json(['compare', '--tasks', tasks, '--recording', recording, '--model', 'recorded', '--arms', 'single,swarm']);
    expect(arm(report, 'single').mean).toBeCloseTo((742 - 10) / rows.length, 10);
  });
});

describe('recorded MATH debates through the public commands', () => {
  const rows = csv('dylan-math-recorded.csv').map((row) => ({
    id: `m${row.index}`,
    subject: row.subject!,
    answers: row.answers!.split(';').map((agent) => agent.split(' ').map(Number)),
  }));
  const toText = (answer: number | undefined) => (answer === undefined || answer === -1 ? null : String(answer));

  it('reproduces one agent, the vote, the debate to its end and the debate that stops, with calls and paired differences', async () => {
    const tasks = write(
      'math-tasks.jsonl',
      rows.map((row) => JSON.stringify({ id: row.id, input: row.id, target: '0', class: row.subject })),
    );
    const recording = write(
      'math.jsonl',
      rows.flatMap((row) =>
        row.answers.flatMap((agent, index) =>
          agent.map((answer, round) => JSON.stringify({ task_id: row.id, agent: `a${index + 1}`, round, answer: toText(answer) })),
        ),
      ),
    );
    const report = await json(['compare', '--tasks', tasks, '--recording', recording, '--model', 'recorded', '--arms', 'single,swarm,mesh:stop=rounds,mesh']);
    const share = (right: (row: (typeof rows)[number]) => boolean) => rows.filter(right).length / rows.length;
    const rounds = (row: (typeof rows)[number]) => Math.max(...row.answers.map((agent) => agent.length));
    const first = share((row) => row.answers[0]?.[0] === 0);
    const vote = share((row) => plurality(row.answers.map((agent) => toText(agent[0]))) === '0');
    const final = share((row) => plurality(row.answers.map((agent) => toText(agent[rounds(row) - 1]))) === '0');
    expect([arm(report, 'single').mean, arm(report, 'swarm').mean, arm(report, 'mesh:stop=rounds').mean].map((mean) => mean?.toFixed(6))).toEqual(
      [first, vote, final].map((mean) => mean.toFixed(6)),
    );
    expect([first, vote, final].map((mean) => (100 * mean).toFixed(2))).toEqual(['31.17', '35.42', '36.54']);
    expect(arm(report, 'mesh').mean).toBeCloseTo(0.3681, 4);
    expect(arm(report, 'mesh:stop=rounds').turns).toBeCloseTo(rows.reduce((sum, row) => sum + row.answers.flat().length, 0) / rows.length, 6);
    expect(arm(report, 'mesh').turns).toBeCloseTo(5.34, 2);
    const pair = (a: string, b: string) => report.pairs.find((candidate) => candidate.a === a && candidate.b === b)!;
    expect(pair('swarm', 'single')).toMatchObject({ verdict: 'better', discordant: { a_only: 240, b_only: 36 } });
    expect(pair('mesh:stop=rounds', 'single')).toMatchObject({ verdict: 'better', discordant: { a_only: 521, b_only: 263 } });
    for (const [name, low, high] of [
      ['swarm', 0.0358, 0.0492],
      ['mesh:stop=rounds', 0.0425, 0.0658],
    ] as const) {
      expect(Math.abs(pair(name, 'single').interval[0] - low)).toBeLessThan(0.003);
      expect(Math.abs(pair(name, 'single').interval[1] - high)).toBeLessThan(0.003);
    }
  });
});

describe('logged runs of HumanEval agents', () => {
  it('give the published fronts', async () => {
    const rows = csv('agent-evals-0409.csv');
    const runs = write('runs.csv', [
      'task_id,arm,seed,score,cost_usd',
      ...rows.map((row) => ['humaneval', `${row.strategy}|${row.model}`, row.run, row.accuracy, row.total_cost_usd].join(',')),
    ]);
    const { pareto, arms } = await json(['report', '--runs', runs]);
    const points = arms.map(({ arm: name }) => {
      const own = rows.filter((row) => `${row.strategy}|${row.model}` === name);
      const mean = (column: string) => own.reduce((sum, row) => sum + Number(row[column]), 0) / own.length;
      return { name, quality: mean('accuracy'), cost: mean('total_cost_usd') };
    });
    const undominated = points.filter(
      (one) => !points.some((other) => other.quality >= one.quality && other.cost <= one.cost && (other.quality > one.quality || other.cost < one.cost)),
    );
    expect([...pareto!.nondominated].sort()).toEqual(undominated.map((point) => point.name).sort());
    expect(pareto!.nondominated).toHaveLength(6);
    expect(pareto!.convex).toHaveLength(4);
    expect(pareto!.axis).toMatch(/cost/);
  });
});
