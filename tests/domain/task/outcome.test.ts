import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { at, storyOf, type TaskStory } from '../../support/task-story.ts';

const START = '2026-11-20T09:00:00Z';
/** Due at the end of 20 November in Berlin. */
const BEFORE = '2026-11-20T12:00:00Z';
const AFTER = '2026-11-21T08:00:00Z';
/** After the proof deadline too. */
const LATER = '2026-11-25T08:00:00Z';

const due = at(START).promise({ due_date: '2026-11-20' });
const proven = at(START).promise({ due_date: '2026-11-20', verification_type: 'general' });
const outcome = (story: TaskStory): string => outcomeOf(story.state.fields);

test('is open until the due instant passes, and missed then', () => {
  expect(outcome(storyOf(due))).toBe('open');
  expect(outcome(storyOf(due, at(BEFORE).start()))).toBe('open');
  expect(outcome(storyOf(due, at(AFTER).advance()))).toBe('missed');
});

test('is kept if the task is completed by its due instant, and missed otherwise', () => {
  expect(outcome(storyOf(due, at(BEFORE).complete()))).toBe('kept');
  expect(outcome(storyOf(due, at(AFTER).complete()))).toBe('missed');
  expect(outcome(storyOf(due, at(BEFORE).complete(), at(AFTER).reopen()))).toBe('missed');
});

test('is open while a proof is awaited, and missed when no proof comes in time', () => {
  expect(outcome(storyOf(proven, at(BEFORE).complete()))).toBe('open');
  expect(outcome(storyOf(proven, at(BEFORE).complete(), at(LATER).advance()))).toBe('missed');
  // when the task was completed late, no proof changes the miss
  expect(outcome(storyOf(proven, at(AFTER).complete()))).toBe('missed');
});

test('is decided by the partner’s verdict when the task was completed in time', () => {
  const { fields } = storyOf(proven, at(BEFORE).complete()).state;
  const judged = (['in_review', 'rejected', 'verified'] as const).map((verification_state) => outcomeOf({ ...fields, verification_state }));
  expect(judged).toEqual(['open', 'open', 'kept']);
});

test('stays skipped when a skipped task is completed after the due instant, and is kept when it is completed before', () => {
  expect(outcome(storyOf(due, at(BEFORE).skip()))).toBe('skipped');
  expect(outcome(storyOf(due, at(BEFORE).skip(), at(BEFORE).complete()))).toBe('kept');
  expect(outcome(storyOf(due, at(BEFORE).skip(), at(AFTER).complete()))).toBe('skipped');
  expect(outcome(storyOf(proven, at(BEFORE).skip(), at(AFTER).complete(), at(LATER).advance()))).toBe('skipped');
});

test('is none without a due date, whatever happens to the task', () => {
  const undated = at(START).promise({ verification_type: 'general' });
  expect(outcome(storyOf(undated))).toBe('none');
  expect(outcome(storyOf(undated, at(BEFORE).complete(), at(LATER).advance()))).toBe('none');
  expect(outcome(storyOf(due, at(BEFORE).edit({ due_date: null })))).toBe('none');
});

test('is none for a task that was deleted while open; a decided outcome stays', () => {
  expect(outcome(storyOf(due, at(BEFORE).remove()))).toBe('none');
  expect(outcome(storyOf(proven, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('none');
  expect(outcome(storyOf(due, at(BEFORE).complete(), at(BEFORE).remove()))).toBe('kept');
  expect(outcome(storyOf(due, at(AFTER).remove()))).toBe('missed');
  expect(outcome(storyOf(due, at(BEFORE).remove(), at(BEFORE).undo()))).toBe('open');
});

test('is none for an occurrence that its routine withdrew, also if it was skipped for a vacation', () => {
  const { fields } = storyOf(due).state;
  expect(outcomeOf({ ...fields, deleted: true, withdrawn: true })).toBe('none');
  expect(outcomeOf({ ...fields, deleted: true, withdrawn: true, status: 'skipped' })).toBe('none');
});
