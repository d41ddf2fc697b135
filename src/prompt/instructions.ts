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
  refineRing:
    'You are one of several who improve one answer in turn. The answer of the one before you is shown, if there is one, and your own last reply, if you gave one. Check the answer against the task and correct what does not hold. Say whether you changed it. If nothing has reached you, solve the task on your own.',
  brief:
    'Several colleagues will work on this task, each on their own, and all of them get the same brief from you. Write it: what matters, what to watch for, what the result must hold. Do not solve the task.',
  work: 'Do what you are asked within the task, on your own, and give the result.',
  aggregate:
    'The results of your colleagues are shown, and your own last reply, if you gave one. Check them against each other and against the task and give one answer. If a result leaves something open that decides the answer, put a question to the colleague who gave it.',
  followUp:
    'You have given a result, shown as your own last output, and are asked about it. Check it again in the light of the question and give your result anew, in full.',
  plan: 'Divide what is asked of you among your reports: one subtask for each one whom you choose. A subtask must be understandable by itself. Choose only those who are needed. Do not do the work yourself.',
  synthesise:
    'The results of your reports for their subtasks are shown. Check them, resolve what contradicts, and put them together into the one result that was asked of you.',
  route:
    'Divide the task into as few subtasks as it needs, mostly one, and name for each the experts who should work on it, with weights from 0 to 1 that say how far you trust each of them with it.',
  combineExperts: 'Your experts have worked on what you asked. Check their results against the task and combine them into one answer.',
  announce:
    'Announce this task to those who may bid for it: what is to be done, and what a good result must hold. Do not solve it, and do not say who should do it.',
  bid: 'A task is announced. Bid for it: your fit from 0 (you decline) to 1, what it would cost you in relation to others (1 = as usual), and how you would do it, in a sentence. Do not solve it yet.',
  award: 'Your bid has won. Solve the task as announced.',
  review: 'You have awarded the task. The bid and the result of its bidder are shown. Accept the result only if it solves the task.',
  act: 'You work with others on a shared board; its entries that are new to you are shown. Add the one entry that helps most now: a finding, a critique of what stands there, a solution of the task, an endorsement of the solution of someone else that you have checked, or nothing.',
  planRoles:
    'You lead a circle that works on this task. Divide the work into roles, each with a name and a subtask that is understandable by itself. The members will claim them.',
  claim:
    'Your circle’s lead has laid out roles. Claim those that you could fill, with your fit from 0 to 1 for each. You will get one of them at most. Claim none if none fits.',
  workRole: 'You have the role shown as your part. Do it and give the result.',
  carry: 'You carry the results of your circle to the others. Check them and put them together into the one result of your circle.',
  integrate: 'The results of the circles are shown. Check them against each other and against the task and integrate them into one answer.',
} as const;
