import { expect, test } from 'vitest';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { at, BY_PARTNER, nobody, PARTNER, raisedAlerts, storyOf, type TaskStory } from '../../support/task-story.ts';

const MORNING = '2026-11-20T08:00:00Z';
const NOON = '2026-11-20T12:00:00Z';
const NEXT_DAY = '2026-11-21T08:00:00Z';
const LATE = '2026-12-20T08:00:00Z';
const due = { due_date: '2026-11-20' };
const plain = at(MORNING).promise(due);
const proven = at(MORNING).promise({ ...due, verification_type: 'general' });
const inReview = [proven, at(NOON).prove({ judges: BY_PARTNER })] as const;

test.each<[what: string, story: TaskStory, command: TaskCommand, code: string, sentence: string]>([
  ['of an unknown task', nobody(), at(NOON).complete(), 'not_found', 'There is no such task.'],
  [
    'of another version',
    storyOf(plain),
    { ...at(NOON).complete(), if_match: 9 },
    'precondition_failed',
    'This task has changed since you read it. Read it again, then send your change anew.',
  ],
  [
    'of an archived task',
    storyOf(at(MORNING).promise(), at(NOON).archive()),
    at(NOON).edit({ priority: 'high' }),
    'archived',
    'This task is archived. Unarchive it before you change it.',
  ],
  [
    'that archives a task that is still due',
    storyOf(plain),
    at(NOON).archive(),
    'still_open',
    'This task is still open. Complete it, skip it or take its due date away before you archive it.',
  ],
  ['that takes back nothing', storyOf(plain), at(NOON).undo(), 'nothing_to_undo', 'There is nothing to take back.'],
  [
    'that takes back a move after the old deadline',
    storyOf(at(MORNING).promise({ ...due, due_time: '10:00' }), at(MORNING).edit({ due_time: '18:00' })),
    at(NOON).undo(),
    'deadline_passed',
    'The deadline from before this change has passed. The change can no longer be taken back.',
  ],
  [
    'that moves a due date that has passed',
    storyOf(plain),
    at(NEXT_DAY).edit({ due_date: '2026-11-25' }),
    'deadline_passed',
    'The deadline has passed. It can no longer be moved or taken away.',
  ],
  [
    'that moves the due date of a completed task',
    storyOf(plain, at(NOON).complete()),
    at(NOON).edit({ due_date: '2026-11-25' }),
    'conflict',
    'This task is completed. Reopen it before you change its due date.',
  ],
  [
    'that changes the proof of a completed task',
    storyOf(plain, at(NOON).complete()),
    at(NOON).edit({ verification_type: 'general' }),
    'conflict',
    'This task is completed. Reopen it before you change how it is verified.',
  ],
  [
    'that changes what is asked for after a proof',
    storyOf(...inReview),
    at(NOON).edit({}, { proof_requirement: 'A picture' }),
    'conflict',
    'Proof of this task was given. What is asked for as proof can no longer change.',
  ],
  [
    'that names another partner for a proof in review',
    storyOf(...inReview),
    at(NOON).edit({ partner_id: 'kim' }),
    'conflict',
    'Proof of this task waits for a verdict. Withdraw it before you name another partner.',
  ],
  [
    'that completes a task before its step',
    storyOf(plain),
    at(NOON).complete([{ id: 't2', needs_proof: true }]),
    'children_open',
    'A sub-task still needs its proof. Complete that one first.',
  ],
  [
    'that skips a task that is over',
    storyOf(plain),
    at(NEXT_DAY).skip(),
    'deadline_passed',
    'The deadline has passed. It can no longer be skipped.',
  ],
  [
    'that starts a task that is over',
    storyOf(plain),
    at(NEXT_DAY).start(),
    'deadline_passed',
    'The deadline has passed. It can still be completed, and then counts as late.',
  ],
  [
    'that proves a skipped task',
    storyOf(proven, at(NOON).skip()),
    at(NOON).prove(),
    'conflict',
    'This task is skipped. Reopen it before you give proof.',
  ],
  [
    'that proves a missed task',
    storyOf(proven),
    at(NEXT_DAY).prove(),
    'deadline_passed',
    'The deadline has passed. Complete the task first: it then counts as late, and its proof can still be given.',
  ],
  [
    'that gives a second proof',
    storyOf(...inReview),
    at(NOON).prove({ submission_id: 's2' }),
    'in_review',
    'A proof of this task is in review. Withdraw it before you give another one, or wait for the verdict.',
  ],
  [
    'that proves what was accepted',
    storyOf(...inReview, at(NOON).review('accepted')),
    at(NOON).prove({ submission_id: 's2' }),
    'already_verified',
    'The proof of this task was accepted. What was judged stays as it is.',
  ],
  ['that proves too late', storyOf(proven, at(NOON).complete()), at(LATE).prove(), 'proof_late', 'The proof deadline has passed.'],
  ['that withdraws no proof', storyOf(proven), at(NOON).withdraw(), 'conflict', 'No proof of this task is in review.'],
  [
    'that judges a withdrawn proof',
    storyOf(...inReview, at(NOON).withdraw()),
    at(NOON).review('accepted'),
    'conflict',
    'This proof was decided or withdrawn meanwhile.',
  ],
  [
    'that appeals against nothing',
    storyOf(plain),
    at(NOON).appeal(),
    'conflict',
    'This task does not count as missed, so there is nothing to appeal against.',
  ],
  [
    'that appeals twice',
    storyOf(plain, at(NEXT_DAY).appeal()),
    at(NEXT_DAY).appeal(),
    'conflict',
    'You have made an appeal about this task before. There is one for each task.',
  ],
  [
    'that appeals too late',
    storyOf(plain),
    at(LATE).appeal(),
    'deadline_passed',
    'An appeal can be made within seven days of the miss, and they have passed.',
  ],
  [
    'that appeals to nobody',
    storyOf(plain),
    at(NEXT_DAY).appeal(null),
    'not_accepted',
    'An appeal goes to your partner, and nobody has accepted to be your partner yet.',
  ],
  [
    'that answers an appeal twice',
    storyOf(plain, at(NEXT_DAY).appeal(), at(NEXT_DAY).answer('rejected')),
    at(NEXT_DAY).answer('accepted'),
    'conflict',
    'This appeal was decided meanwhile.',
  ],
])('the refusal of a command %s says why and what to do', (_what, story, command, code, sentence) => {
  expect(story.refuses(command, code).message).toBe(sentence);
});

test.each<[what: string, story: TaskStory, command: TaskCommand, field: string, sentence: string]>([
  ['a time without a date', nobody(), at(NOON).promise({ due_time: '10:00' }), 'due_time', 'A due time needs a due date.'],
  [
    'a day that is over',
    nobody(),
    at(NOON).promise({ due_date: '2026-11-19' }),
    'due_date',
    'This day is over. Choose today or a later date.',
  ],
  [
    'a time that has passed',
    nobody(),
    at(NOON).promise({ ...due, due_time: '08:00' }),
    'due_time',
    'This time has passed. Choose a later time.',
  ],
  ['a skip without a reason', storyOf(plain), at(NOON).skip(null), 'reason', 'Say why you skip it.'],
])('%s is refused at its field, with a sentence', (_what, story, command, field, sentence) => {
  expect(story.refuses(command, 'validation_failed')).toMatchObject({
    message: 'Some of what you sent cannot be taken. See the fields.',
    fields: { [field]: [sentence] },
  });
});

test.each<[what: string, story: TaskStory, command: TaskCommand]>([
  ['an edit', storyOf(plain), at(NOON).edit({ priority: 'high' })],
  ['a skip', storyOf(plain), at(NOON).skip()],
  ['an undo', storyOf(plain, at(NOON).complete()), at(NOON).undo()],
  ['a move to the archive', storyOf(plain, at(NOON).complete()), at(NOON).archive()],
  ['a deletion', storyOf(plain), at(NOON).remove()],
  ['a proof', storyOf(proven), at(NOON).prove()],
  ['a withdrawal of a proof', storyOf(...inReview), at(NOON).withdraw()],
  ['an appeal', storyOf(plain), at(NEXT_DAY).appeal()],
])('%s by somebody who read another version is refused', (_what, story, command) => {
  story.refuses({ ...command, if_match: 99 } as TaskCommand, 'precondition_failed');
  expect(story.when(command).fresh.length).toBeGreaterThan(0);
});

test('a verdict of a partner who is no longer asked is refused, and a verdict of an AI is then a comment', () => {
  const judges = { check: false, partner_id: PARTNER, ai: true };
  const story = storyOf(proven, at(NOON).prove({ judges }), at(NOON).passOn(null, true));
  expect(story.refuses(at(NOON).review('accepted'), 'conflict').message).toBe('Somebody else decides about this proof by now.');
  const early = storyOf(proven, at(NOON).prove({ judges }), at(NOON).review('accepted', { judge: 'ai' }));
  expect(early.fresh[0]).toMatchObject({ type: 'ProofReviewed', data: { judge: 'ai', outcome: 'commented' } });
  expect(early.state.fields.verification_state).toBe('in_review');
});

test('an alert that has changed since it was read is refused with a sentence', () => {
  const story = storyOf(plain, at(NEXT_DAY).advance());
  const [first] = raisedAlerts(story) as [string];
  expect(story.refuses({ ...at(NEXT_DAY).acknowledge(first), if_match: 99 }, 'precondition_failed').message).toBe(
    'This alert has changed since you read it. Read it again.',
  );
  story.refuses(at(NEXT_DAY).acknowledge('another'), 'not_found');
});

test('a task for which there is no room is refused with the limit', () => {
  expect(nobody().refuses({ ...plain, room: 0 } as TaskCommand, 'limit_reached').message).toBe(
    'An account holds 20,000 tasks that are not archived, and there is no room for more. Archive or delete some, then try again.',
  );
});

test('a task takes 100 proofs', () => {
  let story = storyOf(proven, at(NOON).complete());
  for (let number = 1; number <= 100; number += 1)
    story = story.when(at(NOON).prove({ submission_id: `s${number}`, judges: BY_PARTNER })).when(at(NOON).withdraw());
  expect(story.refuses(at(NOON).prove({ submission_id: 'more' }), 'limit_reached').message).toBe(
    'A task takes 100 proofs, and there are as many. Make a new task for what is left to prove.',
  );
});
