import { type Problem, problemsError } from '#lib';
import { isAbsent, type NormalisedAnswer, type Scorer, type ScorerName } from './scorer.ts';

/** Targets whose read form is kept; task sets seldom hold more, and a full memo starts anew. */
const REMEMBERED_TARGETS = 4096;

/** A target in the form in which it is compared, or what is wrong with it. */
export type ReadTarget<Target> = { readonly kind: 'target'; readonly target: Target } | { readonly kind: 'problem'; readonly problem: Problem };

/** The parts in which scorers differ; the rest follows from them. */
export interface ScorerDefinition<Target> {
  readonly name: ScorerName;
  readonly hasEquivalence: boolean;
  readonly normalise: (answer: string) => NormalisedAnswer | null;
  readonly readTarget: (target: unknown) => ReadTarget<Target>;
  /** Whether a parseable answer is right. */
  readonly matches: (answer: NormalisedAnswer, target: Target) => boolean;
}

/** A problem of a target, without place. */
export function targetProblem(problem: Problem): { readonly kind: 'problem'; readonly problem: Problem } {
  return { kind: 'problem', problem };
}

/** Builds a scorer whose absent and unparseable answers score 0 and whose bad targets are refused. */
export function defineScorer<Target>({ name, hasEquivalence, normalise, readTarget, matches }: ScorerDefinition<Target>): Scorer {
  const remembered = new Map<unknown, ReadTarget<Target>>();
  // The same target is read once per task, not once per answer: a JSON schema takes milliseconds to compile.
  const read = (target: unknown): ReadTarget<Target> => {
    const known = remembered.get(target);
    if (known !== undefined) return known;
    if (remembered.size >= REMEMBERED_TARGETS) remembered.clear();
    const result = readTarget(target);
    remembered.set(target, result);
    return result;
  };
  return {
    name,
    hasEquivalence,
    normalise,
    equivalenceKey(answer) {
      if (!hasEquivalence || answer === null || isAbsent(answer)) return null;
      return normalise(answer)?.text ?? null;
    },
    score(answer, target) {
      const result = read(target);
      if (result.kind === 'problem') throw problemsError('file.invalid', `the ${name} scorer cannot use this target`, [result.problem]);
      if (answer === null || isAbsent(answer)) return 0;
      const normalised = normalise(answer);
      return normalised !== null && matches(normalised, result.target) ? 1 : 0;
    },
    targetProblems(target, path = 'target') {
      const result = read(target);
      return result.kind === 'problem' ? [{ ...result.problem, path: result.problem.path ?? path }] : [];
    },
  };
}
