import type { Rng } from '#lib';
import type { ShownMessage } from '../ports.ts';

/** The answer in a text: what follows its last `Answer:`, else the text itself, trimmed; null when there is none. */
export function answerIn(text: string | null): string | null {
  if (text === null) return null;
  const structured = inObject(text);
  if (structured !== undefined) return structured;
  const at = text.length > 7 ? Math.max(text.lastIndexOf('Answer:'), text.lastIndexOf('answer:')) : -1;
  if (at === -1) return text.trim() || null;
  const end = text.indexOf('\n', at);
  return text.slice(at + 7, end === -1 ? undefined : end).trim() || null;
}

/** Members by which the object forms that hold no answer are known. */
const WITHOUT_ANSWER = ['subtasks', 'claims', 'fit', 'accept'] as const;

/** The answer in a structured reply; null when its form holds none, undefined for a text that is no structured reply (answers that are JSON included). */
function inObject(text: string): string | null | undefined {
  if (!text.startsWith('{"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if ('changed' in value || 'follow_ups' in value) return 'answer' in value && typeof value.answer === 'string' ? answerIn(value.answer) : null;
  if ('type' in value && 'content' in value) return value.type === 'solution' && typeof value.content === 'string' ? answerIn(value.content) : null;
  return WITHOUT_ANSWER.some((member) => member in value) ? null : undefined;
}

/** The answers in messages that hold one, in their order; what only asks for something holds none. */
export function answersIn(shown: readonly ShownMessage[]): string[] {
  const answers: string[] = [];
  for (const message of shown) {
    if (message.asks === true) continue;
    const answer = answerIn(message.text);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** The commonest of the answers and the agent's own; ties go to its own, then to the first. Null when there is none. */
export function plurality(answers: readonly string[], own: string | null): string | null {
  const votes = new Map<string, number>();
  if (own !== null) votes.set(own, 1);
  for (const answer of answers) votes.set(answer, (votes.get(answer) ?? 0) + 1);
  let best: string | null = null;
  let bestVotes = 0;
  for (const [answer, count] of votes) {
    if (count <= bestVotes) continue;
    best = answer;
    bestVotes = count;
  }
  return best;
}

/** A judge's choice: a right statement with probability `judging`, else a wrong one of those shown when there is one. */
export function judge(answers: readonly string[], truth: string, judging: number, rng: Rng): string {
  const rightShown = answers.includes(truth);
  if (rightShown && rng.next() < judging) return truth;
  const wrong = answers.filter((answer) => answer !== truth);
  return wrong[rng.int(Math.max(1, wrong.length))] ?? truth;
}
