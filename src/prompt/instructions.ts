/** What an agent can be asked to do in a turn, by purpose; the texts that `renderPrompt` takes as `instruction`. */
export const INSTRUCTIONS = {
  answer: 'Solve the task on your own.',
  revise:
    'Colleagues have answered the same task; their last answers are shown, and yours if you gave one. Check each answer against the task, keep what holds, correct what does not, and give your own answer anew. Do not follow a majority that is wrong.',
  refine: 'You are one stage of several. Take the work that reached you, check it, correct and complete it, and hand on the improved result in full.',
  stateFor:
    'Argue for the answer that you hold right. Give your strongest reasons and reply to what the other side has said. If it has convinced you, say so and state the answer that you now hold right.',
  stateAgainst:
    'Challenge the answer of the other side. Look for errors in it and give your strongest reasons against it, with the answer that you hold right instead. If you find no error, say so.',
  judge:
    'Statements of two or more sides are shown. Weigh their reasons against the task, not their length or order, decide which side is right, say why in one or two sentences, and give the answer.',
  combine: 'Several results for the same task are shown. Check them against each other and against the task and combine them into one answer.',
} as const;
