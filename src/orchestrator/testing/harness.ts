import { type Clock, hash32, PolityError } from '#lib';
import type { ModelPort, ModelReply, ModelRequest } from '#models';
import { type Scorer, scorerFor } from '#scoring';
import { ScriptedModel, type ScriptedModelOptions } from '#testing';
import { type AttributeValue, freezeGraph, resolveParameters, type TopologyGraph } from '#topology';
import { type AgentProfile, type BoundTopology, bindTopology } from '../binding.ts';
import { Budget, type BudgetLimits } from '../budget.ts';
import type { Pattern } from '../pattern.ts';
import { answeringNodes } from '../patterns/registry.ts';
import type { LoggedValue, RunHistory, TurnLog, TurnRecord } from '../ports.ts';
import { type Purpose, turnKey } from '../turn.ts';
import { type ExecutionEnd, type ExecutionTotals, TurnExecutor } from '../turn-executor.ts';

/** A clock that stands still: an execution needs the time for its records only. */
export const stillClock: Clock = { now: () => 1_800_000_000_000, monotonic: () => 0, after: () => () => {} };

export const numeric: Scorer = scorerFor('numeric');
/** A scorer without equivalence: answers are free text. */
export const freeText: Scorer = scorerFor('includes');

/** Agents `a1`, `a2`, … */
export function roster(size: number): readonly AgentProfile[] {
  return Array.from({ length: size }, (_, index) => ({ id: `a${index + 1}`, skills: [], model: null }));
}

/** Binds an agent of its own to every node, so that a call tells which node made it. */
export function bindEach(graph: TopologyGraph, parameters: Readonly<Record<string, AttributeValue>> = {}): BoundTopology {
  const named = freezeGraph({ ...graph, nodes: graph.nodes.map((node) => ({ ...node, attrs: { ...node.attrs, agent: `agent of ${node.id}` } })) });
  const agents = graph.nodes.map((node) => ({ id: `agent of ${node.id}`, skills: [], model: null }));
  const resolved = graph.kind === null ? {} : resolveParameters({ kind: graph.kind, parameters: { ...graph.parameters, ...parameters } });
  return bindTopology(named, agents, { answering: answeringNodes(graph.kind, named), parameters: { ...resolved, ...parameters } });
}

/** A log in memory, in the order of commits; a key that it holds already is fenced. */
export class ListLog implements TurnLog {
  readonly turns: TurnRecord[];
  readonly values: LoggedValue[];
  constructor(history: RunHistory = { turns: [], values: [] }) {
    this.turns = [...history.turns];
    this.values = [...history.values];
  }

  async appendTurn(record: TurnRecord): Promise<void> {
    await pause(1); // a commit takes its time: what is used before it resolves was not logged
    if (this.turns.some((turn) => turn.key === record.key)) throw new PolityError('run.fenced', record.key);
    this.turns.push(record);
  }

  async appendValue(value: LoggedValue): Promise<void> {
    await pause(1);
    if (this.values.some((logged) => logged.key === value.key)) throw new PolityError('run.fenced', value.key);
    this.values.push(value);
  }

  get history(): RunHistory {
    return { turns: [...this.turns], values: [...this.values] };
  }

  /** Keys of turns that were paid for, in the order of commits. */
  get paid(): readonly string[] {
    return this.turns.filter((turn) => turn.status === 'done' || turn.status === 'failed').map((turn) => turn.key);
  }
}

export type Answering = (request: ModelRequest) => ModelReply | string | null | Error;

export interface Played {
  readonly end: ExecutionEnd;
  readonly totals: ExecutionTotals;
  readonly log: ListLog;
  readonly history: RunHistory;
  /** Every model call of this execution as the key of its turn (`bindEach` topologies) in the order of calls. */
  readonly calls: readonly string[];
  readonly requests: readonly ModelRequest[];
  /** Most model calls in flight at once. */
  readonly peak: number;
  readonly budget: Budget;
  readonly warnings: readonly string[];
}

export interface PlayOptions {
  readonly history?: RunHistory;
  readonly budget?: BudgetLimits;
  readonly scorer?: Scorer;
  readonly seed?: number;
  readonly input?: string;
  /** Changes which replies come late, never what they say. 0 = all at once. */
  readonly delays?: number;
  /** Aborts the run when this many calls were made. */
  readonly interruptAt?: number;
  readonly model?: Pick<ScriptedModelOptions, 'fingerprint' | 'price' | 'id'>;
  /** Told each time that a turn has been committed. */
  readonly onCall?: (key: string, log: ListLog) => void;
}

/** Executes a pattern once over a history. */
export async function play(pattern: Pattern, topology: BoundTopology, answering: Answering, options: PlayOptions = {}): Promise<Played> {
  const log = new ListLog(options.history);
  const stop = new AbortController();
  const calls: string[] = [];
  const requests: ModelRequest[] = [];
  const warnings: string[] = [];
  let inFlight = 0;
  let peak = 0;
  const base = new ScriptedModel((request) => answering(request), { fingerprint: 'f', ...options.model });
  const model: ModelPort = {
    ...{ id: base.id, provenance: base.provenance, stochastic: base.stochastic, fingerprint: base.fingerprint, price: base.price },
    complete: async (request, signal) => {
      const key = keyOf(request);
      options.onCall?.(key, log);
      calls.push(key);
      requests.push(request);
      peak = Math.max(peak, ++inFlight);
      try {
        if (calls.length === options.interruptAt) stop.abort(new PolityError('interrupted', 'stopped by the test'));
        await pause(options.delays === undefined || options.delays === 0 ? 0 : hash32(`${options.delays}:${key}`) % 5);
        signal.throwIfAborted();
        return await base.complete(request, signal);
      } finally {
        inFlight -= 1;
      }
    },
  };
  const budget = new Budget(
    options.budget ?? {},
    () => 0,
    (message) => warnings.push(message),
  );
  const executor = new TurnExecutor({
    pattern,
    topology,
    task: { id: 't1', input: options.input ?? 'What is 6 × 7?', class: null },
    scorer: options.scorer ?? numeric,
    seed: options.seed ?? 1,
    modelFor: () => model,
    history: log.history,
    log,
    budget,
    clock: stillClock,
    signal: stop.signal,
  });
  const end = await executor.execute();
  return { end, totals: executor.totals(), log, history: log.history, calls, requests, peak, budget, warnings };
}

async function pause(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The purpose of the turns that ask for a form; forms that several purposes share are keyed as answers. */
const PURPOSE: Partial<Readonly<Record<ModelRequest['shape'], Purpose>>> = {
  ...{ statement: 'statement', judgement: 'judge', brief: 'brief', revision: 'refine', aggregation: 'aggregate', plan: 'plan' },
  ...{ route: 'route', bid: 'bid', review: 'review', entry: 'act', claim: 'claim' },
};
const PLAIN: ReadonlySet<Purpose> = new Set(['stage', 'combine', 'work', 'synthesise', 'carry', 'integrate']);

/** The key of the turn that makes this request, for topologies made by `bindEach`: what a model cannot know is derived from the pattern's use of shapes. */
export function keyOf(request: ModelRequest): string {
  const { round, ordinal, shape } = request;
  const node = request.agent.id.replace('agent of ', '');
  return turnKey({ node, round, ordinal, purpose: PURPOSE[shape] ?? 'answer' });
}

/** As `keyOf`, from a record: purposes that share a shape are one. */
export function callKey(turn: Pick<TurnRecord, 'node' | 'round' | 'ordinal' | 'purpose'>): string {
  return turnKey({ ...turn, purpose: PLAIN.has(turn.purpose) ? 'answer' : turn.purpose === 'announce' ? 'brief' : turn.purpose });
}

/** A reply with every counter known: what the prompt is estimated at, and some output. */
export function counted(request: ModelRequest, text: string | null, outputTokens = 7): ModelReply {
  const prompt = request.prompt();
  const inputTokens = Math.ceil((prompt.system.length + prompt.user.length) / 4);
  const usage = { inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 };
  return { kind: 'reply', text, usage, costUsd: (inputTokens + 2 * outputTokens) / 1024, latencyMs: 10 };
}
/** The price at which `counted` replies are charged; a power of two, so that sums are exact. Dollars per token. */
export const COUNTED_PRICE = { inputUsd: 1 / 1024, outputUsd: 2 / 1024 } as const;
