import { nearestName, quoteFound } from '#lib';
import type { ModelPort, ModelReply, ModelRequest } from '../ports.ts';
import type { RecordedTurn, Recording } from './recording.ts';

const NO_PART: ModelReply = Object.freeze({ kind: 'no_part' });
const ENDED: ModelReply = Object.freeze({ kind: 'ended' });

/**
 * A model that gives back what was recorded: the answer of (task, agent, round). It answers only what a recording can know, a first or
 * revised answer of one sample; any other turn is `not_recorded`, with a message that names what is missing.
 * @example createRecordedModel(parseRecording(text, { file: 'recording.jsonl' }))
 */
export function createRecordedModel(recording: Recording): ModelPort {
  const agents = new Set(recording.agents);
  return {
    id: 'recorded',
    provenance: 'recorded',
    stochastic: false,
    fingerprint: recording.fingerprint,
    price: null,
    complete: (request) => lookUp(recording, agents, request),
  };
}

function lookUp(recording: Recording, agents: ReadonlySet<string>, request: ModelRequest): ModelReply {
  if (request.shape !== 'answer') return notRecorded(`a recording holds answers only, and this turn asks for a ${request.shape}`);
  if (request.part !== undefined) return notRecorded('a recording holds answers to whole tasks, and this turn asks for a part');
  if (request.ordinal > 0) return notRecorded(`a recording holds one sample per agent and round, and this turn asks for sample ${request.ordinal + 1}`);
  const task = recording.tasks.get(request.task.id);
  if (task === undefined) return notRecorded(`task ${quoteFound(request.task.id)} is not in the recording (${recording.tasks.size} tasks)`);
  const agent = request.agent.id;
  if (!agents.has(agent)) return notRecorded(unknownAgent(agent, recording.agents));
  if (request.round >= task.rounds) return ENDED;
  const turn = task.turns.get(agent)?.[request.round];
  return turn === undefined ? NO_PART : replyOf(turn);
}

const AGENTS_LISTED = 12;

function unknownAgent(agent: string, known: readonly string[]): string {
  const nearest = nearestName(agent, known);
  const more = known.length > AGENTS_LISTED ? ` and ${known.length - AGENTS_LISTED} more` : '';
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return `agent ${quoteFound(agent)} is not in the recording (agents: ${known.slice(0, AGENTS_LISTED).join(', ')}${more}${hint})`;
}

function notRecorded(message: string): ModelReply {
  return { kind: 'not_recorded', message };
}

function replyOf(turn: RecordedTurn): ModelReply {
  return {
    kind: 'reply',
    text: turn.answer,
    usage: { inputTokens: turn.inputTokens, cachedInputTokens: null, outputTokens: turn.outputTokens, reasoningTokens: null },
    costUsd: turn.costUsd,
    latencyMs: turn.latencyMs,
  };
}
