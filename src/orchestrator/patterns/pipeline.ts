import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import type { Pattern, PatternOutcome, RunContext } from '../pattern.ts';
import type { TurnResult } from '../turn.ts';
import { lastOutcome } from './outcome.ts';

/**
 * Pipeline: the output of a stage is the input of the stages it pipes to; stages without a path between them run in parallel. The last
 * stage's output is the answer (several last stages: their outputs, in node order). A stage that fails or gives nothing fails the run.
 */
export const pipeline: Pattern = {
  name: 'pipeline',
  version: 1,
  run: async (context) => {
    const { nodes } = context.topology;
    const flow = flowOf(context);
    const order = stagesInOrder(nodes, flow);
    if (order.length < nodes.length) return { kind: 'failed', message: 'the stages of the pipeline form a cycle' };
    const stages = new Map<string, Promise<TurnResult | null>>();
    for (const node of order) stages.set(node, stage(context, node, flow.sources.get(node) ?? [], stages));
    const turns = new Map<string, TurnResult | null>();
    // Awaited together so that a stage that throws cannot leave another one's rejection unhandled.
    for (const [index, turn] of (await Promise.all(order.map((node) => stages.get(node)))).entries()) turns.set(order[index] ?? '', turn ?? null);
    const sinks = nodes.filter((node) => (flow.targets.get(node) ?? []).length === 0);
    return outcome(nodes, sinks, turns);
  },
};

async function stage(
  context: RunContext,
  node: string,
  sources: readonly string[],
  stages: ReadonlyMap<string, Promise<TurnResult | null>>,
): Promise<TurnResult | null> {
  const inputs: TurnResult[] = [];
  for (const source of sources) {
    const turn = (await stages.get(source)) ?? null;
    if (turn === null || turn.status !== 'done' || isAbsent(turn.text)) return null;
    inputs.push(turn);
  }
  if (inputs.length === 0) return context.turn({ node, round: 0, purpose: 'stage', shape: 'answer', instruction: INSTRUCTIONS.answer, inputs });
  return context.turn({ node, round: 0, purpose: 'stage', shape: 'combination', instruction: INSTRUCTIONS.refine, inputs });
}

function outcome(nodes: readonly string[], sinks: readonly string[], turns: ReadonlyMap<string, TurnResult | null>): PatternOutcome {
  const broken = nodes.map((node) => turns.get(node)).find((turn) => turn !== null && turn !== undefined && (turn.status !== 'done' || isAbsent(turn.text)));
  if (broken !== null && broken !== undefined) return lastOutcome(broken);
  const last = sinks.map((node) => turns.get(node));
  const [only] = last;
  if (last.length === 1 && only !== null && only !== undefined) return lastOutcome(only);
  return { kind: 'answer', text: last.map((turn) => turn?.text ?? '').join('\n\n') };
}

interface Flow {
  readonly sources: ReadonlyMap<string, readonly string[]>;
  readonly targets: ReadonlyMap<string, readonly string[]>;
}

/**
 * The stages before and after each stage, in node order. Only `pipes_to` edges and untyped ones order stages, the latter as written: any
 * other edge beside them (a report, a shared board) must not turn into a stage's input or into a cycle.
 */
function flowOf(context: RunContext): Flow {
  const { graph, nodes } = context.topology;
  const place = new Map(nodes.map((node, index) => [node, index]));
  const sources = new Map<string, Set<string>>(nodes.map((node) => [node, new Set()]));
  const targets = new Map<string, Set<string>>(nodes.map((node) => [node, new Set()]));
  for (const { from, to, kind } of graph.edges) {
    if (kind !== undefined && kind !== 'pipes_to') continue;
    sources.get(to)?.add(from);
    targets.get(from)?.add(to);
  }
  const sorted = (table: ReadonlyMap<string, ReadonlySet<string>>) =>
    new Map([...table].map(([node, others]) => [node, [...others].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))]));
  return { sources: sorted(sources), targets: sorted(targets) };
}

/** Kahn's order, ties in node order; shorter than the nodes when there is a cycle. */
function stagesInOrder(nodes: readonly string[], { sources, targets }: Flow): readonly string[] {
  const open = new Map(nodes.map((node) => [node, sources.get(node)?.length ?? 0]));
  const ready = nodes.filter((node) => open.get(node) === 0);
  for (let next = 0; next < ready.length; next++) {
    for (const target of targets.get(ready[next] ?? '') ?? []) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  return ready;
}
