import { expect, test } from 'vitest';
import { nextInstant, type TimedTask } from '../../../src/domain/calendar/task-times.ts';

const MADE = '2026-11-20T08:00:00.000Z';
const open: TimedTask = {
  status: 'pending',
  due_at: '2026-11-24T17:00:00.000Z',
  due_set_at: MADE,
  verification_state: 'not_required',
  proof_due_at: null,
  completed_at: null,
  closed_at: null,
  archived: false,
  deleted: false,
  decided_at: null,
  review: null,
  appeal: null,
  accepted_until: null,
};
const done: TimedTask = { ...open, status: 'completed', completed_at: MADE, closed_at: MADE };

test('gives the alerts of an open task in order, then the miss, one millisecond after the due instant', () => {
  expect(nextInstant(open, MADE)).toBe('2026-11-23T17:00:00.000Z');
  expect(nextInstant(open, '2026-11-23T17:00:00.000Z')).toBe('2026-11-24T15:00:00.000Z');
  expect(nextInstant(open, '2026-11-24T15:00:00.000Z')).toBe('2026-11-24T17:00:00.001Z');
  expect(nextInstant(open, '2026-11-24T18:00:00.000Z')).toBe('2026-11-24T17:00:00.001Z');
});

test('leaves out alerts whose window had begun when the due instant was set', () => {
  expect(nextInstant({ ...open, due_set_at: '2026-11-23T17:00:00.000Z' }, MADE)).toBe('2026-11-24T15:00:00.000Z');
  expect(nextInstant({ ...open, due_set_at: '2026-11-24T16:00:00.000Z' }, MADE)).toBe('2026-11-24T17:00:00.001Z');
});

test('gives the archiving of a closed task, unless it is archived already', () => {
  expect(nextInstant(done, MADE)).toBe('2026-12-20T08:00:00.000Z');
  expect(nextInstant({ ...done, archived: true }, MADE)).toBeNull();
});

test('gives an alert half an hour before the proof deadline, then the expiry, whether archived or not', () => {
  const awaiting = { ...done, archived: true, verification_state: 'awaiting_proof', proof_due_at: '2026-11-25T17:00:00.000Z' };
  expect(nextInstant(awaiting, MADE)).toBe('2026-11-25T16:30:00.000Z');
  expect(nextInstant(awaiting, '2026-11-25T16:30:00.000Z')).toBe('2026-11-25T17:00:00.001Z');
  expect(nextInstant({ ...awaiting, verification_state: 'in_review' }, MADE)).toBeNull();
  expect(nextInstant({ ...awaiting, verification_state: 'expired' }, MADE)).toBeNull();
});

test('gives nothing for a task that is deleted or has no due date', () => {
  expect(nextInstant({ ...open, deleted: true }, MADE)).toBeNull();
  expect(nextInstant({ ...open, due_at: null }, MADE)).toBeNull();
});
