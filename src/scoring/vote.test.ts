import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scorerFor } from './scorer-for.ts';
import { agree, sameAnswers, vote } from './vote.ts';

const numeric = scorerFor('numeric');

describe('vote', () => {
  it('takes the plurality over equivalent answers and returns it as first written', () => {
    const result = vote(['20', '18.0', null, '$18', ' '], numeric);
    expect(result).toMatchObject({ winner: '18.0', winnerIndex: 1, absent: [2, 4] });
    expect(result.classes).toEqual([
      { key: '20', members: [0], weight: 1 },
      { key: '18', members: [1, 3], weight: 2 },
    ]);
  });

  it('gives a tie to the class whose first member comes first', () => {
    expect(vote(['7', '5', '5', '7'], numeric).winnerIndex).toBe(0);
    expect(vote([null, '5', '7', '7', '5'], numeric).winnerIndex).toBe(1);
  });

  it('counts each unparseable answer as a class of its own, though texts be equal', () => {
    const result = vote(['1/5', '1/5', '0.2'], numeric);
    expect(result.classes.map(({ key, members }) => [key, members])).toEqual([
      [null, [0]],
      [null, [1]],
      ['0.2', [2]],
    ]);
    expect(result.winner).toBe('1/5');
    expect(vote(['1/5', '0.2', '1/5', '0.20'], numeric).winner).toBe('0.2');
  });

  it('has no winner when every answer is absent', () => {
    expect(vote([null, '', '\n'], numeric)).toEqual({ winner: null, winnerIndex: null, classes: [], absent: [0, 1, 2] });
    expect(vote([], numeric).winner).toBeNull();
  });

  it('weighs answers, and rounding breaks no tie', () => {
    expect(vote(['1', '2', '2'], numeric, [0.9, 0.4, 0.4]).winner).toBe('1');
    expect(vote(['1', '2', '2'], numeric, [0.3, 0.1, 0.2]).winner).toBe('1');
    expect(vote(['1', '2', '2'], numeric, [0.3, 0.1, 0.3]).winner).toBe('2');
  });

  it('falls back to identical texts where answers have no equivalence', () => {
    expect(vote(['Paris it is', 'Paris', 'Paris'], scorerFor('includes')).winner).toBe('Paris');
  });

  it('equals counting by hand, and equal weights change nothing', () => {
    const answers = fc.array(fc.option(fc.constantFrom('1', '1.0', '2', '3', 'x'), { nil: null }), { maxLength: 12 });
    fc.assert(
      fc.property(answers, (given) => {
        const keys = given.map((answer, index) => (answer === null ? null : answer === 'x' ? `own ${index}` : String(Number(answer))));
        const count = (key: string | null) => keys.filter((other) => other === key).length;
        const most = Math.max(0, ...keys.filter((key) => key !== null).map(count));
        const expected = keys.findIndex((key) => key !== null && count(key) === most);
        const result = vote(given, numeric);
        expect(result.winnerIndex).toBe(expected === -1 ? null : expected);
        expect(
          vote(
            given,
            numeric,
            given.map(() => 0.7),
          ).winnerIndex,
        ).toBe(result.winnerIndex);
        expect([...result.classes.flatMap(({ members }) => members), ...result.absent].sort((a, b) => a - b)).toEqual(given.map((_, index) => index));
      }),
    );
  });
});

describe('agreement', () => {
  it('needs every answer, and all equivalent', () => {
    expect(agree(['18', '18.0', '$18'], numeric)).toBe(true);
    expect(agree(['18', '19'], numeric)).toBe(false);
    expect(agree(['18', null], numeric)).toBe(false);
    expect(agree(['1/5', '1/5'], numeric)).toBe(false);
    expect(agree([], numeric)).toBe(false);
  });
});

describe('same answers', () => {
  it('holds when nothing changed, absent and unparseable answers included', () => {
    expect(sameAnswers(['18', null, '1/5'], ['18.0', '', ' 1/5'], numeric)).toBe(true);
  });

  it('fails when an answer changed, came or went', () => {
    expect(sameAnswers(['18', '2'], ['18', '3'], numeric)).toBe(false);
    expect(sameAnswers(['18', null], ['18', '3'], numeric)).toBe(false);
    expect(sameAnswers(['18', '3'], ['18', null], numeric)).toBe(false);
    expect(sameAnswers(['1/5'], ['2/10'], numeric)).toBe(false);
    expect(sameAnswers(['18'], ['18', '18'], numeric)).toBe(false);
    expect(sameAnswers(['2', '1'], ['1', '2'], numeric)).toBe(false);
  });
});
