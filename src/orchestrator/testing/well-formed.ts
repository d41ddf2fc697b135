import { type ModelReply, type ModelRequest, STRUCTURED_SHAPES, type StructuredShape } from '#models';
import type { Answering } from './harness.ts';

/** Marks a text that stands as it is, also where a structured form is asked for. */
const AS_IS = '\u0001';

/** A text that `speaking` leaves as it is. */
export function unformed(text: string): string {
  return AS_IS + text;
}

/** A model that answers in texts, made to speak the structured forms: a text becomes the plainest reply of the form that says it. */
export function speaking(answering: Answering): Answering {
  return (request) => {
    const reply = answering(request);
    if (typeof reply === 'string') return formed(request, reply);
    if (reply === null || reply instanceof Error || reply.kind !== 'reply' || reply.text === null) return reply;
    const spoken: ModelReply = { ...reply, text: formed(request, reply.text) };
    return spoken;
  };
}

function formed(request: ModelRequest, text: string): string {
  return text.startsWith(AS_IS) ? text.slice(AS_IS.length) : wellFormed(request, text);
}

/** The plainest valid reply of the request's form that says the text; blank texts and plain forms stay as they are. */
export function wellFormed(request: Pick<ModelRequest, 'shape' | 'choices' | 'limit'>, text: string): string {
  const shape = STRUCTURED_SHAPES.find((structured) => structured === request.shape);
  return shape === undefined || text.trim() === '' ? text : JSON.stringify(WRITERS[shape](text, request));
}

type Request = Pick<ModelRequest, 'choices' | 'limit'>;

const namesOf = ({ choices, limit = 1 }: Request): readonly string[] =>
  choices?.map((choice) => choice.name) ?? Array.from({ length: limit }, (_, index) => `role ${index + 1}`);

const WRITERS: Readonly<Record<StructuredShape, (text: string, request: Request) => unknown>> = {
  revision: (text) => ({ changed: true, answer: text }),
  aggregation: (text, request) => ({
    answer: text,
    follow_ups: namesOf(request)
      .slice(0, 1)
      .map((to) => ({ to, question: text })),
  }),
  plan: (text, request) => ({ subtasks: namesOf(request).map((to) => ({ to, task: text })) }),
  route: (text, request) => ({ subtasks: [{ task: text, experts: namesOf(request).map((name) => ({ name, weight: 0.5 })) }] }),
  bid: (text) => ({ fit: 0.5, cost: 1, plan: text }),
  review: (text) => ({ accept: true, reason: text }),
  entry: (text) => ({ type: 'solution', content: text }),
  claim: (_, request) => ({ claims: namesOf(request).map((role) => ({ role, fit: 0.5 })) }),
};

/** A text and, when it is JSON, every text in it. */
export function textsIn(text: string | null): readonly (string | null)[] {
  const found: (string | null)[] = [text];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) walk(member);
  };
  try {
    walk(JSON.parse(text ?? ''));
  } catch {
    // Plain text holds nothing but itself.
  }
  return found;
}
