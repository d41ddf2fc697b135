import { describe, expect, it } from 'vitest';
import { duplicateKey } from './duplicate-key.ts';

describe('duplicateKey', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":[{"d":1,"d":1}]}}', 'd'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x\\"y" : 1, "x\\"y" : 2}', 'x"y'],
  ])('finds the repeated key of %s', (text, key) => expect(duplicateKey(text)).toBe(key));

  it.each(['{"a":"a","b":"a:"}', '{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '["a","a"]', '"a"', '{"a":"{\\"a\\":1,\\"a\\":2}"}'])('finds none in %s', (text) =>
    expect(duplicateKey(text)).toBeNull(),
  );
});
