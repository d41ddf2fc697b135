/** The forms of output of a turn. */
export type PromptShape = keyof typeof FORMAT;

const ANSWER_LINE = 'End with a line `Answer: …` that holds the final answer alone.';
const json = (form: string, notes: string): string => `Reply with one JSON object and nothing else: ${form}. ${notes}`;

/** How the output of each form must look; the last word of a prompt. */
export const FORMAT = {
  answer: ANSWER_LINE,
  statement: 'Be brief, at most 200 words. State the answer that you argue for in the last sentence.',
  judgement: ANSWER_LINE,
  combination: ANSWER_LINE,
  brief: 'Be brief, at most 200 words, in plain text.',
  revision: json(
    '{"changed": true or false, "answer": "…"}',
    '`answer` holds the whole answer, ending with its final result alone; `changed` says whether it differs from what reached you.',
  ),
  aggregation: json(
    '{"answer": "…", "follow_ups": [{"to": "name", "question": "…"}]}',
    '`answer` holds your answer as it stands; leave `follow_ups` empty unless an answer to them could change it.',
  ),
  plan: json('{"subtasks": [{"to": "name", "task": "…"}]}', 'At least one subtask, and each name once.'),
  route: json(
    '{"subtasks": [{"task": "…", "experts": [{"name": "…", "weight": 0.8}]}]}',
    'At least one subtask, each with at least one expert; weights are above 0 and at most 1.',
  ),
  bid: json('{"fit": 0.7, "cost": 1, "plan": "…"}', '`fit` is from 0 to 1, `cost` is above 0.'),
  review: json('{"accept": true or false, "reason": "…"}', '`reason` is one sentence.'),
  entry: json(
    '{"type": "finding" | "critique" | "solution" | "endorsement" | "nothing", "content": "…", "endorses": "name"}',
    '`endorses` stands in an endorsement only and names whose solution you endorse. The content of a solution is the whole answer, ending with its final result alone.',
  ),
  claim: json('{"claims": [{"role": "…", "fit": 0.7}]}', 'Each role at most once; the list may be empty.'),
} as const;
