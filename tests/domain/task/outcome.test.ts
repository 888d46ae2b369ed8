import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { at, type TaskStory, storyOf } from '../../support/task-story.ts';

const START = '2026-11-20T09:00:00Z';
/** Due at the end of 20 November in Berlin. */
const BEFORE = '2026-11-20T12:00:00Z';
const AFTER = '2026-11-21T08:00:00Z';
/** After the proof deadline too. */
const LATER = '2026-11-25T08:00:00Z';

const due = at(START).promise({ due_date: '2026-11-20' });
const proven = at(START).promise({ due_date: '2026-11-20', verification_type: 'general' });
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);

test('a task is open until its due instant passes, and missed then', () => {
  expect(outcome(storyOf(due))).toBe('open');
  expect(outcome(storyOf(due, at(BEFORE).start()))).toBe('open');
  expect(outcome(storyOf(due, at(AFTER).advance()))).toBe('missed');
});

test('completed by its due instant it is kept, and afterwards the miss stays', () => {
  expect(outcome(storyOf(due, at(BEFORE).complete()))).toBe('kept');
  expect(outcome(storyOf(due, at(AFTER).complete()))).toBe('missed');
  expect(outcome(storyOf(due, at(BEFORE).complete(), at(AFTER).reopen()))).toBe('missed');
});

test('what waits for its proof is open, and missed when no proof comes in time', () => {
  expect(outcome(storyOf(proven, at(BEFORE).complete()))).toBe('open');
  expect(outcome(storyOf(proven, at(BEFORE).complete(), at(LATER).advance()))).toBe('missed');
  // done late, no proof mends the miss
  expect(outcome(storyOf(proven, at(AFTER).complete()))).toBe('missed');
});

test('the partner’s verdict decides a completion in time', () => {
  const { fields } = storyOf(proven, at(BEFORE).complete()).state;
  const judged = (['in_review', 'rejected', 'verified'] as const).map((verification_state) => outcomeOf({ ...fields, verification_state }));
  expect(judged).toEqual(['open', 'open', 'kept']);
});

test('what was skipped in time stays skipped when it is done after all, but for the deadline', () => {
  expect(outcome(storyOf(due, at(BEFORE).skip()))).toBe('skipped');
  expect(outcome(storyOf(due, at(BEFORE).skip(), at(BEFORE).complete()))).toBe('kept');
  expect(outcome(storyOf(due, at(BEFORE).skip(), at(AFTER).complete()))).toBe('skipped');
  expect(outcome(storyOf(proven, at(BEFORE).skip(), at(AFTER).complete(), at(LATER).advance()))).toBe('skipped');
});

test('without a due date it counts nowhere, whatever becomes of it', () => {
  const undated = at(START).promise({ verification_type: 'general' });
  expect(outcome(storyOf(undated))).toBe('none');
  expect(outcome(storyOf(undated, at(BEFORE).complete(), at(LATER).advance()))).toBe('none');
  expect(outcome(storyOf(due, at(BEFORE).edit({ due_date: null })))).toBe('none');
});

test('deleted while it was open it counts nowhere; what was decided stays', () => {
  expect(outcome(storyOf(due, at(BEFORE).remove()))).toBe('none');
  expect(outcome(storyOf(proven, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('none');
  expect(outcome(storyOf(due, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('kept');
  expect(outcome(storyOf(due, at(AFTER).remove()))).toBe('missed');
  expect(outcome(storyOf(due, at(BEFORE).remove(), at(BEFORE).undo()))).toBe('open');
});

test('an occurrence that its routine took away counts nowhere, also one that was skipped for a vacation', () => {
  const { fields } = storyOf(due).state;
  expect(outcomeOf({ ...fields, deleted: true, withdrawn: true })).toBe('none');
  expect(outcomeOf({ ...fields, deleted: true, withdrawn: true, status: 'skipped' })).toBe('none');
});
