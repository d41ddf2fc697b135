import { type App, openApp } from '#app';
import { asId, nearestName, PolityError, problemsError, quoteFound, type RunId, toPolityError } from '#lib';
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
    if ((await app.store().getComparison(asId(id))) !== null) return await resumeOneComparison(id, flags, app, context);
    if (flags.out !== undefined) throw new PolityError('usage.invalid', `--out goes with a comparison, and ${id} is none: see polity runs list`);
    await giveAnswers(id, flags.answer ?? [], app);
    const run = await app.store().getRun(asId(id));
    if (flags.answer !== undefined && run?.comparisonId) return await answeredPart(id, run.comparisonId, flags.answer.length, app, context);
    const plan = await app.replanRun(asId(id), flags.budget);
    return await concludeRun(plan, await app.runs().resume(plan, context.signal), app, context);
  } finally {
    await app.close();
  }
}

async function resumeOneComparison(id: string, flags: ResumeFlags, app: App, context: CommandContext): Promise<number> {
  if (flags.answer !== undefined)
    throw new PolityError('usage.invalid', '--answer goes with a run, not with a comparison: polity resume RUN --answer KEY=TEXT');
  if (flags.budget !== undefined)
    throw new PolityError('usage.invalid', '--budget goes with a single run: the budget of a comparison was registered before its first run');
  const outcome = await app.resumeComparison(asId(id), { signal: context.signal, onProgress: (progress) => context.progress(progressLine(progress)) });
  context.progressEnd();
  return concludeComparison(id, outcome, flags, context);
}

/** A run of a comparison has its answers; it goes on when the comparison does. */
async function answeredPart(id: string, comparison: string, given: number, app: App, context: CommandContext): Promise<number> {
  const open = (await app.runs().waits(asId(id))).map(({ key }) => key);
  context.result({ id, comparison, status: 'suspended', answered: given, waits: open }, () =>
    [
      `answered: ${given} ${given === 1 ? 'turn' : 'turns'} of ${id}${open.length === 0 ? '' : `; still open: ${open.join(', ')}`}`,
      `go on with polity resume ${comparison}`,
    ].join('\n'),
  );
  return 4;
}

/** Every answer is checked before the first is given, so that a mistake in one leaves none behind. */
async function giveAnswers(id: string, texts: readonly string[], app: App): Promise<void> {
  const answers = texts.map((text) => {
    const equals = text.indexOf('=');
    return { text, key: text.slice(0, Math.max(0, equals)), reply: text.slice(equals + 1) };
  });
  const mistyped = answers.filter(({ key }) => key === '').map(({ text }) => ({ file: '--answer', message: 'not KEY=TEXT', found: quoteFound(text) }));
  if (mistyped.length > 0) throw problemsError('usage.invalid', `the keys are listed by polity runs show ${id}:`, mistyped);
  if (answers.length === 0) return;
  const open = (await app.runs().waits(asId(id))).map(({ key }) => key);
  const seen = new Set<string>();
  const problems = answers.flatMap(({ key }) => {
    const twice = seen.has(key);
    seen.add(key);
    if (!twice && open.includes(key)) return [];
    const message = twice ? 'answered twice' : 'no turn with this key waits for an answer';
    const nearest = nearestName(key, open);
    return [
      { file: '--answer', message, found: quoteFound(key), allowed: open.join(', ') || 'none waits', ...(twice || nearest === undefined ? {} : { nearest }) },
    ];
  });
  if (problems.length > 0 && (await app.store().getRun(asId(id))) !== null)
    throw problemsError('store.conflict', `the answers do not fit run ${id}, none was taken:`, problems);
  for (const { key, reply } of answers) await app.runs().answer(asId(id), key, reply);
}

async function resumeAll(flags: ResumeFlags, app: App, context: CommandContext): Promise<number> {
  if (flags.answer !== undefined || flags.budget !== undefined)
    throw new PolityError('usage.invalid', '--answer and --budget need the id of a run: polity resume RUN …');
  const orphans = await app.engine().orphans({ standalone: true });
  const done: Resumed[] = [];
  for (const run of [...orphans].reverse()) {
    if (context.signal.aborted) break;
    context.note(`resuming ${run.id}`);
    done.push(await resumeOrphan(run.id, app, context));
  }
  context.result({ resumed: done.map(({ id, status, error }) => ({ id, status, error })) }, () =>
    done.length === 0
      ? 'nothing to resume: no single run was left unfinished (comparisons are resumed by id)'
      : done.map((run) => `${run.id}  ${run.status}${run.error === null ? '' : `: ${run.error.message}`}`).join('\n'),
  );
  return Math.max(0, ...done.map(({ exit }) => exit));
}

interface Resumed {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly exit: number;
}

/** One that cannot go on (its file has changed, another process has just taken it) keeps none of the others from going on. */
async function resumeOrphan(id: RunId, app: App, context: CommandContext): Promise<Resumed> {
  try {
    const outcome = await app.resumeRun(id, context.signal);
    if (outcome.kind === 'interrupted') return { id, status: outcome.kind, error: null, exit: 130 };
    if (outcome.kind === 'suspended') return { id, status: outcome.kind, error: null, exit: 0 };
    const { result, error } = outcome;
    return {
      id,
      status: result.status,
      error: error === null ? null : { code: error.code, message: error.message },
      exit: result.status === 'completed' ? 0 : 1,
    };
  } catch (thrown) {
    const { code, message } = toPolityError(thrown);
    return { id, status: 'not resumed', error: { code, message }, exit: 1 };
  }
}
