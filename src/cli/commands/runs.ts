import { type App, openApp } from '#app';
import { asId, type Json, nearestName, PolityError, problemsError, quoteFound, type RunId } from '#lib';
import { canonicalRunLog, type TurnRecord } from '#orchestrator';
import { RUN_STATUSES, type Run, type RunResult, type RunStatus } from '#runs';
import type { CommandContext } from '../context.ts';
import { table } from '../output.ts';
import { accountOf, accountToJson, accountToText, type RunAccount } from './run-account.ts';

export interface RunsListFlags {
  readonly status?: string;
  readonly comparison?: string;
  readonly limit: number;
  readonly before?: string;
}

/** `polity runs list`: single runs and comparisons, newest first; with --comparison the runs of one. */
export async function runsListCommand(flags: RunsListFlags, context: CommandContext): Promise<number> {
  const status = flags.status === undefined ? undefined : readStatuses(flags.status);
  const app = openApp({ home: context.home });
  try {
    const store = app.store();
    const runs = await store.listRuns({
      limit: flags.limit,
      ...(status === undefined ? {} : { status }),
      ...(flags.comparison === undefined ? { standalone: true } : { comparisonId: asId(flags.comparison) }),
      ...(flags.before === undefined ? {} : { before: asId(flags.before) }),
    });
    const comparisons = flags.comparison === undefined && status === undefined ? await store.listComparisons(flags.limit) : [];
    const document: Json = {
      runs: runs.map(runToJson),
      comparisons: comparisons.map(({ id, status: state, createdAt }) => ({ id, status: state, created_at: new Date(createdAt).toISOString() })),
    };
    context.result(document, () => {
      const lines: string[] = [];
      if (comparisons.length > 0)
        lines.push(
          'Comparisons',
          table(
            ['id', 'status', 'begun'],
            comparisons.map((row) => [row.id, row.status, when(row.createdAt)]),
          ),
          '',
        );
      if (runs.length > 0)
        lines.push(
          'Runs',
          table(
            ['id', 'status', 'arm', 'model', 'begun'],
            runs.map((run) => [run.id, run.status, run.arm, run.model, when(run.createdAt)]),
          ),
        );
      if (runs.length === flags.limit) lines.push(`more: polity runs list${again(flags)} --before ${runs.at(-1)?.id ?? ''}`);
      if (lines.length > 0) return lines.join('\n');
      return flags.status === undefined && flags.comparison === undefined && flags.before === undefined
        ? 'nothing has run in this home yet: polity run "TASK" --topology swarm'
        : 'no run matches';
    });
    return 0;
  } finally {
    await app.close();
  }
}

/** The filters of a list, as they were typed. */
function again({ status, comparison, limit }: RunsListFlags): string {
  return `${status === undefined ? '' : ` --status ${status}`}${comparison === undefined ? '' : ` --comparison ${comparison}`} --limit ${limit}`;
}

function readStatuses(text: string): readonly RunStatus[] {
  const found = text.split(',').map((part) => part.trim());
  const known = new Set<string>(RUN_STATUSES);
  const problems = found
    .filter((status) => !known.has(status))
    .map((status) => ({
      file: '--status',
      message: 'no run has this status',
      found: quoteFound(status),
      allowed: RUN_STATUSES.join(', '),
      nearest: nearestName(status, RUN_STATUSES),
    }));
  if (problems.length > 0) throw problemsError('usage.invalid', 'the statuses cannot be used:', problems);
  return RUN_STATUSES.filter((status) => found.includes(status));
}

/** `polity runs show ID`: the run, its topology and its turns; `--log` prints the canonical run log alone. */
export async function runsShowCommand(id: string, flags: { readonly log?: boolean }, context: CommandContext): Promise<number> {
  const app = openApp({ home: context.home });
  try {
    const store = app.store();
    const run = await store.getRun(asId(id));
    if (run === null) {
      const comparison = await store.getComparison(asId(id));
      throw new PolityError(
        'run.not_found',
        comparison === null
          ? `there is no run ${id}: see polity runs list`
          : `${id} is a comparison: polity report --comparison ${id}, or polity runs list --comparison ${id}`,
      );
    }
    const history = await store.loadHistory(run.id);
    if (flags.log === true) {
      const log = canonicalRunLog(history);
      context.result({ id, log }, () => log.trimEnd());
      return 0;
    }
    const result = await store.getResult(run.id);
    const spec = run.topologyHash === null ? null : await store.getTopologyVersion(run.topologyHash);
    const turns = await inOrder(app, run.id, history.turns);
    const account = accountOf(turns, spec);
    const document = { ...runToJson(run), result: result === null ? null : resultToJson(result), topology: spec, ...accountToJson(account) };
    context.result({ ...document, turns: turns.map(turnToJson) }, () => humanRun(run, result, account, turns));
    return 0;
  } finally {
    await app.close();
  }
}

/** Turns in the order in which they were committed, which the events keep. */
async function inOrder(app: App, id: RunId, turns: readonly TurnRecord[]): Promise<readonly TurnRecord[]> {
  const place = new Map<string, number>();
  let after: number | undefined;
  for (;;) {
    const page = await app.store().listEvents({ runId: id, limit: 1000, ...(after === undefined ? {} : { after }) });
    for (const event of page) if (event.subject !== null && !place.has(event.subject)) place.set(event.subject, event.id);
    after = page.at(-1)?.id;
    if (page.length < 1000) break;
  }
  return [...turns].sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
}

const SHOWN_TEXT = 100;
/** Turns that are listed for people; the rest is counted. */
const SHOWN_TURNS = 200;

function humanRun(run: Run, result: RunResult | null, account: RunAccount, turns: readonly TurnRecord[]): string {
  const lines = [
    `${run.id}  ${run.status}${run.error === null ? '' : `  ${run.error.code}: ${run.error.message}`}`,
    `arm ${run.arm}   pattern ${run.pattern} v${run.patternVersion}   model ${run.model} (${run.provenance})   seed ${run.seed}   task ${run.taskId}   begun ${when(run.createdAt)}`,
  ];
  if (result !== null) {
    lines.push(
      `answer ${result.answer ?? '–'}   score ${result.score ?? (result.unscoredReason === null ? '–' : `unscored (${result.unscoredReason})`)}   turns ${result.turns}   cost ${result.costUsd === null ? 'unknown' : `$${result.costUsd.toFixed(5)}`}`,
    );
  }
  const rows = turns
    .slice(0, SHOWN_TURNS)
    .map((turn) => [
      turn.key,
      turn.agent,
      turn.status,
      turn.inputs.map((input) => `${input.turn.split('/')[0]}${input.reply ? ' (reply)' : ''}`).join(' '),
      tokens(turn),
      shorten(turn.failure?.message ?? turn.text ?? (turn.status === 'waiting' ? `waits: ${turn.question ?? ''}` : '–')),
    ]);
  if (rows.length > 0) lines.push('', table(['turn', 'agent', 'status', 'heard', 'tokens', 'output'], rows));
  if (turns.length > SHOWN_TURNS) lines.push(`… and ${turns.length - SHOWN_TURNS} more turns: polity runs show ${run.id} --json, or --log`);
  lines.push(...accountToText(account, turns));
  return lines.join('\n');
}

function tokens(turn: TurnRecord): string {
  return `${turn.usage.inputTokens ?? '?'} + ${turn.usage.outputTokens ?? '?'}`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN_TEXT ? `${line.slice(0, SHOWN_TEXT)}…` : line;
}

function when(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}

function runToJson(run: Run): { readonly [key: string]: Json } {
  return {
    id: run.id,
    status: run.status,
    comparison: run.comparisonId,
    arm: run.arm,
    task_id: run.taskId,
    seed: run.seed,
    kind: run.kind,
    pattern: run.pattern,
    model: run.model,
    provenance: run.provenance,
    error: run.error === null ? null : { code: run.error.code, message: run.error.message },
    created_at: new Date(run.createdAt).toISOString(),
    updated_at: new Date(run.updatedAt).toISOString(),
  };
}

function resultToJson(result: RunResult): Json {
  return {
    status: result.status,
    answer: result.answer,
    score: result.score,
    unscored_reason: result.unscoredReason,
    turns: result.turns,
    failed_turns: result.failedTurns,
    input_tokens: result.inputTokens,
    cached_input_tokens: result.cachedInputTokens,
    output_tokens: result.outputTokens,
    reasoning_tokens: result.reasoningTokens,
    cost_usd: result.costUsd,
    latency_ms: result.latencyMs,
    blocked_approvals: result.blockedApprovals,
  };
}

function turnToJson(turn: TurnRecord): Json {
  return {
    key: turn.key,
    node: turn.node,
    agent: turn.agent,
    round: turn.round,
    purpose: turn.purpose,
    status: turn.status,
    output: turn.text,
    inputs: turn.inputs.map((input) => ({ turn: input.turn, edge: input.edge, reply: input.reply, ...(input.via === undefined ? {} : { via: input.via }) })),
    input_tokens: turn.usage.inputTokens,
    output_tokens: turn.usage.outputTokens,
    cost_usd: turn.costUsd,
    latency_ms: turn.latencyMs,
    started_at: new Date(turn.startedAt).toISOString(),
    finished_at: new Date(turn.finishedAt).toISOString(),
    failure: turn.failure === null ? null : { reason: turn.failure.reason, message: turn.failure.message },
    question: turn.question,
  };
}

/** `polity runs cancel ID`. */
export async function runsCancelCommand(id: string, context: CommandContext): Promise<number> {
  const app = openApp({ home: context.home });
  try {
    await app.runs().cancel(asId(id));
    context.result({ id, status: 'cancelled' }, () => `${id}  cancelled`);
    return 0;
  } finally {
    await app.close();
  }
}
