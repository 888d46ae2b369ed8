import { describe, expect, test } from 'vitest';
import { answeredBy, judgedBy, nextInstant, type TimedTask, timeWindows } from '../../../src/domain/calendar/task-times.ts';

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

describe('the next instant of a task', () => {
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
});

describe('the steps of a proof', () => {
  const late = { ...done, archived: true, verification_state: 'awaiting_proof', proof_due_at: '2026-11-25T17:00:00.000Z' };
  const by = (kind: string, reminded = false) => ({
    ...late,
    verification_state: 'in_review',
    review: { judge: { kind }, since: MADE, reminded },
  });
  const steps = (task: TimedTask) => timeWindows(task).map(({ step, from, until, about }) => [step, from, until, about]);

  test('are an alert before its deadline, unless the task was completed after that, and the expiry', () => {
    const due = '2026-11-25T17:00:00.000Z';
    const expiry = ['proof_expired', '2026-11-25T17:00:00.001Z', null, due];
    expect(steps(late)).toEqual([['proof_30m', '2026-11-25T16:30:00.000Z', '2026-11-25T17:00:00.001Z', due], expiry]);
    expect(steps({ ...late, completed_at: '2026-11-25T16:30:00.000Z' })).toEqual([expiry]);
    expect(steps({ ...late, proof_due_at: null })).toEqual([]);
    expect(steps({ ...late, status: 'skipped' })).toEqual([]);
  });

  test('after a rejection are the same, and the rejection is final after the deadline', () => {
    const rejected = { ...late, verification_state: 'rejected' };
    expect(steps(rejected).map(([step]) => step)).toEqual(['proof_30m', 'proof_final']);
    expect(steps({ ...rejected, decided_at: MADE })).toEqual([]);
  });

  test('in review by a partner are a reminder after 24 hours, once, and the end after 72', () => {
    const over = ['review_over', '2026-11-23T08:00:00.001Z', null, '2026-11-23T08:00:00.000Z'];
    const remind = '2026-11-21T08:00:00.000Z';
    expect(steps(by('partner'))).toEqual([['review_reminder', remind, null, remind], over]);
    expect(steps(by('partner', true))).toEqual([over]);
    expect(steps({ ...by('partner'), verification_state: 'verified' })).toEqual([]);
    expect(steps({ ...by('partner'), review: null })).toEqual([]);
    expect(judgedBy(MADE)).toBe('2026-11-23T08:00:00.000Z');
  });

  test.each(['ai', 'check'])('in review by %s are the end after 24 hours', (kind) => {
    expect(steps(by(kind))).toEqual([['review_over', '2026-11-21T08:00:00.001Z', null, '2026-11-21T08:00:00.000Z']]);
  });

  test('are the end of an appeal that waits after seven days, and of the alert about an accepted proof', () => {
    const missed = { ...done, archived: true, appeal: { state: 'waiting', at: MADE } };
    expect(steps(missed)).toEqual([['appeal_over', '2026-11-27T08:00:00.001Z', null, '2026-11-27T08:00:00.000Z']]);
    expect(steps({ ...missed, appeal: { state: 'rejected', at: MADE } })).toEqual([]);
    expect(answeredBy(MADE)).toBe('2026-11-27T08:00:00.000Z');
    expect(steps({ ...done, archived: true, accepted_until: MADE })).toEqual([['accepted_over', MADE, null, MADE]]);
  });
});

test('the windows of an open task follow each other, and each says of which instant it speaks', () => {
  const due = '2026-11-24T17:00:00.000Z';
  expect(timeWindows(open)).toEqual([
    { step: 'due_24h', from: '2026-11-23T17:00:00.000Z', until: '2026-11-24T15:00:00.000Z', about: due },
    { step: 'due_2h', from: '2026-11-24T15:00:00.000Z', until: '2026-11-24T17:00:00.001Z', about: due },
    { step: 'missed', from: '2026-11-24T17:00:00.001Z', until: null, about: due },
  ]);
  expect(timeWindows({ ...open, due_set_at: null })).toHaveLength(3);
  expect(timeWindows({ ...open, closed_at: MADE, status: 'in_progress' })).toHaveLength(3);
  expect(timeWindows({ ...done, closed_at: null })).toEqual([]);
  expect(timeWindows(done)).toEqual([{ step: 'archived', from: '2026-12-20T08:00:00.000Z', until: null, about: MADE }]);
});
