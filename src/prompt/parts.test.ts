import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitParts } from './parts.ts';

describe('the parts of a task', () => {
  it('are the items of the list that ends it, with the lines that belong to them', () => {
    expect(splitParts('Work out:\n1. 6 × 7\n2. 6 × 8')).toEqual(['1. 6 × 7', '2. 6 × 8']);
    expect(splitParts('Translate:\n\n- one\n  apple\n\n* two\n')).toEqual(['- one\napple', '* two']);
    expect(splitParts('1) a\n2) b\n10) c')).toHaveLength(3);
  });

  it('are questions with blank lines between them', () => {
    expect(splitParts('What is 1 + 1?\n \nWhat is\n2 + 2?\n')).toEqual(['What is 1 + 1?', 'What is\n2 + 2?']);
  });

  it.each([
    ['one question', 'What is 17 + 25?'],
    ['a story and its question', 'A farm has 3 cows.\n\nEach gives 5 litres.\n\nHow much is that?'],
    ['choices below a question', 'Which one is prime?\n1) 9\n2) 7\n3) 8'],
    ['facts above a question', '- Anna has 3 apples\n- Bob has 2\n\nHow many are there?'],
    ['one item', 'Do this:\n- work'],
    ['a decimal and a minus', '1.5 + 2\n-3 + 4'],
    ['nothing', ''],
  ])('are the whole where a text does not fall apart: %s', (_, text) => {
    expect(splitParts(text)).toEqual([text]);
  });

  it('hold nothing that the task does not', () => {
    const line = fc.constantFrom('1. a', '- b', 'c?', '', '  d', 'e', '2) f?');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const parts = splitParts(lines.join('\n'));
        expect(parts.length).toBeGreaterThan(0);
        const rest = ['', ...lines].map((text) => text.trim());
        for (const part of parts) for (const text of part.split('\n')) expect(rest).toContain(text.trim());
      }),
    );
  });
});
