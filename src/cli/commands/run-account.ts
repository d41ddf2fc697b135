import type { Json } from '#lib';
import type { TurnRecord } from '#orchestrator';
import { type LedgerAmount, ledgerOf, observedTopology, type RunLedger } from '#runs';
import { classifyTopology, parseSpec, type TopologyClassification, type TopologyEdge, type TopologyGraph, toMermaid } from '#topology';
import { table } from '../output.ts';

/** Rows of a table and of the timeline at most; the rest is counted. */
const SHOWN_ROWS = 40;
/** Edges up to which the drawing is shown. */
const DRAWN_EDGES = 60;
const BAR_WIDTH = 48;

/** What a run used and what it made of its topology, computed once for both outputs. */
export interface RunAccount {
  readonly ledger: RunLedger;
  readonly declared: TopologyGraph | null;
  readonly observed: ReturnType<typeof observedTopology> | null;
  readonly inferred: TopologyClassification['inferred'] | null;
}

/** Reads the account of a run from its turns and the canonical text of its topology. */
export function accountOf(turns: readonly TurnRecord[], spec: string | null): RunAccount {
  const ledger = ledgerOf(turns);
  const parsed = spec === null ? null : parseSpec(spec, { validate: false });
  const declared = parsed !== null && 'graph' in parsed ? parsed.graph : null;
  if (declared === null) return { ledger, declared, observed: null, inferred: null };
  const observed = observedTopology(declared, ledger);
  return { ledger, declared, observed, inferred: classifyTopology(observed.graph).inferred };
}

/** The account as the members `ledger` and `observed` of `runs show --json`. */
export function accountToJson({ ledger, observed, inferred }: RunAccount): { readonly [key: string]: Json } {
  return {
    ledger: {
      total: amountToJson(ledger.total),
      work: amountToJson(ledger.work),
      coordination: amountToJson(ledger.coordination),
      nodes: ledger.nodes.map((node) => ({ node: node.node, agent: node.agent, coordination_turns: node.coordinationTurns, ...amountToJson(node) })),
      edges: ledger.edges.map((edge) => ({
        ...{ from: edge.from, to: edge.to, kind: edge.kind, messages: edge.messages, replies: edge.replies },
        ...usageToJson(edge),
      })),
    },
    observed:
      observed === null || inferred === null
        ? null
        : {
            inferred: { kind: inferred.kind, confidence: inferred.confidence, runnerUp: inferred.runnerUp },
            nodes: observed.graph.nodes.map(({ id }) => id),
            edges: observed.graph.edges.map(edgeToJson),
            silent_nodes: observed.silentNodes,
            unused_edges: observed.unusedEdges.map(edgeToJson),
            undeclared_edges: observed.undeclaredEdges.map(edgeToJson),
          },
  };
}

function amountToJson(amount: LedgerAmount): { readonly [key: string]: Json } {
  return { turns: amount.turns, ...usageToJson(amount) };
}

function usageToJson(amount: Omit<LedgerAmount, 'turns'>): { readonly [key: string]: Json } {
  return {
    input_tokens: amount.inputTokens,
    cached_input_tokens: amount.cachedInputTokens,
    output_tokens: amount.outputTokens,
    reasoning_tokens: amount.reasoningTokens,
    cost_usd: amount.costUsd,
  };
}

function edgeToJson({ from, to, kind }: TopologyEdge): Json {
  return { from, to, kind: kind ?? null };
}

/** The account as text: timeline, ledger, observed topology with a drawing. Empty when nothing ran. */
export function accountToText(account: RunAccount, turns: readonly TurnRecord[]): readonly string[] {
  if (account.ledger.total.turns === 0) return [];
  return [...timeline(turns), ...ledgerText(account.ledger), ...observedText(account)];
}

/** A bar per turn from its start to its end on the clock of the run; a turn that waits is open to the right. */
function timeline(turns: readonly TurnRecord[]): readonly string[] {
  const shown = turns.slice(0, SHOWN_ROWS);
  const begin = turns.reduce((least, turn) => Math.min(least, turn.startedAt), Number.POSITIVE_INFINITY);
  const end = turns.reduce((most, turn) => Math.max(most, turn.finishedAt), begin);
  const scale = (at: number): number => (end === begin ? 0 : ((at - begin) / (end - begin)) * (BAR_WIDTH - 1));
  const rows = shown.map((turn) => {
    const from = Math.floor(scale(turn.startedAt));
    const to = turn.status === 'waiting' ? BAR_WIDTH : Math.max(from + 1, Math.ceil(scale(turn.finishedAt)));
    const mark = turn.status === 'waiting' ? '░' : turn.status === 'done' ? '█' : '×';
    return [turn.node, turn.purpose, `${' '.repeat(from)}${mark.repeat(to - from)}`.padEnd(BAR_WIDTH), `${turn.finishedAt - turn.startedAt} ms`];
  });
  return ['', `Timeline on the clock (${end - begin} ms)`, table(['node', 'purpose', '', 'took'], rows), ...left(turns.length, 'turns')];
}

function ledgerText(ledger: RunLedger): readonly string[] {
  const division = [
    ['work', String(ledger.work.turns), ...figures(ledger.work)],
    ['coordination', String(ledger.coordination.turns), ...figures(ledger.coordination)],
    ['total', String(ledger.total.turns), ...figures(ledger.total)],
  ];
  const nodes = ledger.nodes.slice(0, SHOWN_ROWS).map((node) => [node.node, node.agent, String(node.turns), ...figures(node)]);
  const edges = ledger.edges
    .slice(0, SHOWN_ROWS)
    .map((edge) => [edge.from ?? 'the task', edge.to, edge.kind, String(edge.messages), String(edge.replies), ...figures(edge)]);
  const columns = ['tokens in', 'tokens out', 'cost'];
  return [
    '',
    'Ledger: each division sums to the total',
    table(['part', 'turns', ...columns], division),
    '',
    table(['node', 'agent', 'turns', ...columns], nodes),
    ...left(ledger.nodes.length, 'nodes'),
    '',
    table(['from', 'to', 'edge', 'messages', 'replies', ...columns], edges),
    ...left(ledger.edges.length, 'edges'),
  ];
}

function figures(amount: Omit<LedgerAmount, 'turns'>): readonly string[] {
  const token = (value: number | null): string => (value === null ? 'unknown' : String(value));
  return [token(amount.inputTokens), token(amount.outputTokens), amount.costUsd === null ? 'unknown' : `$${amount.costUsd.toFixed(5)}`];
}

function left(count: number, what: string): readonly string[] {
  return count > SHOWN_ROWS ? [`… and ${count - SHOWN_ROWS} more ${what}: see --json`] : [];
}

function observedText({ ledger, declared, observed, inferred }: RunAccount): readonly string[] {
  if (declared === null || observed === null || inferred === null || declared.edges.length === 0) return [];
  const lines = [
    '',
    observed.graph.edges.length === 0
      ? `Topology: declared ${declared.kind ?? 'no kind'}; nothing travelled along its edges`
      : `Topology: declared ${declared.kind ?? 'no kind'}, what ran looks ${inferred.kind} (confidence ${inferred.confidence.toFixed(2)}${inferred.runnerUp === null ? '' : `, then ${inferred.runnerUp}`})`,
    `edges used ${declared.edges.length - observed.unusedEdges.length} of ${declared.edges.length}`,
  ];
  if (observed.silentNodes.length > 0) lines.push(`silent: ${names(observed.silentNodes)}`);
  if (observed.unusedEdges.length > 0) lines.push(`unused: ${names(observed.unusedEdges.map(({ from, to }) => `${from} → ${to}`))}`);
  if (observed.undeclaredEdges.length > 0) lines.push(`not declared: ${names(observed.undeclaredEdges.map(({ from, to }) => `${from} → ${to}`))}`);
  if (declared.edges.length <= DRAWN_EDGES) lines.push('', toMermaid(declared, travelled(ledger)).trimEnd());
  return lines;
}

function names(all: readonly string[]): string {
  return all.length <= 10 ? all.join(', ') : `${all.slice(0, 10).join(', ')} … and ${all.length - 10} more`;
}

/** For the drawing: how many messages an edge carried, both ways. */
function travelled(ledger: RunLedger): (edge: TopologyEdge) => string {
  const counts = new Map<string, number>();
  const name = (from: string, to: string, kind: string): string => {
    const symmetric = kind === 'peers_with' || kind === 'untyped';
    return JSON.stringify([...(symmetric ? [from, to].sort() : [from, to]), kind]);
  };
  for (const { from, to, kind, messages, replies } of ledger.edges)
    if (from !== null) counts.set(name(from, to, kind), (counts.get(name(from, to, kind)) ?? 0) + messages + replies);
  return ({ from, to, kind }) => {
    const count = counts.get(name(from, to, kind ?? 'untyped')) ?? 0;
    return count === 0 ? 'unused' : `${count} sent`;
  };
}
