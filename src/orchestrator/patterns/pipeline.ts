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
    const { topology } = context;
    const order = stagesInOrder(context);
    const stages = new Map<string, Promise<TurnResult | null>>();
    for (const node of order) stages.set(node, stage(context, node, topology.sources(node), stages));
    const turns = new Map<string, TurnResult | null>();
    // Awaited together so that a stage that throws cannot leave another one's rejection unhandled.
    for (const [index, turn] of (await Promise.all(order.map((node) => stages.get(node)))).entries()) turns.set(order[index] ?? '', turn ?? null);
    return outcome(context, turns);
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

function outcome(context: RunContext, turns: ReadonlyMap<string, TurnResult | null>): PatternOutcome {
  const { topology } = context;
  const broken = topology.nodes
    .map((node) => turns.get(node))
    .find((turn) => turn !== null && turn !== undefined && (turn.status !== 'done' || isAbsent(turn.text)));
  if (broken !== null && broken !== undefined) return lastOutcome(broken);
  const sinks = topology.nodes.filter((node) => topology.targets(node).length === 0).map((node) => turns.get(node));
  const [only] = sinks;
  if (sinks.length === 1 && only !== null && only !== undefined) return lastOutcome(only);
  return { kind: 'answer', text: sinks.map((turn) => turn?.text ?? '').join('\n\n') };
}

/** Kahn's order, ties in node order; a validated pipeline has no cycle. */
function stagesInOrder(context: RunContext): readonly string[] {
  const { topology } = context;
  const open = new Map(topology.nodes.map((node) => [node, topology.sources(node).length]));
  const ready = topology.nodes.filter((node) => open.get(node) === 0);
  for (let next = 0; next < ready.length; next++) {
    for (const target of topology.targets(ready[next] ?? '')) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  return ready;
}
