import { describe, expect, it } from 'vitest';
import { STYLES } from './styles.ts';

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const [light = '', dark = ''] = [...STYLES.matchAll(/color-scheme:(?:light|dark);([^}]*)/g)].map(([, body]) => body ?? '');
const TEXT = [
  ['ink', 'page'],
  ['ink', 'card'],
  ['soft', 'page'],
  ['soft', 'card'],
  ['soft', 'faint'],
  ['accent', 'card'],
  ['ink', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
  ['warn', 'warn-soft'],
] as const;
const GRAPHICS = [
  ['accent', 'card'],
  ['grey', 'card'],
  ['good', 'card'],
  ['bad', 'card'],
] as const;

describe('colours', () => {
  it.each([
    ['light', light],
    ['dark', dark],
  ])('of the %s theme meet WCAG AA for text (4.5) and marks (3)', (_, theme) => {
    const colour = (name: string): string => new RegExp(`--${name}:(#[0-9a-f]{3,6})(?:;|$)`).exec(theme)?.[1] ?? 'missing';
    for (const [front, back] of TEXT) expect([front, back, contrast(colour(front), colour(back)) >= 4.5]).toEqual([front, back, true]);
    for (const [front, back] of GRAPHICS) expect([front, back, contrast(colour(front), colour(back)) >= 3]).toEqual([front, back, true]);
  });
});
