import { join } from 'node:path';
import { type App, openApp, publishedSet } from '#app';
import { type ComparisonOutcome, headline, type ReportSection, renderHtml, renderTerminal, reportToJson, type Task, taskSet } from '#experiment';
import type { Json } from '#lib';
import { writeFileWhole } from '#lib/node';
import type { FigureSet } from '#models';
import type { CommandContext } from '../context.ts';
import { progressLine } from './compare.ts';

export interface QuickstartFlags {
  readonly out: string;
  readonly model?: string;
}

/** Tasks of the simulated part: enough for narrow intervals, few enough to be done in seconds. */
const SIMULATED_TASKS = 300;
const SIMULATED_SEEDS = 5;

interface Part {
  readonly title: string;
  readonly note: string;
  readonly run: (app: App, context: CommandContext) => Promise<{ id: string; outcome: ComparisonOutcome }>;
}

/** `polity quickstart`: the main job on recorded input, then a simulation; one page about all of it. */
export async function quickstartCommand(flags: QuickstartFlags, context: CommandContext): Promise<number> {
  const began = performance.now();
  const app = openApp({ home: context.home, onWarning: (text) => context.warn(text) });
  const sections: ReportSection[] = [];
  const ids: string[] = [];
  try {
    for (const [index, part] of parts(flags).entries()) {
      context.note(`\n${index + 1}/3  ${part.title}`);
      const { id, outcome } = await part.run(app, context);
      context.progressEnd();
      if (outcome.status !== 'completed') {
        context.result({ status: outcome.status, id, comparisons: ids }, () => `stopped; what has run is kept: polity resume ${id}`);
        return outcome.status === 'suspended' ? 4 : 130;
      }
      ids.push(id);
      sections.push({ title: part.title, report: outcome.report, runs: outcome.runs, note: part.note });
      if (!context.json) context.note(renderTerminal(outcome.report, { color: false }).split('\n').slice(0, 40).join('\n'));
    }
    const page = join(flags.out, 'report.html');
    writeFileWhole(page, renderHtml(sections, 'Which organisation is worth its cost?'));
    context.result(document(sections, ids, page), () => closing(sections, ids, page, (performance.now() - began) / 1000));
    return 0;
  } finally {
    await app.close();
  }
}

function parts(flags: QuickstartFlags): readonly Part[] {
  const model = flags.model ?? 'simulated';
  const gsm8k = publishedSet('gsm8k');
  const math = publishedSet('math');
  return [
    {
      title: 'GSM8K: four recorded models alone and as a swarm',
      note: 'Recorded final answers of four models to 1,319 grade-school problems (openai/grade-school-math, MIT), replayed.',
      run: (app, context) => recorded(app, context, 'gsm8k', gsm8k, [...gsm8k.recording.agents.map((agent) => `single:${agent}`), 'swarm'].join(',')),
    },
    {
      title: 'MATH: one agent, a swarm’s vote, a mesh’s debate',
      note: 'Recorded answers of up to four agents over up to three rounds to 4,800 competition problems (SALT-NLP/DyLAN, MIT), replayed.',
      run: (app, context) => recorded(app, context, 'math', math, 'single,swarm,mesh,mesh:stop=rounds'),
    },
    {
      title: model === 'simulated' ? 'A simulation: every kind that runs, with the controls' : `Every kind that runs, with the controls, on ${model}`,
      note:
        model === 'simulated'
          ? 'SIMULATED agents of equal skill on the same problems: what the organisations do with stated probabilities of knowing, recognising and judging.'
          : `The first ${SIMULATED_TASKS} problems on ${model}.`,
      run: (app, context) => live(app, context, gsm8k, model),
    },
  ];
}

function toTasks(set: FigureSet): readonly Task[] {
  return set.tasks.map((task) => ({ ...task, scorer: { kind: task.scorer } }));
}

async function recorded(
  app: App,
  context: CommandContext,
  name: Parameters<typeof publishedSet>[0],
  set: FigureSet,
  arms: string,
): Promise<{ id: string; outcome: ComparisonOutcome }> {
  const { definition, run } = app.prepareComparison({ tasks: taskSet(toTasks(set)), model: 'recorded', published: name, recording: set.recording, arms });
  const outcome = await run({ signal: context.signal, onProgress: (progress) => context.progress(progressLine(progress)) });
  return { id: definition.id, outcome };
}

async function live(app: App, context: CommandContext, set: FigureSet, model: string): Promise<{ id: string; outcome: ComparisonOutcome }> {
  const { definition, run } = app.prepareComparison({ tasks: taskSet(toTasks(set).slice(0, SIMULATED_TASKS)), model, seeds: SIMULATED_SEEDS });
  const outcome = await run({ signal: context.signal, onProgress: (progress) => context.progress(progressLine(progress)) });
  return { id: definition.id, outcome };
}

function document(sections: readonly ReportSection[], ids: readonly string[], page: string): Json {
  return {
    report: page,
    comparisons: sections.map((section, index) => ({ id: ids[index] ?? null, title: section.title, report: reportToJson(section.report) })),
  };
}

function closing(sections: readonly ReportSection[], ids: readonly string[], page: string, seconds: number): string {
  return [
    'What came out',
    ...sections.map((section) => `  ${section.title}\n    ${headline(section.report)}`),
    '',
    `report   ${page}   (plots, intervals, every run; open it in a browser)`,
    `done in  ${seconds.toFixed(1)} s, all runs kept: polity runs list`,
    '',
    'Try next',
    '  npx polity topologies list',
    '  npx polity run "What is 17 * 23?" --topology swarm --target 391 --scorer numeric',
    '  npx polity compare --tasks examples/tasks.jsonl --arms single,self_consistency:5,swarm,mesh --seeds 3',
    `  npx polity runs list --comparison ${ids[1] ?? ids[0] ?? 'ID'} --limit 5`,
  ].join('\n');
}
