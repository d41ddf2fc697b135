import { type Clock, createRng, PolityError, toPolityError } from '#lib';
import { sha256 } from '#lib/node';
import { type ModelPort, type ModelReply, type ModelRequest, type ShownMessage, UNKNOWN_USAGE } from '#models';
import { renderPrompt } from '#prompt';
import type { Scorer } from '#scoring';
import type { BoundTopology } from './binding.ts';
import { type Budget, estimateTurn } from './budget.ts';
import { inputTurn, referTo, shownMessage } from './messages.ts';
import type { Pattern, PatternOutcome, RunContext, TaskView } from './pattern.ts';
import type { MessageRef, RunHistory, TurnLog, TurnRecord } from './ports.ts';
import { Suspension } from './suspension.ts';
import { type TurnRequest, type TurnResult, turnKey } from './turn.ts';

/** Everything one execution of a run needs. `modelFor` chooses the model that speaks for an agent. */
export interface Execution {
  readonly pattern: Pattern;
  readonly topology: BoundTopology;
  readonly task: TaskView;
  readonly scorer: Scorer;
  readonly seed: number;
  readonly modelFor: (agentId: string) => ModelPort;
  readonly history: RunHistory;
  readonly log: TurnLog;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How an execution ended: the pattern's outcome, a wait for the outside, or an error that ends or interrupts the run. */
export type ExecutionEnd =
  | { readonly kind: 'outcome'; readonly outcome: PatternOutcome }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'error'; readonly error: PolityError };

/** What an execution amounts to so far: sums over executed turns (null = some figure is unknown), and the critical path. */
export interface ExecutionTotals {
  readonly turns: number;
  readonly failedTurns: number;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly costUsd: number | null;
  /** Longest chain of latencies through the messages. Milliseconds. */
  readonly latencyMs: number | null;
}

/** Executes a pattern over its log: finished turns are returned, new ones are run, logged and only then used. */
export class TurnExecutor implements RunContext {
  readonly topology: BoundTopology;
  readonly task: TaskView;
  readonly scorer: Scorer;
  readonly #run: Execution;
  readonly #recorded: Map<string, TurnRecord>;
  readonly #values: Map<string, number>;
  /** Every executed turn, those of the log first: what was paid for counts even when the pattern does not ask for it again. */
  readonly #executed: TurnResult[] = [];
  readonly #finishedAt = new Map<string, number | null>();
  readonly #asked = new Set<string>();
  readonly #suspension: Suspension;
  readonly #preamble: string;
  readonly #maxOutputTokens: number;
  #suspend: () => void = () => {};
  #ended = false;

  constructor(run: Execution) {
    this.#run = run;
    this.topology = run.topology;
    this.task = run.task;
    this.scorer = run.scorer;
    this.#recorded = new Map(run.history.turns.map((turn) => [turn.key, turn]));
    this.#values = new Map(run.history.values.map((value) => [value.key, value.value]));
    this.#suspension = new Suspension(() => this.#suspend());
    this.#maxOutputTokens = Number(run.topology.parameters.max_output_tokens ?? 1024);
    this.#recall();
    // What is the same for every turn of the run is digested once: a task may be megabytes long.
    this.#preamble = sha256(
      JSON.stringify([run.pattern.name, run.pattern.version, run.seed, run.task.id, run.task.class, run.task.input, this.#maxOutputTokens]),
    );
  }

  /** Runs the pattern to its end, to a suspension or to an error; never rejects. */
  async execute(): Promise<ExecutionEnd> {
    const suspended = new Promise<ExecutionEnd>((resolve) => {
      this.#suspend = () => resolve({ kind: 'suspended' });
    });
    const done = this.#run.pattern.run(this).then(
      (outcome): ExecutionEnd => ({ kind: 'outcome', outcome }),
      (thrown: unknown): ExecutionEnd => ({ kind: 'error', error: toPolityError(thrown) }),
    );
    const end = await Promise.race([done, suspended]);
    if (end.kind !== 'suspended') {
      // Branches that outlive the pattern's end start nothing more. Turns of other branches that are still in flight were paid for: they are logged and counted before the run ends.
      this.#ended = true;
      this.#run.budget.close('the run has ended');
      await this.#suspension.quiet();
    }
    return end;
  }

  /** Sums over the executed turns of this execution, replayed ones included. */
  totals(): ExecutionTotals {
    // In the order of keys, so that sums of dollars do not depend on which turn ended first.
    const executed = [...this.#executed].sort((a, b) => (a.key < b.key ? -1 : 1));
    const sum = (read: (turn: TurnResult) => number | null): number | null => {
      let total = 0;
      for (const turn of executed) {
        const value = read(turn);
        if (value === null) return null;
        total += value;
      }
      return total;
    };
    let latency: number | null = 0;
    for (const at of this.#finishedAt.values()) latency = at === null || latency === null ? null : Math.max(latency, at);
    return {
      turns: executed.length,
      failedTurns: executed.filter((turn) => turn.status === 'failed').length,
      inputTokens: sum((turn) => turn.usage.inputTokens),
      cachedInputTokens: sum((turn) => turn.usage.cachedInputTokens),
      outputTokens: sum((turn) => turn.usage.outputTokens),
      reasoningTokens: sum((turn) => turn.usage.reasoningTokens),
      costUsd: sum((turn) => turn.costUsd),
      latencyMs: latency,
    };
  }

  async turn(request: TurnRequest): Promise<TurnResult> {
    const key = turnKey(request);
    if (this.#asked.has(key)) throw new PolityError('internal', `the pattern ${this.#run.pattern.name} asked twice for the turn ${key}`);
    this.#asked.add(key);
    const inputs = request.inputs.map((input) => referTo(this.topology, input, request.node));
    const shown = request.inputs.map(shownMessage);
    const agent = this.topology.agent(request.node);
    const model = this.#run.modelFor(agent.id);
    const inputHash = this.#hash(request, agent.id, model, shown);
    const recorded = this.#recorded.get(key);
    if (recorded !== undefined) return this.#replay(recorded, inputHash, request);
    if (this.#ended) throw new PolityError('interrupted', 'the run has ended');
    const result = await this.#perform(request, key, inputs, shown, model, inputHash);
    if (isExecuted(result.status)) this.#executed.push(result);
    this.#place(request, result);
    return result;
  }

  async clock(label: string): Promise<number> {
    return this.#value(`clock:${label}`, 'clock', () => this.#run.clock.now());
  }

  async random(label: string): Promise<number> {
    return this.#value(`random:${label}`, 'random', () => createRng(`${this.#run.seed}:${this.task.id}:${label}`).next());
  }

  async #value(key: string, kind: 'clock' | 'random', read: () => number): Promise<number> {
    const logged = this.#values.get(key);
    if (logged !== undefined) return logged;
    const value = read();
    this.#values.set(key, value);
    this.#suspension.enter();
    try {
      await this.#run.log.appendValue({ key, kind, value });
    } finally {
      this.#suspension.leave();
    }
    return value;
  }

  #hash(request: TurnRequest, agentId: string, model: ModelPort, shown: readonly ShownMessage[]): string {
    const { node, round, purpose, ordinal = 0, shape, instruction, own } = request;
    const messages = shown.map(({ from, text, asks }) => (asks === undefined ? [from, text] : [from, text, asks]));
    const decisive = [this.#preamble, node, agentId, model.id, model.fingerprint, round, purpose, ordinal, shape, instruction, own?.text ?? null, messages];
    return sha256(JSON.stringify([...decisive, ...bounds(request)])).slice(0, 32);
  }

  async #replay(recorded: TurnRecord, inputHash: string, request: TurnRequest): Promise<TurnResult> {
    if (recorded.inputHash !== inputHash) {
      throw new PolityError(
        'run.diverged',
        `turn ${recorded.key} was logged with other inputs than it would get now: task, agents, model, prompt or protocol have changed since`,
        {
          details: { turn: recorded.key, logged: recorded.inputHash, now: inputHash },
        },
      );
    }
    const { status } = recorded;
    if (status === 'waiting') return this.#wait();
    if (status === 'refused') throw new PolityError('budget.exceeded', recorded.failure?.message ?? 'the budget is used up');
    const result = toResult(recorded, status);
    this.#place(request, result);
    return result;
  }

  #wait(): Promise<TurnResult> {
    this.#suspension.wait();
    // Settled by nobody in this execution: the answer restarts the run by replay.
    return new Promise<TurnResult>(() => {});
  }

  async #perform(
    request: TurnRequest,
    key: string,
    inputs: readonly MessageRef[],
    shown: readonly ShownMessage[],
    model: ModelPort,
    inputHash: string,
  ): Promise<TurnResult> {
    this.#suspension.enter();
    try {
      const record = await this.#invoke(request, key, inputs, shown, model, inputHash);
      if (record.status !== 'waiting') return toResult(record, record.status);
    } finally {
      this.#suspension.leave();
    }
    return this.#wait();
  }

  async #invoke(
    request: TurnRequest,
    key: string,
    inputs: readonly MessageRef[],
    shown: readonly ShownMessage[],
    model: ModelPort,
    inputHash: string,
  ): Promise<TurnRecord> {
    const { clock, log, signal } = this.#run;
    const modelRequest = this.#modelRequest(request, shown);
    const release = await this.#reserve(request, key, inputs, modelRequest, model, inputHash);
    const startedAt = clock.now();
    let reply: ModelReply;
    try {
      signal.throwIfAborted();
      const pending = model.complete(modelRequest, signal);
      reply = pending instanceof Promise ? await pending : pending;
    } catch (thrown) {
      if (signal.aborted) {
        release?.(UNKNOWN_USAGE, null, false);
        throw abortError(signal);
      }
      reply = { kind: 'failed', reason: 'error', message: toPolityError(thrown).message, usage: UNKNOWN_USAGE, costUsd: null, latencyMs: null };
    }
    const record = this.#record(request, key, inputs, model, inputHash, reply, startedAt, clock.now());
    const executed = isExecuted(record.status);
    const logged = executed || record.status === 'waiting';
    // A turn that waits counts as spent: its reply will come, and others must not take its place meanwhile.
    release?.(record.usage, record.costUsd, logged);
    if (logged) await log.appendTurn(record);
    return record;
  }

  async #reserve(
    request: TurnRequest,
    key: string,
    inputs: readonly MessageRef[],
    modelRequest: ModelRequest,
    model: ModelPort,
    inputHash: string,
  ): Promise<Release | undefined> {
    const { budget, clock, log } = this.#run;
    if (budget.unlimited) return undefined;
    const prompt = modelRequest.prompt();
    const admission = await budget.admit(estimateTurn(prompt.system.length + prompt.user.length, this.#maxOutputTokens, model.price));
    if (admission.kind === 'granted') return admission.release;
    if (this.#run.signal.aborted) throw abortError(this.#run.signal);
    if (this.#ended) throw new PolityError('interrupted', 'the run has ended');
    const now = clock.now();
    const base = this.#record(request, key, inputs, model, inputHash, { kind: 'no_part' }, now, now);
    await log.appendTurn({ ...base, status: 'refused', failure: { reason: 'budget', message: admission.message } });
    throw new PolityError('budget.exceeded', admission.message);
  }

  #modelRequest(request: TurnRequest, shown: readonly ShownMessage[]): ModelRequest {
    const { seed, task } = this.#run;
    const agent = this.topology.agent(request.node);
    const own = request.own?.text ?? null;
    const { shape, instruction, part, choices, limit, problem } = request;
    const bounded = { ...(part === undefined ? {} : { part }), ...(choices === undefined ? {} : { choices }), ...(limit === undefined ? {} : { limit }) };
    const optional = problem === undefined ? bounded : { ...bounded, problem };
    return {
      agent,
      task,
      round: request.round,
      ordinal: request.ordinal ?? 0,
      shape,
      shown,
      own,
      seed,
      maxOutputTokens: this.#maxOutputTokens,
      ...optional,
      prompt: () => renderPrompt({ task, shape, instruction, shown, own, ...optional }),
    };
  }

  #record(
    request: TurnRequest,
    key: string,
    inputs: readonly MessageRef[],
    model: ModelPort,
    inputHash: string,
    reply: ModelReply,
    startedAt: number,
    finishedAt: number,
  ): TurnRecord {
    if (reply.kind === 'not_recorded') throw new PolityError('model.not_recorded', reply.message);
    const figures = reply.kind === 'reply' || reply.kind === 'failed' ? reply : { usage: UNKNOWN_USAGE, costUsd: null, latencyMs: null };
    return {
      key,
      node: request.node,
      agent: this.topology.agent(request.node).id,
      round: request.round,
      purpose: request.purpose,
      ordinal: request.ordinal ?? 0,
      status: STATUS[reply.kind],
      text: reply.kind === 'reply' ? reply.text : null,
      usage: figures.usage,
      costUsd: figures.costUsd,
      latencyMs: figures.latencyMs,
      failure: reply.kind === 'failed' ? { reason: reply.reason, message: reply.message } : null,
      inputHash,
      inputs,
      model: model.id,
      startedAt: Math.round(startedAt),
      finishedAt: Math.round(finishedAt),
      token: reply.kind === 'wait' ? reply.token : null,
      question: reply.kind === 'wait' ? reply.question : null,
    };
  }

  /** Takes over what the log holds: executed turns into the totals, they and the waiting ones into the budget. */
  #recall(): void {
    const { history, budget, task } = this.#run;
    const texts = new Map(history.turns.map((turn) => [turn.key, turn.text]));
    for (const turn of history.turns) {
      if (isExecuted(turn.status)) this.#executed.push(toResult(turn, turn.status));
      else if (turn.status !== 'waiting') continue;
      if (budget.unlimited) continue;
      const characters = turn.inputs.reduce((sum, input) => sum + (texts.get(input.turn)?.length ?? 0), task.input.length);
      budget.recall(turn.usage, turn.costUsd, estimateTurn(characters, this.#maxOutputTokens, this.#run.modelFor(turn.agent).price));
    }
  }

  /** Places a result on the critical path: it began when its messages and its own last turn had ended. */
  #place(request: TurnRequest, result: TurnResult): void {
    if (!isExecuted(result.status)) return;
    let start: number | null = 0;
    for (const input of [...request.inputs.map(inputTurn), ...(request.own === undefined ? [] : [request.own])]) {
      const at = this.#finishedAt.get(input.key);
      if (at !== undefined) start = at === null || start === null ? null : Math.max(start, at);
    }
    this.#finishedAt.set(result.key, start === null || result.latencyMs === null ? null : start + result.latencyMs);
  }
}

type Release = (usage: TurnRecord['usage'], usd: number | null, executed: boolean) => void;

const STATUS = { reply: 'done', failed: 'failed', no_part: 'no_part', ended: 'ended', not_recorded: 'not_recorded', wait: 'waiting' } as const;

/** What else decides a reply, where a request has any of it. */
function bounds({ part, choices, limit, problem }: TurnRequest): readonly unknown[] {
  return part === undefined && choices === undefined && limit === undefined && problem === undefined ? [] : [{ part, choices, limit, problem }];
}

function isExecuted(status: TurnRecord['status']): status is 'done' | 'failed' {
  return status === 'done' || status === 'failed';
}

function toResult(record: TurnRecord, status: TurnResult['status']): TurnResult {
  const { key, node, agent, round, purpose, ordinal, text, usage, costUsd, latencyMs, failure } = record;
  return { key, node, agent, round, purpose, ordinal, status, text, usage, costUsd, latencyMs, failure };
}

function abortError(signal: AbortSignal): PolityError {
  return signal.reason instanceof PolityError ? signal.reason : new PolityError('interrupted', 'the run was interrupted');
}
