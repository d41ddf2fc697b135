import { describe, expect, it } from 'vitest';
import { duplicateKey, jsonFault } from './json-fault.ts';

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

describe('jsonFault', () => {
  it('refuses what is nested too deeply, and brackets in texts do not count', () => {
    expect(jsonFault('['.repeat(501) + ']'.repeat(501))).toEqual({ message: 'nested deeper than 500 levels' });
    expect(jsonFault('['.repeat(500) + ']'.repeat(500))).toBeNull();
    expect(jsonFault(JSON.stringify('[{'.repeat(1000)))).toBeNull();
    expect(jsonFault('{"a":1,"a":2}')).toMatchObject({ path: 'a' });
  });
});
