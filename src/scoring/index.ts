/**
 * scoring: how an answer is read, when two answers are the same, what an answer scores, and how answers vote. One scorer per kind of
 * task: numeric, choice, exact, includes, regex, json_schema.
 *
 * May import: lib, and ajv for JSON schemas. Pure: no clock, no randomness, no files.
 * Design note: docs/design/scoring.md.
 */

export { REGEX_ANSWER_LIMIT } from './regex.ts';
export { DEFAULT_SCORER, isAbsent, type NormalisedAnswer, SCORER_NAMES, type Scorer, type ScorerName } from './scorer.ts';
export { type ReadScorer, readScorer, type ScorerOptions, scorerFor } from './scorer-for.ts';
export { agree, sameAnswers, type VoteClass, type VoteResult, vote } from './vote.ts';
