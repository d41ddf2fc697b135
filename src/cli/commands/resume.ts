import { type App, openApp } from '#app';
import { asId, PolityError } from '#lib';
import type { BudgetLimits } from '#runs';
import type { CommandContext } from '../context.ts';
import { concludeComparison, progressLine } from './compare.ts';
import { concludeRun } from './run.ts';

export interface ResumeFlags {
  readonly answer?: readonly string[];
  readonly budget?: BudgetLimits;
  readonly out?: string;
  readonly verbose?: boolean;
}

/** `polity resume RUN|COMPARISON`, or without an id every single run that was interrupted or left by a dead process. */
export async function resumeCommand(id: string | undefined, flags: ResumeFlags, context: CommandContext): Promise<number> {
  const app = openApp({ home: context.home, onWarning: (message) => context.warn(message) });
  try {
    if (id === undefined) return await resumeAll(flags, app, context);
    if ((await app.store().getComparison(asId(id))) !== null) {
      if (flags.answer !== undefined)
        throw new PolityError('usage.invalid', '--answer goes with a run, not with a comparison: polity resume RUN --answer KEY=TEXT');
      const outcome = await app.resumeComparison(asId(id), { signal: context.signal, onProgress: (progress) => context.progress(progressLine(progress)) });
      context.progressEnd();
      return concludeComparison(id, outcome, flags, context);
    }
    for (const answer of flags.answer ?? []) await giveAnswer(id, answer, app);
    const plan = await app.replanRun(asId(id), flags.budget);
    return await concludeRun(plan, await app.runs().resume(plan, context.signal), app, context);
  } finally {
    await app.close();
  }
}

async function giveAnswer(id: string, answer: string, app: App): Promise<void> {
  const equals = answer.indexOf('=');
  if (equals <= 0)
    throw new PolityError('usage.invalid', `--answer ${JSON.stringify(answer.slice(0, 60))} is not KEY=TEXT; the keys are listed by polity runs show ${id}`);
  await app.runs().answer(asId(id), answer.slice(0, equals), answer.slice(equals + 1));
}

async function resumeAll(flags: ResumeFlags, app: App, context: CommandContext): Promise<number> {
  if (flags.answer !== undefined || flags.budget !== undefined)
    throw new PolityError('usage.invalid', '--answer and --budget need the id of a run: polity resume RUN …');
  const orphans = await app.engine().orphans({ standalone: true });
  const done: { id: string; status: string }[] = [];
  let code = 0;
  for (const run of [...orphans].reverse()) {
    if (context.signal.aborted) break;
    context.note(`resuming ${run.id}`);
    const outcome = await app.resumeRun(run.id, context.signal);
    done.push({ id: run.id, status: outcome.kind === 'finished' ? outcome.result.status : outcome.kind });
    if (outcome.kind === 'interrupted') code = 130;
    else if (outcome.kind === 'finished' && outcome.result.status !== 'completed' && code === 0) code = 1;
  }
  context.result({ resumed: done }, () =>
    done.length === 0
      ? 'nothing to resume: no single run was left unfinished (comparisons are resumed by id)'
      : done.map((run) => `${run.id}  ${run.status}`).join('\n'),
  );
  return code;
}
