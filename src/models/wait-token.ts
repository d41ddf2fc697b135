import { sha256 } from '#lib/node';
import type { ModelRequest } from './ports.ts';

const TOKEN_LENGTH = 20; // hex digits: 80 bits, unique among the open turns of one run

/** The token of a turn that waits for the outside: the same request has the same token, so a resumed run waits under the old one. */
export function waitToken(request: Pick<ModelRequest, 'agent' | 'task' | 'round' | 'shape' | 'ordinal'>): string {
  const key = JSON.stringify([request.agent.id, request.task.id, request.round, request.shape, request.ordinal]);
  return `wait_${sha256(key).slice(0, TOKEN_LENGTH)}`;
}
