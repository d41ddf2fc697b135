import type { Rng } from '#lib';
import { splitParts } from '#prompt';
import { type ModelRequest, type OutputShape, STRUCTURED_SHAPES, type StructuredShape } from '../ports.ts';
import { answerIn } from './choose.ts';

/** The forms that are plain text. */
export type TextShape = Exclude<OutputShape, StructuredShape>;

/** Whether a form is plain text. */
export function isTextShape(shape: OutputShape): shape is TextShape {
  return !STRUCTURED_SHAPES.some((structured) => structured === shape);
}

/** What a structured reply is made from; draws come from `rng` in the order in which they are made. */
export interface StructuredMeans {
  readonly rng: Rng;
  readonly truth: string;
  /** Answers among what is shown. */
  readonly answers: readonly string[];
  readonly own: string | null;
  readonly judging: number;
  readonly critique: number;
  readonly refinement: number;
  /** The agent's own skill for the class of the task. */
  readonly skill: number;
  /** The same of another agent. */
  readonly skillOf: (agent: string) => number;
  /** An answer: unaided when nothing is known, else revised in the light of what is shown. */
  readonly attempt: () => string;
  /** One answer from those shown. */
  readonly combine: () => string;
}

/** An estimate of skill misses by this much (one standard deviation) for an agent that judges at random; with perfect judging it is exact. */
const ESTIMATE_SPREAD = 0.3;

/** What a simulated agent says in a structured form, as JSON text. It knows the request only. */
export function structuredReply(shape: StructuredShape, request: ModelRequest, means: StructuredMeans): string {
  return JSON.stringify(WRITERS[shape](request, means));
}

/** A brief repeats the task: a simulated one has nothing to add. */
export function briefText(request: ModelRequest): string {
  return request.task.input;
}

type Writer = (request: ModelRequest, means: StructuredMeans) => unknown;

const WRITERS: Readonly<Record<StructuredShape, Writer>> = {
  revision: (_, means) => {
    const answer = means.attempt();
    return { changed: answer !== (means.answers.at(-1) ?? means.own), answer };
  },
  aggregation: ({ choices = [], limit = 0 }, means) => {
    const answer = means.combine();
    // Asks once more where results contradict each other and this is noticed.
    const asks = limit > 0 && choices.length > 0 && new Set(means.answers).size > 1 && means.rng.next() < means.critique;
    return { answer, follow_ups: asks ? [{ to: choices[means.rng.int(choices.length)]?.name, question: 'Check your result once more.' }] : [] };
  },
  plan: ({ choices, limit = 1, task, shown }) => {
    const asked = shown.find((message) => message.asks === true)?.text ?? task.input;
    const parts = splitParts(asked);
    const names = choices?.map((choice) => choice.name) ?? Array.from({ length: Math.max(1, limit) }, (_, index) => `role ${index + 1}`);
    if (parts.length === 1) return { subtasks: names.map((to) => ({ to, task: asked })) };
    return { subtasks: shared(parts, names) };
  },
  route: ({ choices = [], task }, means) => ({
    subtasks: [{ task: task.input, experts: choices.map(({ name }) => ({ name, weight: Math.max(0.01, estimate(means.skillOf(name), means)) })) }],
  }),
  bid: (_, means) => ({ fit: estimate(means.skill, means), cost: 1, plan: 'as announced' }),
  review: (_, means) => {
    const seen = means.rng.next() < means.judging;
    const right = means.answers.at(-1) === means.truth;
    return { accept: right || !seen, reason: right || !seen ? 'nothing speaks against it' : 'the result does not hold' };
  },
  entry: entryOf,
  claim: ({ choices = [] }, means) => ({ claims: choices.map(({ name }) => ({ role: name, fit: estimate(means.skill, means) })) }),
};

/** Endorses a solution that it holds right, else posts a solution of its own; one that it has posted already it does not repeat. */
function entryOf({ choices = [], shown }: ModelRequest, means: StructuredMeans): unknown {
  const rightFrom = choices.find(({ name }) => shown.some((message) => message.from === name && answerIn(message.text) === means.truth));
  if (rightFrom !== undefined && (means.own === means.truth || means.rng.next() < means.critique)) {
    return { type: 'endorsement', content: '', endorses: rightFrom.name };
  }
  const answer = means.attempt();
  const same = choices.find(({ name }) => shown.some((message) => message.from === name && answerIn(message.text) === answer));
  if (same !== undefined) return { type: 'endorsement', content: '', endorses: same.name };
  return answer === means.own ? { type: 'nothing', content: '' } : { type: 'solution', content: answer };
}

/** Parts to names in turn; a name that gets several of them gets them as one text. */
function shared(parts: readonly string[], names: readonly string[]): readonly { readonly to: string; readonly task: string }[] {
  return names.slice(0, parts.length).map((to, index) => ({ to, task: parts.filter((_, place) => place % names.length === index).join('\n') }));
}

function estimate(skill: number, { judging, rng }: StructuredMeans): number {
  const noisy = skill + (1 - judging) * ESTIMATE_SPREAD * rng.normal();
  return Math.round(Math.min(1, Math.max(0.01, noisy)) * 100) / 100;
}
