import { isAbsent, type Scorer } from './scorer.ts';

/** Answers that count as the same. */
export interface VoteClass {
  /** Equivalence key; null for an unparseable answer, which is a class of its own. */
  readonly key: string | null;
  /** Indices into the answers, ascending. */
  readonly members: readonly number[];
  /** Number of members, or the sum of their weights. */
  readonly weight: number;
}

/** Outcome of a vote; winner and index are null when every answer is absent. */
export interface VoteResult {
  /** The answer of the winning class's first member, as it was written. */
  readonly winner: string | null;
  readonly winnerIndex: number | null;
  /** In the order of their first members. */
  readonly classes: readonly VoteClass[];
  /** Indices of absent answers, which do not vote. */
  readonly absent: readonly number[];
}

/** Sums of weights that differ by less than this share are a tie, so that the order of addition decides nothing. */
const WEIGHT_TIE = 1e-9;

/** Key under which equivalent answers meet. Without equivalence only identical texts are the same; null is equivalent to nothing. */
function classKey(answer: string, scorer: Scorer): string | null {
  return scorer.hasEquivalence ? scorer.equivalenceKey(answer) : answer.trim().normalize('NFC');
}

interface OpenClass {
  readonly key: string | null;
  readonly members: number[];
  weight: number;
}

/**
 * Plurality vote; ties go to the class whose first member comes first. Absent answers do not vote; an unparseable one votes as a class of
 * its own. `weights` (one per answer, at least 0) makes it a weighted vote. O(answers).
 * @example vote(['18', '20', '18.0', null], scorerFor('numeric')).winner // '18'
 */
export function vote(answers: readonly (string | null)[], scorer: Scorer, weights?: readonly number[]): VoteResult {
  const classes: OpenClass[] = [];
  const byKey = new Map<string, OpenClass>();
  const absent: number[] = [];
  answers.forEach((answer, index) => {
    if (answer === null || isAbsent(answer)) {
      absent.push(index);
      return;
    }
    const key = classKey(answer, scorer);
    let found = key === null ? undefined : byKey.get(key);
    if (found === undefined) {
      found = { key, members: [], weight: 0 };
      classes.push(found);
      if (key !== null) byKey.set(key, found);
    }
    found.members.push(index);
    found.weight += weights === undefined ? 1 : (weights[index] ?? 0);
  });
  let best = classes[0];
  for (const candidate of classes) if (best !== undefined && candidate.weight - best.weight > WEIGHT_TIE * Math.abs(best.weight)) best = candidate;
  const winnerIndex = best?.members[0] ?? null;
  return { winner: winnerIndex === null ? null : (answers[winnerIndex] ?? null), winnerIndex, classes, absent };
}

/** Whether every answer is there and all are equivalent; false for no answers. An unparseable answer agrees only with itself. */
export function agree(answers: readonly (string | null)[], scorer: Scorer): boolean {
  const { classes, absent } = vote(answers, scorer);
  return absent.length === 0 && classes.length === 1;
}

function unchanged(before: string | null, now: string | null, scorer: Scorer): boolean {
  if (before === null || now === null || isAbsent(before) || isAbsent(now)) return (before === null || isAbsent(before)) && (now === null || isAbsent(now));
  if (before.trim() === now.trim()) return true;
  const key = classKey(now, scorer);
  return key !== null && key === classKey(before, scorer);
}

/** Whether no answer changed from one round to the next, place by place: equivalent answers, the same text, or absent both times. */
export function sameAnswers(previous: readonly (string | null)[], current: readonly (string | null)[], scorer: Scorer): boolean {
  return previous.length === current.length && previous.every((before, index) => unchanged(before, current[index] ?? null, scorer));
}
