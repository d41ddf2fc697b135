/**
 * agents: who works here. Reads rosters; registry, personas and contracts come with the organisation.
 *
 * May import: lib, config, prompt.
 * Design note: docs/design/agents.md.
 */
export { type RosterAgent, readRoster } from './roster.ts';
