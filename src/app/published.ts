import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FigureSet, gsm8kRecording, mathRecording } from '#models';

/** Published experiments that come with the package, each with the reader of its figures. */
const PUBLISHED = {
  gsm8k: () => gsm8kRecording(figures('gsm8k-recorded.csv')),
  math: () => mathRecording(figures('dylan-math-recorded.csv')),
} as const;

export type PublishedName = keyof typeof PUBLISHED;

/** Tasks and recording of a published experiment: a comparison that names it can be resumed by any process. */
export function publishedSet(name: PublishedName): FigureSet {
  return PUBLISHED[name]();
}

/** Whether a stored name is one of a published experiment. */
export function isPublished(name: unknown): name is PublishedName {
  return typeof name === 'string' && Object.hasOwn(PUBLISHED, name);
}

function figures(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../data/recorded/${name}`, import.meta.url)), 'utf8');
}
