import { hash32 } from '#lib';
import { type ModelRequest, STRUCTURED_SHAPES, type StructuredShape } from '#models';

/** A reply that the form of the request accepts as it is. It is a function of the request, and `draw` makes it differ from the others. */
export function replyText(request: ModelRequest, draw: number): string {
  const shape = structuredShape(request);
  return shape === undefined ? `Answer: ${draw}` : JSON.stringify(WRITERS[shape](request, draw));
}

/** The JSON form that is asked for, when one is. */
export function structuredShape({ shape }: Pick<ModelRequest, 'shape'>): StructuredShape | undefined {
  return STRUCTURED_SHAPES.find((structured) => structured === shape);
}

/** From 0.01 to 1, and another one for each name. */
function share(draw: number, name = ''): number {
  return (1 + (hash32(`${draw}:${name}`) % 100)) / 100;
}

/** Those that a reply may name; a plan of roles names as many as the limit allows. */
function namesOf({ choices, limit = 1 }: ModelRequest): readonly string[] {
  return choices?.map((choice) => choice.name) ?? Array.from({ length: limit }, (_, index) => `role ${index + 1}`);
}

/** Entries of a board in turn, so that every type is written and read. */
const ENTRIES = ['finding', 'solution', 'critique', 'solution'] as const;

/** Each keeps its protocol going: everyone is named, questions are put while any is left, and the first result is turned down. */
const WRITERS: Readonly<Record<StructuredShape, (request: ModelRequest, draw: number) => unknown>> = {
  revision: (_, draw) => ({ changed: true, answer: `Answer: ${draw}` }),
  aggregation: (request, draw) => {
    const names = namesOf(request);
    const to = names[draw % names.length];
    return { answer: `Answer: ${draw}`, follow_ups: [{ to, question: `Is it ${draw}?` }] };
  },
  plan: (request, draw) => ({ subtasks: namesOf(request).map((to) => ({ to, task: `Subtask ${draw} of ${to}` })) }),
  route: (request, draw) => {
    const experts = namesOf(request).map((name) => ({ name, weight: share(draw, name) }));
    return { subtasks: experts.map((_, index) => ({ task: `Subtask ${index} of ${draw}`, experts })) };
  },
  bid: (_, draw) => ({ fit: share(draw), cost: 1 + draw, plan: `Plan ${draw}` }),
  review: ({ round }, draw) => ({ accept: round > 0, reason: `Reason ${draw}` }),
  entry: ({ round }, draw) => ({ type: ENTRIES[round % ENTRIES.length], content: `Answer: ${draw}` }),
  claim: (request, draw) => ({ claims: namesOf(request).map((role) => ({ role, fit: share(draw, role) })) }),
};
