import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitParts } from '#prompt';
import { PartsMemo } from './task-parts.ts';

it('says what a division said, also for the second time and for more texts than are kept', () => {
  const line = fc.constantFrom('1. a', '2. b', '- a', 'why?', '', 'text');
  const memo = new PartsMemo();
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('a', 'b', 'zzz', 'text'), (lines, part) => {
      const text = lines.join('\n');
      for (const found of [memo.of(text), memo.of(text)]) {
        expect(found.parts).toEqual(splitParts(text));
        expect(found.indexOf(part)).toBe(splitParts(text).indexOf(part));
      }
    }),
    { numRuns: 500 },
  );
});
