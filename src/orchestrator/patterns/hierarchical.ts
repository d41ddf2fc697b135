import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { asking } from '../messages.ts';
import type { Pattern, RunContext } from '../pattern.ts';
import { addressees } from '../structured/addressees.ts';
import { ask } from '../structured/ask.ts';
import { planForm } from '../structured/plan.ts';
import type { TurnMessage, TurnResult } from '../turn.ts';

/** What came of a branch: the result of its head, or why it has none. */
type Branch = { readonly kind: 'result'; readonly turn: TurnResult } | { readonly kind: 'silent'; readonly why: string };

/**
 * Hierarchy: a manager plans one subtask for each report that it chooses, level by level; the leaves work at once; each manager synthesises
 * the results of its reports, and the synthesis of the root is the answer. A report sees its own subtask and nothing else of the plan.
 * A leaf that fails, a manager without a usable plan, without any result from below, or whose synthesis fails is silent towards its own
 * manager; where that is the root, the run fails.
 */
export const hierarchical: Pattern = {
  name: 'hierarchical',
  version: 1,
  run: async (context) => {
    const { root, reports } = treeOf(context);
    if (root === undefined) return { kind: 'failed', message: 'nobody stands at the top: everyone has a manager' };
    const cut = unreached(context, reports);
    if (cut !== null) return { kind: 'failed', message: cut };
    const branch = await solve(context, root, reports, null);
    return branch.kind === 'result' ? { kind: 'answer', text: branch.turn.text } : { kind: 'failed', message: `no answer: ${branch.why}` };
  },
};

async function solve(context: RunContext, node: string, reports: ReadonlyMap<string, readonly string[]>, assignment: TurnMessage | null): Promise<Branch> {
  const { topology } = context;
  const inputs = assignment === null ? [] : [assignment];
  const below = reports.get(node) ?? [];
  if (below.length === 0) return branchOf(await context.turn({ node, round: 0, purpose: 'work', shape: 'answer', instruction: INSTRUCTIONS.work, inputs }));
  const people = addressees(topology, below);
  const limit = below.length;
  const plan = await ask(
    context,
    { node, round: 0, purpose: 'plan', instruction: INSTRUCTIONS.plan, inputs, choices: people.choices, limit },
    planForm(people.names, limit),
  );
  if (plan.kind === 'none') return { kind: 'silent', why: `${plan.turn.agent} gave no plan (${plan.message})` };
  const branches = await Promise.all(plan.value.subtasks.map(({ to, task }) => solve(context, people.node(to) ?? '', reports, asking(plan.turn, task))));
  const results = branches.flatMap((branch) => (branch.kind === 'result' ? [branch.turn] : []));
  const [first] = branches;
  if (results.length === 0) return first?.kind === 'silent' ? first : { kind: 'silent', why: `${plan.turn.agent} chose nobody` };
  return branchOf(
    await context.turn({ node, round: 1, purpose: 'synthesise', shape: 'combination', instruction: INSTRUCTIONS.synthesise, inputs: [...inputs, ...results] }),
  );
}

function branchOf(turn: TurnResult): Branch {
  if (turn.status === 'done' && !isAbsent(turn.text)) return { kind: 'result', turn };
  const why = turn.failure === null ? 'gave nothing' : `failed (${turn.failure.reason}: ${turn.failure.message})`;
  return { kind: 'silent', why: `${turn.agent} ${why}` };
}

interface Tree {
  readonly root: string | undefined;
  readonly reports: ReadonlyMap<string, readonly string[]>;
}

/**
 * Who reports to whom, in node order, by `delegates_to`, `reports_to` read backwards, and untyped edges as they are written. The root is the
 * first node without a manager; everyone else hangs under the manager that reaches them first, so that nobody works twice and no cycle is
 * walked.
 */
function treeOf({ topology }: RunContext): Tree {
  const below = new Map<string, Set<string>>(topology.nodes.map((node) => [node, new Set()]));
  const managed = new Set<string>();
  for (const { from, to, kind } of topology.graph.edges) {
    if (kind !== undefined && kind !== 'delegates_to' && kind !== 'reports_to') continue;
    const [manager, report] = kind === 'reports_to' ? [to, from] : [from, to];
    below.get(manager)?.add(report);
    managed.add(report);
  }
  const root = topology.nodes.find((node) => !managed.has(node));
  const reports = new Map<string, readonly string[]>();
  const place = new Map(topology.nodes.map((node, index) => [node, index]));
  const placed = new Set(root === undefined ? [] : [root]);
  for (const manager of placed) {
    const own = [...(below.get(manager) ?? [])].filter((report) => !placed.has(report));
    own.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
    for (const report of own) placed.add(report);
    reports.set(manager, own);
  }
  return { root, reports };
}

/** A lone `reports_to` carries results only: without an edge down nobody could be given a subtask, and the organisation would be another one. */
function unreached({ topology }: RunContext, reports: ReadonlyMap<string, readonly string[]>): string | null {
  for (const [manager, below] of reports) {
    const report = below.find((node) => topology.channel(manager, node) === null);
    if (report !== undefined)
      return `no edge carries a subtask from "${manager}" to "${report}": a hierarchy needs delegates_to, reports_to alone carries results`;
  }
  return null;
}
