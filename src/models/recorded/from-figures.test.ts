import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PolityError } from '#lib';
import { GSM8K_AGENTS, gsm8kRecording, mathRecording } from './from-figures.ts';

const GSM_HEADER = ['index', 'gold', ...GSM8K_AGENTS.flatMap((a) => [`${a}_answer`, `${a}_correct`, `${a}_chars`]), 'question_chars'].join(',');

describe('gsm8kRecording', () => {
  it('makes one numeric task and one row per model of every line', () => {
    const { tasks, recording } = gsm8kRecording(`${GSM_HEADER}\n4,12,12,1,101,,0,0,a lot,0,9,1.50,0,8,77\n`);
    expect(tasks).toEqual([{ id: 'g4', input: 'GSM8K test problem 4', target: '12', class: null, scorer: 'numeric' }]);
    const turns = GSM8K_AGENTS.map((agent) => recording.tasks.get('g4')?.turns.get(agent)?.[0]);
    expect(turns.map((turn) => turn?.answer)).toEqual(['12', null, 'a lot', '1.50']);
    expect(turns.map((turn) => turn?.outputTokens)).toEqual([26, 0, 3, 2]);
    expect(recording.agents).toEqual(GSM8K_AGENTS);
    expect(recording.notes.join()).toContain('approximate');
  });

  it('orders the agents as asked', () => {
    const agentOrder = [...GSM8K_AGENTS].reverse();
    expect(gsm8kRecording(`${GSM_HEADER}\n0,1,1,1,1,1,1,1,1,1,1,1,1,1,1`, { agentOrder }).recording.agents).toEqual(agentOrder);
  });

  it('names missing columns and cells that are no numbers, all at once', () => {
    expect(() => gsm8kRecording('index,gold\n1,2', { file: 'x.csv' })).toThrow(
      /x\.csv:1: column "175b_verification_answer" is missing[\s\S]*6b_finetuning_chars/,
    );
    expect(() => gsm8kRecording(`${GSM_HEADER}\n0,1,1,1,many,1,1,1,1,1,-2,1,1,1,1`)).toThrow(/:2: 175b_verification_chars[\s\S]*:2: 175b_finetuning_chars/);
    expect(() => gsm8kRecording(GSM_HEADER)).toThrow(PolityError);
  });
});

describe('mathRecording', () => {
  const header = 'index,subject,level,agents,rounds,calls,answers,chars';

  it('unfolds agents and rounds and takes equivalence classes as answers', () => {
    const { tasks, recording } = mathRecording(`${header}\n9,Algebra,3,2,2,4,1 0;-1 2,8 9;40 41\n`);
    expect(tasks).toEqual([{ id: 'm9', input: 'MATH problem 9 (Algebra)', target: '0', class: 'Algebra', scorer: 'exact' }]);
    const task = recording.tasks.get('m9');
    expect(task?.rounds).toBe(2);
    expect(task?.turns.get('agent-1')?.map((turn) => [turn?.answer, turn?.outputTokens])).toEqual([
      ['1', 2],
      ['0', 3],
    ]);
    expect(task?.turns.get('agent-2')?.map((turn) => turn?.answer)).toEqual([null, '2']);
  });

  it('refuses grids that are no numbers or differ in shape', () => {
    expect(() => mathRecording(`${header}\n9,A,3,2,2,4,1 x;0,8 9;4\n`)).toThrow(/:2: answers/);
    expect(() => mathRecording(`${header}\n9,A,3,2,2,4,1 0;0 0,8 9;4\n`)).toThrow(/:2: chars: has another shape/);
  });
});

describe('the published figures', () => {
  const read = (name: string) => readFileSync(new URL(`../../../data/recorded/${name}`, import.meta.url), 'utf8');

  it('give the known accuracies of each GSM8K model', () => {
    const { tasks, recording } = gsm8kRecording(read('gsm8k-recorded.csv'));
    const right = GSM8K_AGENTS.map(
      (agent) => tasks.filter((task) => equalNumbers(recording.tasks.get(task.id)?.turns.get(agent)?.[0]?.answer, task.target)).length,
    );
    expect(tasks).toHaveLength(1319);
    expect(right).toEqual([742, 515, 458, 286]);
  });

  it('give the known accuracy and calls of the MATH debates', () => {
    const { tasks, recording } = mathRecording(read('dylan-math-recorded.csv'));
    expect(tasks).toHaveLength(4800);
    const first = tasks.filter((task) => recording.tasks.get(task.id)?.turns.get('agent-1')?.[0]?.answer === task.target).length;
    expect(((100 * first) / 4800).toFixed(2)).toBe('31.17');
    expect((recording.rows / 4800).toFixed(2)).toBe('5.42');
  });
});

function equalNumbers(answer: string | null | undefined, target: string): boolean {
  return answer !== null && answer !== undefined && answer !== '' && Number(answer) === Number(target);
}
