import { createRng, hash32, mix32 } from '#lib';
import type { ModelRequest } from '../ports.ts';
import { normalQuantile } from './normal-quantile.ts';
import type { AgentParameters, SimulationParameters } from './parameters.ts';
import { PartsMemo, type TextParts } from './task-parts.ts';
import { wrongAnswers } from './wrong-answers.ts';

/** Where right answers come from: the target of a task, or null when it has none. */
export interface TargetOracle {
  targetFor(task: ModelRequest['task']): string | null;
  /** Hash of the targets, part of the model's fingerprint. */
  readonly fingerprint?: string;
}

/** What the world fixes about a task, before any sample is drawn. */
export interface TaskLatents {
  readonly input: string;
  readonly class: string | null;
  readonly hash: number;
  readonly truth: string;
  /** Shared ease of the task, standard normal: low is easy for all agents alike. */
  readonly difficulty: number;
  readonly wrong: readonly string[];
  readonly inputTokens: number;
}

/** What the world fixes about an agent. */
export interface AgentProfile {
  readonly hash: number;
  readonly parameters: AgentParameters;
  readonly thresholds: ReadonlyMap<string, number>;
  readonly defaultThreshold: number;
}

/** Entries kept before a cache is emptied: bounds the memory of a process that serves ever new tasks. */
const CACHE_LIMIT = 200_000;

const CHARACTERS_PER_TOKEN = 4;

/** The usual estimate of tokens from the length of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** Mixes a number into a key; the order of mixing matters. */
export function mixInto(key: number, value: number): number {
  return mix32(Math.imul(key ^ value, 0x9e3779b1) + 0x7f4a7c15);
}

/** The fixed part of a simulation: tasks and agents, computed once each. */
export class World {
  readonly key: number;
  readonly #parameters: SimulationParameters;
  readonly #oracle: TargetOracle;
  readonly #tasks = new Map<string, TaskLatents>();
  readonly #agents = new Map<string, AgentProfile>();
  readonly #parts = new PartsMemo();

  constructor(parameters: SimulationParameters, oracle: TargetOracle) {
    this.#parameters = parameters;
    this.#oracle = oracle;
    this.key = mix32(parameters.worldSeed ^ 0x3c6ef372);
  }

  partsOf(text: string): TextParts {
    return this.#parts.of(text);
  }

  /** A part of a task as a task of its own; its right answer is that part of the target, where the target has as many parts, else made up. */
  part(task: ModelRequest['task'], text: string): TaskLatents {
    const whole = this.partsOf(task.input);
    const index = whole.indexOf(text);
    const target = this.#oracle.targetFor(task);
    const targets = target === null ? [] : this.partsOf(target).parts;
    const truth = index === -1 || targets.length !== whole.parts.length ? null : (targets[index] ?? null);
    return this.#makeTask({ ...task, input: text }, truth);
  }

  task(task: ModelRequest['task']): TaskLatents {
    const known = this.#tasks.get(task.id);
    // The same id can name another task in another run of this process.
    if (known !== undefined && known.input === task.input && known.class === task.class) return known;
    if (this.#tasks.size >= CACHE_LIMIT) this.#tasks.clear();
    const fresh = this.#makeTask(task, this.#oracle.targetFor(task));
    this.#tasks.set(task.id, fresh);
    return fresh;
  }

  agent(id: string): AgentProfile {
    const known = this.#agents.get(id);
    if (known !== undefined) return known;
    if (this.#agents.size >= CACHE_LIMIT) this.#agents.clear();
    const parameters = this.#parameters.agents.get(id) ?? this.#parameters.anyAgent;
    const fresh: AgentProfile = {
      hash: hash32(id),
      parameters,
      thresholds: new Map([...parameters.skill].map(([name, skill]) => [name, normalQuantile(skill)])),
      defaultThreshold: normalQuantile(parameters.defaultSkill),
    };
    this.#agents.set(id, fresh);
    return fresh;
  }

  #makeTask(task: ModelRequest['task'], known: string | null): TaskLatents {
    const hash = hash32(task.input, hash32(task.id));
    const key = mixInto(this.key, hash);
    const rng = createRng(key);
    const difficulty = rng.normal();
    const target = known?.trim() ?? '';
    // A task without a target still has one right answer in the simulated world: the same for all who ask.
    const truth = target === '' ? String(10 + rng.int(MADE_UP_SPAN)) : target;
    const wrong = wrongAnswers(truth, this.#parameters.distractors.count, mixInto(key, 1));
    return { input: task.input, class: task.class, hash, truth, difficulty, wrong, inputTokens: tokensOf(task.input) };
  }
}

const MADE_UP_SPAN = 990; // made-up truths are whole numbers from 10 to 999
