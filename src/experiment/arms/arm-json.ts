import { z } from 'zod';
import type { Json } from '#lib';
import { formatSpec, type ParsedSpec, parseSpec, TOPOLOGY_KINDS } from '#topology';
import { type Arm, CONTROLS } from './arm.ts';

/** An arm as it is stored; a spec file is kept as its canonical text, so that the comparison can be resumed without the file. */
export function armToJson(arm: Arm): Json {
  if (arm.kind === 'control') return { name: arm.name, kind: arm.kind, control: arm.control, agent: arm.agent, samples: arm.samples, matches: arm.matches };
  const source = typeof arm.source === 'string' ? arm.source : { file: arm.source.file, spec: specText(arm.source.spec) };
  return { name: arm.name, kind: arm.kind, source, parameters: arm.parameters };
}

function specText(spec: ParsedSpec): string {
  if ('graph' in spec) return formatSpec(spec.graph, 'json');
  const { kind, size, name, parameters } = spec.template;
  return JSON.stringify({ version: 1, template: kind, ...(size === null || size === undefined ? {} : { size }), name, parameters });
}

const CONTROL_ARM = z.strictObject({
  name: z.string(),
  kind: z.literal('control'),
  control: z.enum(CONTROLS),
  agent: z.string().optional(),
  samples: z.number().optional(),
  matches: z.string().optional(),
});

const FILE_SOURCE = z
  .strictObject({ file: z.string(), spec: z.string() })
  .transform(({ file, spec }) => ({ file, spec: parseSpec(spec, { file, format: 'json' }) }));

const TOPOLOGY_ARM = z.strictObject({
  name: z.string(),
  kind: z.literal('topology'),
  source: z.union([z.enum(TOPOLOGY_KINDS), FILE_SOURCE]),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** Reads what `armToJson` wrote. */
export const ARM = z.union([CONTROL_ARM, TOPOLOGY_ARM]);

/** Reads one arm as stored; throws what the schema says of anything else. */
export function armFromJson(value: unknown): Arm {
  return ARM.parse(value);
}
