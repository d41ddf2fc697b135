import { describe, expect, it } from 'vitest';
import { REGEX_ANSWER_LIMIT } from './regex.ts';
import { SCORER_NAMES } from './scorer.ts';
import { readScorer, scorerFor } from './scorer-for.ts';

describe('choice scorer', () => {
  const choice = scorerFor('choice');
  it.each([
    'B',
    'b',
    ' (B) ',
    'B.',
    'B)',
    '[B]',
    '**B**',
    'Answer: B',
    'I think so.\nAnswer: (b).',
    'so \\boxed{B}',
    '\\boxed{\\text{B}}',
    '#### B',
    'Answer: B. Paris',
  ])('reads B in %j', (answer) => {
    expect(choice.score(answer, 'B')).toBe(1);
  });

  it.each(['Both', 'A or B', 'B and C', 'A. Smith wrote it', 'I', '1', 'Answer: none', 'É', ''])('finds no B in %j', (answer) => {
    expect(choice.score(answer, 'B')).toBe(0);
  });

  it('wants a letter as target', () => {
    expect(choice.targetProblems('(c)')).toEqual([]);
    for (const target of ['AB', 2, null])
      expect(choice.targetProblems(target, 'tasks[3].target')).toMatchObject([{ path: 'tasks[3].target', allowed: 'one letter from A to Z' }]);
  });
});

describe('exact scorer', () => {
  it('ignores outer white space, line-end style and composition, nothing else', () => {
    const exact = scorerFor('exact');
    expect(exact.score(' cafe\u0301\r\nnoir\n', 'café\nnoir')).toBe(1);
    expect(exact.score('Café\nnoir', 'café\nnoir')).toBe(0);
    expect(exact.score('a  b', 'a b')).toBe(0);
    expect(exact.score('18', 18)).toBe(1);
  });

  it('follows its options, in the key as in the score', () => {
    const loose = scorerFor('exact', { ignore_case: true, collapse_whitespace: true });
    expect(loose.score('New\n  YORK', 'new york')).toBe(1);
    expect(loose.equivalenceKey('NEW york')).toBe(loose.equivalenceKey('new\tYork'));
  });
});

describe('includes scorer', () => {
  it('finds the target anywhere and refuses a blank one', () => {
    const includes = scorerFor('includes');
    expect(includes.score('It is Paris.', 'Paris')).toBe(1);
    expect(includes.score('It is paris.', 'Paris')).toBe(0);
    expect(scorerFor('includes', { ignore_case: true }).score('It is PARIS', 'paris')).toBe(1);
    expect(includes.targetProblems(' ')).toHaveLength(1);
  });
});

describe('regex scorer', () => {
  it('searches the answer with the target as pattern', () => {
    const regex = scorerFor('regex');
    expect(regex.score('order no. 4711 shipped', '\\b\\d{4}\\b')).toBe(1);
    expect(regex.score('order no. 471 shipped', '\\b\\d{4}\\b')).toBe(0);
    expect(scorerFor('regex', { ignore_case: true, multiline: true }).score('one\nTWO', '^two$')).toBe(1);
    expect(regex.score('one\ntwo', '^two$')).toBe(0);
  });

  it('refuses invalid patterns and those that need backtracking, when the task is read', () => {
    const regex = scorerFor('regex');
    const messageOf = (target: unknown) => regex.targetProblems(target)[0]?.message ?? '';
    expect(messageOf('(')).toContain('not a valid pattern');
    expect(messageOf('(a)\\1')).toContain('backreference');
    expect(messageOf('a(?=b)')).toContain('lookaround');
    expect(messageOf('(?<!a)b')).toContain('lookaround');
    expect(messageOf('(?:a{1000}){1000}')).toContain('too large');
    for (const target of ['', 5, 'x'.repeat(1001)]) expect(messageOf(target)).toContain('not a usable pattern');
  });

  it('ends on answers that make a backtracking matcher hang', () => {
    const regex = scorerFor('regex');
    const answer = `${'a'.repeat(20_000)}!`;
    for (const pattern of ['(a+)+$', '^(a|aa)+$', '(?:a|a)*b', 'a*a*a*a*b']) expect(regex.score(answer, pattern)).toBe(0);
  });

  it('searches the end of an overlong answer', () => {
    const regex = scorerFor('regex');
    expect(regex.score(`${'x'.repeat(REGEX_ANSWER_LIMIT)}done`, 'done$')).toBe(1);
    expect(regex.score(`done${'x'.repeat(REGEX_ANSWER_LIMIT)}`, '^done')).toBe(0);
  });
});

describe('json_schema scorer', () => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
  const json = scorerFor('json_schema');

  it('scores JSON that fits, bare or in one fenced block', () => {
    expect(json.score('{"n": 3}', schema)).toBe(1);
    expect(json.score('```json\n{"n": 3}\n```', schema)).toBe(1);
    expect(json.score('{"n": 3}', JSON.stringify(schema))).toBe(1);
    for (const answer of ['{"n": 3.5}', '{}', 'n = 3', 'Here: {"n": 3}']) expect(json.score(answer, schema)).toBe(0);
  });

  it('refuses what is no schema, and keeps equal ids of two tasks apart', () => {
    expect(json.targetProblems({ type: 'nonsense' })[0]?.message).toContain('not a valid JSON schema');
    for (const target of ['{', [], 3, { $ref: 'http://example.test/elsewhere.json' }]) expect(json.targetProblems(target)).toHaveLength(1);
    expect(json.score('3', { $id: 'same', type: 'integer' })).toBe(1);
    expect(json.score('3', { $id: 'same', type: 'string' })).toBe(0);
  });
});

describe('the scorer field of a task', () => {
  const problemsOf = (field: unknown) => {
    const read = readScorer(field, 'tasks[0].scorer');
    return read.kind === 'problems' ? read.problems : [];
  };

  it('is a name, an object with options, or nothing', () => {
    for (const name of SCORER_NAMES) expect(readScorer(name)).toMatchObject({ kind: 'scorer', scorer: { name } });
    expect(readScorer({ kind: 'numeric', tolerance: 0.01 })).toMatchObject({ kind: 'scorer', scorer: { name: 'numeric' } });
    expect(readScorer(undefined)).toMatchObject({ kind: 'scorer', scorer: { name: 'exact' } });
  });

  it('gives equivalence to numeric, choice and exact only', () => {
    expect(SCORER_NAMES.filter((name) => scorerFor(name).hasEquivalence)).toEqual(['numeric', 'choice', 'exact']);
    for (const name of ['includes', 'regex', 'json_schema'] as const) expect(scorerFor(name).equivalenceKey('{}')).toBeNull();
  });

  it('is refused with place and nearest name', () => {
    expect(problemsOf('numerik')).toMatchObject([{ path: 'tasks[0].scorer', nearest: 'numeric', found: '"numerik"' }]);
    expect(problemsOf({ kind: 'exact', ignorecase: true, collapse_whitespace: 'yes' })).toMatchObject([
      { path: 'tasks[0].scorer.ignorecase', nearest: 'ignore_case' },
      { path: 'tasks[0].scorer.collapse_whitespace', allowed: 'true or false' },
    ]);
    expect(problemsOf({ kind: 'numeric', tolerance: -1 })).toMatchObject([{ path: 'tasks[0].scorer.tolerance' }]);
    for (const field of [7, [], {}, { kind: 3 }, 'constructor', '__proto__']) expect(problemsOf(field)).toHaveLength(1);
  });

  it('scores absent answers 0 under every scorer', () => {
    const targets = { numeric: 1, choice: 'A', exact: 'x', includes: 'x', regex: '.*', json_schema: {} };
    for (const name of SCORER_NAMES) for (const answer of [null, '', ' \n']) expect(scorerFor(name).score(answer, targets[name])).toBe(0);
  });
});
