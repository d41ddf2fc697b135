import { readRoster } from '#agents';
import { type App, adHocTask, openApp, parseOneArm } from '#app';
import { type Json, PolityError } from '#lib';
import type { BudgetLimits, RunOutcome, RunPlan } from '#runs';
import { readScorer, SCORER_NAMES } from '#scoring';
import { chosenModel } from '../chosen-model.ts';
import type { CommandContext } from '../context.ts';

export interface RunFlags {
  readonly topology: string;
  readonly model?: string;
  readonly recording?: string;
  readonly agents?: number;
  readonly agentsFrom?: string;
  readonly seed?: number;
  readonly target?: string;
  readonly scorer: string;
  readonly taskId?: string;
  readonly budget?: BudgetLimits;
}

/** `polity run "TASK"`. */
export async function runCommand(text: string, flags: RunFlags, context: CommandContext): Promise<number> {
  if (text.trim() === '') throw new PolityError('usage.invalid', 'the task is empty: polity run "What is 17 * 23?" --topology swarm');
  checkScorer(flags);
  const app = openApp({ home: context.home, onWarning: (message) => context.warn(message) });
  try {
    const task = adHocTask(text, flags.target ?? null, flags.scorer);
    const plan = app.planRun({
      task: flags.taskId === undefined ? task : { ...task, id: flags.taskId },
      arm: parseOneArm(flags.topology),
      model: chosenModel(flags),
      ...(flags.recording === undefined ? {} : { recordingFile: flags.recording }),
      ...(flags.agents === undefined ? {} : { agents: flags.agents }),
      ...(flags.agentsFrom === undefined ? {} : { roster: readRoster(flags.agentsFrom) }),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    });
    context.note(
      `run ${plan.id}: ${plan.arm} over ${plan.topology.nodes.length} ${plan.topology.nodes.length === 1 ? 'node' : 'nodes'}, model ${plan.model.id}${plan.model.provenance === 'simulated' ? ' (SIMULATED: no model is called)' : ''}`,
    );
    const outcome = await app.startRun(plan, context.signal);
    return concludeRun(plan, outcome, app, context);
  } finally {
    await app.close();
  }
}

function checkScorer(flags: RunFlags): void {
  const read = readScorer(flags.scorer, '--scorer');
  if (read.kind === 'problems')
    throw new PolityError('usage.invalid', `--scorer ${flags.scorer}: allowed are ${SCORER_NAMES.join(', ')}`, { details: { problems: read.problems } });
  const problems = flags.target === undefined ? [] : read.scorer.targetProblems(flags.target, '--target');
  if (problems.length > 0)
    throw new PolityError('usage.invalid', `--target does not suit the scorer ${flags.scorer}: ${problems.map((problem) => problem.message).join('; ')}`, {
      details: { problems },
    });
}

/** Tells how a run ended and returns the exit code: 0 ok, 1 failed, 3 budget, 4 suspended, 130 interrupted. */
export async function concludeRun(plan: RunPlan, outcome: RunOutcome, app: App, context: CommandContext): Promise<number> {
  const base = { id: plan.id, arm: plan.arm, model: plan.model.id, provenance: plan.model.provenance };
  switch (outcome.kind) {
    case 'interrupted':
      context.result({ ...base, status: 'queued' }, () => `interrupted; go on with polity resume ${plan.id}`);
      return 130;
    case 'suspended': {
      const waits: Json = outcome.waits.map(({ key, agent, question }) => ({ key, agent, question }));
      context.result({ ...base, status: 'suspended', waits }, () =>
        [
          `suspended: ${plan.id} waits for`,
          ...outcome.waits.map(({ key, agent, question }) => `  ${key} (${agent})\n    ${question.replaceAll('\n', '\n    ')}`),
          '',
          `answer   polity resume ${plan.id} --answer "${outcome.waits[0]?.key ?? 'KEY'}=TEXT"`,
        ].join('\n'),
      );
      return 4;
    }
    case 'finished': {
      const { result, error } = outcome;
      const kept = (await app.store().loadHistory(plan.id)).turns.filter((turn) => turn.status === 'done').length;
      const document: Json = {
        ...base,
        status: result.status,
        answer: result.answer,
        score: result.score,
        unscored_reason: result.unscoredReason,
        error: error === null ? null : { code: error.code, message: error.message },
        turns: result.turns,
        failed_turns: result.failedTurns,
        input_tokens: result.inputTokens,
        output_tokens: result.outputTokens,
        cost_usd: result.costUsd,
        latency_ms: result.latencyMs,
      };
      context.result(document, () => humanResult(plan, outcome, kept));
      if (result.status === 'completed') return result.answer === null ? 1 : 0;
      return error?.code === 'budget.exceeded' ? 3 : 1;
    }
  }
}

function humanResult(plan: RunPlan, { result, error }: Extract<RunOutcome, { kind: 'finished' }>, kept: number): string {
  const unknown = 'unknown';
  const cost = result.costUsd === null ? unknown : `$${result.costUsd.toFixed(5)}`;
  const tokens =
    result.inputTokens === null || result.outputTokens === null
      ? result.outputTokens === null
        ? unknown
        : `${result.outputTokens} output, input unknown`
      : `${result.inputTokens} + ${result.outputTokens}`;
  const lines =
    result.status === 'completed'
      ? [result.answer ?? `no answer: ${result.unscoredReason ?? ''}`]
      : [
          `${result.status}: ${error?.message ?? ''}`,
          ...(kept === 0 ? [] : [`${kept} ${kept === 1 ? 'turn is' : 'turns are'} kept: polity runs show ${plan.id}`]),
        ];
  if (error?.code === 'budget.exceeded') lines.push(`go on with another budget: polity resume ${plan.id} --budget …`);
  lines.push(
    '',
    `turns ${result.turns}   tokens ${tokens}   cost ${cost}   latency ${result.latencyMs === null ? unknown : `${Math.round(result.latencyMs)} ms`}${result.score === null ? '' : `   score ${result.score}`}`,
  );
  lines.push(`turn by turn: polity runs show ${plan.id}`);
  return lines.join('\n');
}
