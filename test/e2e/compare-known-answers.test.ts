import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { classPlurality, figures, isRight, numericPlurality, paired } from './recorded-figures.ts';
import { json, Sandbox } from './sandbox.ts';

const box = new Sandbox('known');

interface Arm {
  readonly arm: string;
  readonly n: number;
  readonly mean: number | null;
  readonly interval: readonly [number, number] | null;
  readonly turns: number | null;
  readonly unscored: number;
  readonly unscored_reason: string | null;
}
interface Pair {
  readonly a: string;
  readonly b: string;
  readonly difference: number;
  readonly interval: readonly [number, number];
  readonly p: number;
  readonly p_adjusted: number | null;
  readonly verdict: string;
  readonly discordant?: { readonly a_only: number; readonly b_only: number };
}
interface Report {
  readonly id?: string;
  readonly arms: readonly Arm[];
  readonly pairs: readonly Pair[];
  readonly pareto: {
    readonly axis: string;
    readonly nondominated: readonly string[];
    readonly convex: readonly string[];
    readonly points: readonly object[];
  } | null;
  readonly unscored: readonly { readonly arm: string; readonly reason: string }[];
}

async function report(args: readonly string[], home: string): Promise<Report> {
  const { code, document, stderr } = await json(args, home);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return document as Report;
}
const armOf = (from: Report, name: string): Arm => from.arms.find((arm) => arm.arm === name)!;
const pairOf = (from: Report, a: string, b: string): Pair => from.pairs.find((pair) => pair.a === a && pair.b === b)!;
const mean = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** The paired figures of the report against arithmetic on the same scores. */
function expectPaired(from: Report, a: string, b: string, scoresA: readonly number[], scoresB: readonly number[]): void {
  const expected = paired(scoresA, scoresB);
  const found = pairOf(from, a, b);
  expect(found.difference).toBeCloseTo(expected.difference, 10);
  expect(found.discordant).toEqual({ a_only: expected.aOnly, b_only: expected.bOnly });
  for (const end of [0, 1] as const) expect(Math.abs(found.interval[end] - expected.interval[end])).toBeLessThan(0.003);
}

describe('recorded GSM8K answers through the public commands', () => {
  const rows = figures('gsm8k-recorded.csv');
  const fileOrder = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'];
  const strongestFirst = ['175b_verification', '6b_verification', '175b_finetuning', '6b_finetuning'];
  const answerOf = (row: Readonly<Record<string, string>>, model: string): string | null => row[`${model}_answer`] || null;
  const correct = (model: string): number[] => rows.map((row) => Number(row[`${model}_correct`]));
  const swarmScores = (order: readonly string[]): number[] =>
    rows.map((row) => (isRight(numericPlurality(order.map((model) => answerOf(row, model))), row.gold!) ? 1 : 0));
  const recording = (name: string, order: readonly string[], answer = answerOf): string =>
    box.write(
      name,
      rows.flatMap((row) => order.map((model) => ({ task_id: `g${row.index}`, agent: model, round: 0, answer: answer(row, model) }))),
    );
  let tasks = '';
  const compare = (recordingFile: string, arms: readonly string[], control: string, out = 'report'): Promise<Report> =>
    report(
      [
        'compare',
        '--tasks',
        tasks,
        '--model',
        'recorded',
        '--recording',
        recordingFile,
        '--arms',
        arms.join(','),
        '--control',
        control,
        '--out',
        join(box.folder, out),
      ],
      box.home(),
    );
  let strongest: Report;

  beforeAll(async () => {
    tasks = box.write(
      'gsm8k-tasks.jsonl',
      rows.map((row) => ({ id: `g${row.index}`, input: `problem ${row.index}`, target: row.gold, scorer: 'numeric' })),
    );
    const singles = strongestFirst.map((model) => `single:${model}`);
    strongest = await compare(recording('strongest.jsonl', strongestFirst), [...singles, 'swarm'], singles[0]!, 'strongest');
  });

  it('scores each model exactly as the figures themselves count', () => {
    const counted = fileOrder.map((model) => correct(model).reduce((sum, score) => sum + score, 0));
    expect(counted).toEqual([286, 515, 458, 742]);
    for (const model of fileOrder) {
      expect(armOf(strongest, `single:${model}`)).toMatchObject({ n: rows.length });
      expect(armOf(strongest, `single:${model}`).mean).toBeCloseTo(mean(correct(model)), 12);
    }
  });

  it('counts the plurality as an independent count does, strongest first, with paired differences', () => {
    const votes = swarmScores(strongestFirst);
    expect(votes.filter((score) => score === 1)).toHaveLength(743);
    expect(armOf(strongest, 'swarm').mean).toBeCloseTo(mean(votes), 12);
    const control = 'single:175b_verification';
    expectPaired(strongest, 'swarm', control, votes, correct('175b_verification'));
    for (const model of strongestFirst.slice(1)) {
      expectPaired(strongest, `single:${model}`, control, correct(model), correct('175b_verification'));
      expect(pairOf(strongest, `single:${model}`, control).verdict).toBe('worse');
    }
    expect(pairOf(strongest, 'swarm', control).verdict).not.toMatch(/better|worse/);
  });

  it('gives ties to whoever stands first: in the order of the file the vote is far worse', async () => {
    const votes = swarmScores(fileOrder);
    expect(votes.filter((score) => score === 1)).toHaveLength(584);
    const inFileOrder = await compare(recording('file-order.jsonl', fileOrder), ['single:175b_verification', 'swarm'], 'single:175b_verification');
    expect(armOf(inFileOrder, 'swarm').mean).toBeCloseTo(mean(votes), 12);
    expectPaired(inFileOrder, 'swarm', 'single:175b_verification', votes, correct('175b_verification'));
  });

  it('does not score what the recording cannot answer', async () => {
    const few = ['--limit', '30', '--tasks', tasks, '--model', 'recorded', '--recording', recording('few.jsonl', strongestFirst)];
    const found = await report(['compare', ...few, '--arms', 'single,debate,pipeline'], box.home());
    expect(armOf(found, 'single')).toMatchObject({ n: 30, unscored: 0 });
    for (const name of ['debate', 'pipeline']) {
      expect(armOf(found, name)).toMatchObject({ n: 0, mean: null, interval: null, unscored: 30 });
      expect(found.unscored.find((gap) => gap.arm === name)?.reason).toMatch(/^not recorded/);
      expect(found.pairs.filter((pair) => pair.a === name || pair.b === name)).toEqual([]);
    }
  });

  it('says the same about a run log of the same figures', async () => {
    const order = ['175b_verification', '6b_verification', '175b_finetuning'];
    const log = box.write(
      'gsm8k-runs.csv',
      [
        'task_id,arm,seed,score,turns',
        ...rows.flatMap((row) => order.map((model) => `g${row.index},single:${model},0,${row[`${model}_correct`]},1`)),
        ...swarmScores(strongestFirst).map((score, index) => `g${rows[index]!.index},swarm,0,${score},4`),
      ].join('\n'),
    );
    const imported = await report(['report', '--runs', log, '--control', 'single:175b_verification'], box.home());
    for (const { arm, n, mean: share } of imported.arms) expect(armOf(strongest, arm)).toMatchObject({ n, mean: share });
    for (const pair of imported.pairs.filter(({ b }) => b === 'single:175b_verification')) {
      const own = pairOf(strongest, pair.a, pair.b);
      expect([own.difference, own.discordant, own.verdict]).toEqual([pair.difference, pair.discordant, pair.verdict]);
    }
  });

  it('says the same again about the run log that it wrote itself', async () => {
    const again = await report(['report', '--runs', join(box.folder, 'strongest', 'runs.csv'), '--control', 'single:175b_verification'], box.home());
    expect(again.arms).toEqual(strongest.arms);
    expect(again.pairs).toEqual(strongest.pairs);
    expect(again.pareto).toEqual(strongest.pareto);
  });

  it('follows when ten answers are flipped, by exactly ten', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const shuffled = rows.map((row, index) => ({ index: row.index!, key: Math.sin(seed + index) })).sort((a, b) => a.key - b.key);
    const flipped = new Set(shuffled.slice(0, 10).map(({ index }) => index));
    const model = '175b_verification';
    const change = (row: Readonly<Record<string, string>>, agent: string): string | null => {
      if (agent !== model || !flipped.has(row.index!)) return answerOf(row, agent);
      return row[`${model}_correct`] === '1' ? `${Number(row.gold) + 1}` : row.gold!;
    };
    const by = rows.filter((row) => flipped.has(row.index!)).reduce((sum, row) => sum + (row[`${model}_correct`] === '1' ? -1 : 1), 0);
    const after = await compare(recording('flipped.jsonl', strongestFirst, change), ['single'], 'single');
    expect([seed, Math.round(armOf(after, 'single').mean! * rows.length)]).toEqual([seed, 742 + by]);
  });
});

describe('recorded MATH debates through the public commands', () => {
  const rows = figures('dylan-math-recorded.csv').map((row) => ({
    id: `m${row.index}`,
    subject: row.subject!,
    answers: row.answers!.split(';').map((agent) => agent.split(' ').map(Number)),
  }));
  type Row = (typeof rows)[number];
  const roundsOf = (row: Row): number => Math.max(...row.answers.map((agent) => agent.length));
  const voteOf = (row: Row, round: number): number => (classPlurality(row.answers.map((agent) => agent[round])) === 0 ? 1 : 0);
  const answersIn = (row: Row, round: number): (number | undefined)[] => row.answers.map((agent) => agent[round]);

  /** In which round a debate ends that stops when all agree or nothing changes. */
  function stopsIn(row: Row): number {
    for (let round = 0; round < roundsOf(row); round++) {
      const now = answersIn(row, round).filter((answer) => answer !== undefined);
      const agreed = now.every((answer) => answer !== -1 && answer === now[0]);
      const unchanged = round > 0 && answersIn(row, round).every((answer, index) => answer === answersIn(row, round - 1)[index]);
      if (agreed || unchanged) return round;
    }
    return roundsOf(row) - 1;
  }
  const callsUntil = (row: Row, round: number): number => row.answers.flatMap((agent) => agent.slice(0, round + 1)).length;

  it('reproduces one agent, the vote, the debate to its end and the debate that stops', async () => {
    const tasks = box.write(
      'math-tasks.jsonl',
      rows.map((row) => ({ id: row.id, input: row.id, target: '0', class: row.subject })),
    );
    const recording = box.write(
      'math.jsonl',
      rows.flatMap((row) =>
        row.answers.flatMap((agent, index) =>
          agent.map((answer, round) => ({ task_id: row.id, agent: `a${index + 1}`, round, answer: answer === -1 ? null : answer })),
        ),
      ),
    );
    const arms = 'single,swarm,mesh:stop=rounds,mesh';
    const found = await report(['compare', '--tasks', tasks, '--recording', recording, '--model', 'recorded', '--arms', arms], box.home());
    const scores = {
      single: rows.map((row) => (row.answers[0]?.[0] === 0 ? 1 : 0)),
      swarm: rows.map((row) => voteOf(row, 0)),
      'mesh:stop=rounds': rows.map((row) => voteOf(row, roundsOf(row) - 1)),
      mesh: rows.map((row) => voteOf(row, stopsIn(row))),
    };
    const calls = { full: mean(rows.map((row) => callsUntil(row, roundsOf(row) - 1))), stopped: mean(rows.map((row) => callsUntil(row, stopsIn(row)))) };
    // The independent count comes to the published figures …
    expect(Object.values(scores).map((list) => (100 * mean(list)).toFixed(2))).toEqual(['31.17', '35.42', '36.54', '36.81']);
    expect([calls.full.toFixed(2), calls.stopped.toFixed(2)]).toEqual(['5.42', '5.34']);
    // … and the report to the count.
    for (const [name, list] of Object.entries(scores)) {
      expect(armOf(found, name)).toMatchObject({ n: rows.length, unscored: 0 });
      expect(armOf(found, name).mean).toBeCloseTo(mean(list), 12);
      if (name !== 'single') {
        expectPaired(found, name, 'single', list, scores.single);
        expect(pairOf(found, name, 'single')).toMatchObject({ verdict: 'better' });
        expect(pairOf(found, name, 'single').p_adjusted).toBeLessThan(0.01);
      }
    }
    expect(armOf(found, 'mesh:stop=rounds').turns).toBeCloseTo(calls.full, 9);
    expect(armOf(found, 'mesh').turns).toBeCloseTo(calls.stopped, 9);
    expect(pairOf(found, 'swarm', 'single').discordant).toEqual({ a_only: 240, b_only: 36 });
    expect(pairOf(found, 'mesh:stop=rounds', 'single').discordant).toEqual({ a_only: 521, b_only: 263 });
  });
});

describe('logged runs of HumanEval agents', () => {
  it('give the fronts that arithmetic gives', async () => {
    const rows = figures('agent-evals-0409.csv');
    const name = (row: Readonly<Record<string, string>>): string => `${row.strategy}|${row.model}`;
    const runs = box.write(
      'humaneval.csv',
      ['task_id,arm,seed,score,cost_usd', ...rows.map((row) => ['humaneval', name(row), row.run, row.accuracy, row.total_cost_usd].join(','))].join('\n'),
    );
    const { pareto, arms } = await report(['report', '--runs', runs], box.home());
    const points = arms.map(({ arm }) => {
      const own = rows.filter((row) => name(row) === arm);
      return { arm, quality: mean(own.map((row) => Number(row.accuracy))), cost: mean(own.map((row) => Number(row.total_cost_usd))) };
    });
    const undominated = points.filter(
      (one) => !points.some((other) => other.quality >= one.quality && other.cost <= one.cost && (other.quality > one.quality || other.cost < one.cost)),
    );
    expect([...pareto!.nondominated].sort()).toEqual(undominated.map((point) => point.arm).sort());
    expect([pareto!.nondominated.length, pareto!.convex.length, pareto!.axis]).toEqual([6, 4, 'cost_usd']);
  });
});

describe('the keys of report.json', () => {
  it('are those that the format names, for the arms, the pairs and the front', async () => {
    const rows = ['single', 'swarm'].flatMap((arm) =>
      Array.from({ length: 8 }, (_, index) => ({
        task_id: `t${index}`,
        arm,
        seed: 0,
        score: (index + arm.length) % 3 === 0 ? 0 : 1,
        cost_usd: arm.length,
        class: 'c',
      })),
    );
    const document = (await report(['report', '--runs', box.write('keys.jsonl', rows)], box.home())) as unknown as Record<string, unknown>;
    const of = (value: unknown): string[] => Object.keys(value as object).sort();
    const words = (text: string): string[] => text.split(' ').sort();
    const first = (list: unknown): unknown => (list as unknown[])[0];
    expect(of(document)).toEqual(
      words(
        'version verdict control tasks runs seeds interval_over arms pairs pareto classes failures unscored missing unpaired provenance preregistration method warnings',
      ),
    );
    expect(of(first(document.arms))).toEqual(
      words('arm n tasks mean interval run_sd cost_usd tokens turns latency_ms blocked_approvals failures unscored unscored_reason missing'),
    );
    expect(of(first(document.pairs))).toEqual(
      words('a b difference interval interval_over p p_adjusted test verdict discordant exploratory tasks paired_runs unpaired_runs'),
    );
    expect(of(document.pareto)).toEqual(words('axis nondominated convex membership membership_over points'));
    expect(of(first((document.pareto as { points: unknown }).points))).toEqual(words('arm cost quality'));
    expect(of(document.provenance)).toEqual(words('model kind fingerprint notes'));
    expect(of(document.method)).toEqual(words('confidence resamples flips seed margin alpha family token_basis'));
  });
});
