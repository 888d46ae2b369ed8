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
};
const done: TimedTask = { ...open, status: 'completed', completed_at: MADE, closed_at: MADE };

test('an open task: the alerts one after the other, then the miss, a millisecond after the last instant', () => {
  expect(nextInstant(open, MADE)).toBe('2026-11-23T17:00:00.000Z');
  expect(nextInstant(open, '2026-11-23T17:00:00.000Z')).toBe('2026-11-24T15:00:00.000Z');
  expect(nextInstant(open, '2026-11-24T15:00:00.000Z')).toBe('2026-11-24T17:00:00.001Z');
  expect(nextInstant(open, '2026-11-24T18:00:00.000Z')).toBe('2026-11-24T17:00:00.001Z');
});

test('windows that had begun when the due instant was set are left out', () => {
  expect(nextInstant({ ...open, due_set_at: '2026-11-23T17:00:00.000Z' }, MADE)).toBe('2026-11-24T15:00:00.000Z');
  expect(nextInstant({ ...open, due_set_at: '2026-11-24T16:00:00.000Z' }, MADE)).toBe('2026-11-24T17:00:00.001Z');
});

test('a closed task: its archiving, unless it is archived already', () => {
  expect(nextInstant(done, MADE)).toBe('2026-12-20T08:00:00.000Z');
  expect(nextInstant({ ...done, archived: true }, MADE)).toBeNull();
});

test('what awaits its proof: half an hour before, then the expiry, archived or not', () => {
  const awaiting = { ...done, archived: true, verification_state: 'awaiting_proof', proof_due_at: '2026-11-25T17:00:00.000Z' };
  expect(nextInstant(awaiting, MADE)).toBe('2026-11-25T16:30:00.000Z');
  expect(nextInstant(awaiting, '2026-11-25T16:30:00.000Z')).toBe('2026-11-25T17:00:00.001Z');
  expect(nextInstant({ ...awaiting, verification_state: 'in_review' }, MADE)).toBeNull();
  expect(nextInstant({ ...awaiting, verification_state: 'expired' }, MADE)).toBeNull();
});

test('time does nothing to what is deleted or has no deadline', () => {
  expect(nextInstant({ ...open, deleted: true }, MADE)).toBeNull();
  expect(nextInstant({ ...open, due_at: null }, MADE)).toBeNull();
});
