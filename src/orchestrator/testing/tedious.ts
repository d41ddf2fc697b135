import { STRUCTURED_SHAPES } from '#models';
import { ATTEMPTS } from '../structured/ask.ts';
import { type Answering, counted } from './harness.ts';
import { unformed } from './well-formed.ts';

/** A model that keeps a protocol going: structured replies at the last attempt only, and answers that differ by agent and round. */
export const tedious: Answering = (request) => {
  const structured = STRUCTURED_SHAPES.some((shape) => shape === request.shape);
  if (structured && request.ordinal % ATTEMPTS < ATTEMPTS - 1) return counted(request, unformed('no JSON'));
  const { id } = request.agent;
  return counted(request, `Answer: ${id.length}${request.round}${id.charCodeAt(id.length - 1)}`);
};
