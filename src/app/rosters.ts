import { type Json, PolityError } from '#lib';
import type { Recording } from '#models';
import type { AgentProfile } from '#orchestrator';

/** Agents when nothing says how many: as many as `self_consistency` takes samples, so that the vote and the swarm are of one size. */
export const DEFAULT_AGENTS = 5;

/** What decides who the agents are. */
export interface RosterChoice {
  readonly model: string;
  readonly recording: Recording | null;
  readonly roster?: readonly AgentProfile[];
  readonly agents?: number;
}

/**
 * The agents to bind: the roster given, else those of the recording (the first `agents` of them), else `agents` generated ones.
 * Errors: `usage.invalid` for choices that exclude each other, and for more agents than were recorded.
 */
export function chooseRoster({ model, recording, roster, agents }: RosterChoice): readonly AgentProfile[] {
  if (roster !== undefined && agents !== undefined)
    throw new PolityError('usage.invalid', 'give either --agents N or --agents-from DIR: a folder says how many');
  if (recording !== null && model !== 'recorded' && !roster?.some((agent) => agent.model === 'recorded'))
    throw new PolityError('usage.invalid', `a recording goes with the model "recorded", and the model is ${JSON.stringify(model)}: nothing would read it`);
  if (roster !== undefined) return roster;
  return model === 'recorded' && recording !== null ? recordedRoster(recording, agents) : generatedRoster(agents ?? DEFAULT_AGENTS);
}

/** n agents without a persona: agent-1 … agent-n. */
export function generatedRoster(n: number): readonly AgentProfile[] {
  return Array.from({ length: n }, (_, index) => ({ id: `agent-${index + 1}`, skills: [], model: null }));
}

function recordedRoster(recording: Recording, agents: number | undefined): readonly AgentProfile[] {
  if (agents !== undefined && agents > recording.agents.length) {
    throw new PolityError(
      'usage.invalid',
      `--agents ${agents}: the recording holds ${recording.agents.length} agents (${recording.agents.slice(0, 20).join(', ')})`,
    );
  }
  return recording.agents.slice(0, agents ?? recording.agents.length).map((id) => ({ id, skills: [], model: null }));
}

/** Reads the roster that a comparison stored. */
export function storedRoster(stored: Json): readonly AgentProfile[] {
  if (!Array.isArray(stored)) throw new PolityError('internal', 'the stored roster is not a list');
  return stored.map((entry: { id: string; skills: readonly string[]; model: string | null }) => ({ id: entry.id, skills: entry.skills, model: entry.model }));
}
