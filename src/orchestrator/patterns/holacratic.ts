import { INSTRUCTIONS } from '#prompt';
import { isAbsent } from '#scoring';
import { asking } from '../messages.ts';
import type { Pattern, RunContext } from '../pattern.ts';
import { ask } from '../structured/ask.ts';
import { claimForm } from '../structured/claim.ts';
import { type Plan, planForm } from '../structured/plan.ts';
import type { TurnInput, TurnResult } from '../turn.ts';
import { assignRoles, type Circle, circlesOf, type RoleClaim } from './circles.ts';

/** The results that a circle has brought about, or why there are none. */
type Brought = { readonly kind: 'results'; readonly turns: readonly TurnResult[] } | { readonly kind: 'silent'; readonly why: string };

/**
 * Holacracy: in every circle at once the lead plans roles, the members claim them once (best fit, then node id; what nobody claims is the
 * lead's), and each does its role; the carrier of the circle, its rep, puts the results together and takes them to the anchor circle, whose
 * lead integrates once. An anchor with members beside its lead works as a circle, too. A role that fails is left out; a circle without a
 * usable plan, a result or a carrier is silent; no result from any circle, or a failed integration, fails the run.
 */
export const holacratic: Pattern = {
  name: 'holacratic',
  version: 1,
  run: async (context) => {
    const circles = circlesOf(context.topology);
    if (circles === null) return { kind: 'failed', message: 'there is no circle' };
    const { anchor, others } = circles;
    const atWork = anchor.members.length > 0 || others.length === 0 ? [work(context, anchor)] : [];
    const brought = await Promise.all([...atWork, ...others.map((circle) => carried(context, circle))]);
    const results = brought.flatMap((one) => (one.kind === 'results' ? one.turns : []));
    const silent = brought.find((one) => one.kind === 'silent');
    if (results.length === 0) return { kind: 'failed', message: `no answer: ${silent?.kind === 'silent' ? silent.why : 'no circle has a result'}` };
    // The lead's own work is its own last output, not a message that reached it.
    const inputs = results.filter((turn) => turn.node !== anchor.lead);
    const own = results.findLast((turn) => turn.node === anchor.lead);
    const request = { node: anchor.lead, round: 2, purpose: 'integrate', shape: 'combination', instruction: INSTRUCTIONS.integrate, inputs } as const;
    const integrated = await context.turn(own === undefined ? request : { ...request, own });
    const gone = reasonOf(integrated);
    return gone === null ? { kind: 'answer', text: integrated.text } : { kind: 'failed', message: `no answer: ${gone}` };
  },
};

/** Plan, claims and work of one circle. */
async function work(context: RunContext, circle: Circle): Promise<Brought> {
  const { lead, members } = circle;
  // One role for everyone in the circle is the most that can be done at once.
  const limit = members.length + 1;
  const plan = await ask(context, { node: lead, round: 0, purpose: 'plan', instruction: INSTRUCTIONS.planRoles, inputs: [], limit }, planForm(null, limit));
  if (plan.kind === 'none') return { kind: 'silent', why: `${plan.turn.agent} gave no plan (${plan.message})` };
  const tasks = new Map(plan.value.subtasks.map(({ to, task }) => [to, task]));
  const roles = [...tasks.keys()];
  const claims = await Promise.all(members.map((node) => claim(context, node, plan.turn, plan.value)));
  const assigned = assignRoles(roles, claims.flat(), lead);
  const ordinals = new Map<string, number>();
  const turns = await Promise.all(
    roles.map((role) => {
      const node = assigned.get(role) ?? lead;
      const ordinal = ordinals.get(node) ?? 0;
      ordinals.set(node, ordinal + 1);
      const task = tasks.get(role) ?? '';
      const own = node === lead;
      const given = own ? { inputs: [], own: plan.turn, part: task } : { inputs: [asking(plan.turn, task)] };
      const instruction = own ? INSTRUCTIONS.workRole : INSTRUCTIONS.work;
      return context.turn({ node, round: 0, ordinal, purpose: 'work', shape: 'answer', instruction, ...given });
    }),
  );
  const results = turns.filter((turn) => reasonOf(turn) === null);
  const [first] = turns;
  return results.length > 0 ? { kind: 'results', turns: results } : { kind: 'silent', why: (first === undefined ? null : reasonOf(first)) ?? 'nobody worked' };
}

async function claim(context: RunContext, node: string, plan: TurnResult, { subtasks }: Plan): Promise<readonly RoleClaim[]> {
  const roles = subtasks.map(({ to }) => to);
  const choices = roles.map((name) => ({ name, skills: [] }));
  const reply = await ask(
    context,
    { node, round: 0, purpose: 'claim', instruction: INSTRUCTIONS.claim, inputs: [asking(plan)], choices, limit: roles.length },
    claimForm(roles),
  );
  return reply.kind === 'none' ? [] : reply.value.claims.map(({ role, fit }) => ({ role, node, fit }));
}

/** The work of a circle, put together by its carrier out of what reaches it within the circle. */
async function carried(context: RunContext, circle: Circle): Promise<Brought> {
  const { carrier } = circle;
  if (carrier === null) return { kind: 'silent', why: `nobody in the circle ${circle.name} has an edge to the anchor's lead` };
  const done = await work(context, circle);
  if (done.kind === 'silent') return done;
  const inputs: readonly TurnInput[] = done.turns.filter((turn) => turn.node !== carrier && context.topology.channel(turn.node, carrier) !== null);
  const own = done.turns.findLast((turn) => turn.node === carrier);
  if (inputs.length === 0 && own === undefined) return { kind: 'silent', why: `no result of the circle ${circle.name} reaches its rep` };
  const request = { node: carrier, round: 1, purpose: 'carry', shape: 'combination', instruction: INSTRUCTIONS.carry, inputs } as const;
  const turn = await context.turn(own === undefined ? request : { ...request, own });
  const gone = reasonOf(turn);
  return gone === null ? { kind: 'results', turns: [turn] } : { kind: 'silent', why: gone };
}

/** Why a turn has no result; null when it has one. */
function reasonOf(turn: TurnResult): string | null {
  if (turn.status === 'done' && !isAbsent(turn.text)) return null;
  return turn.failure === null ? `${turn.agent} gave nothing` : `${turn.agent} failed (${turn.failure.reason}: ${turn.failure.message})`;
}
