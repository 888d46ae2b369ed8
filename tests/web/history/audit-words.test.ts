import { expect, test } from 'vitest';
import { actionWords, auditMark, auditWords, shortHash, valueWords } from '../../../web/history/audit-words.ts';

const said = (action: string, before: Record<string, unknown>, after: Record<string, unknown>) =>
  auditWords({ action, before, after }, { today: '2026-11-19' });

test('a move says from when to when', () => {
  expect(said('TaskEdited', { due_date: '2026-11-17', due_time: '17:00' }, { due_date: '2026-11-19', due_time: '18:00' })).toBe(
    'Moved from Tue 17 Nov 17:00 to today 18:00',
  );
  expect(said('TaskEdited', { due_time: '17:00' }, { due_time: '18:00' })).toBe('Moved from 17:00 to 18:00');
  expect(said('TaskEdited', { due_date: null }, { due_date: '2026-11-20' })).toBe('Due tomorrow');
  expect(said('TaskEdited', { due_date: '2026-11-20' }, { due_date: null })).toBe('Due date tomorrow taken away');
});

test('several edits of one entry are all told', () => {
  expect(said('TaskEdited', { priority: 'none', tags: [] }, { priority: 'high', tags: ['work'] })).toBe(
    'Priority set to high. Tags set to #work',
  );
});

test('an undo says what it brought back', () => {
  expect([
    said('TaskUndone', { status: 'completed' }, { status: 'pending' }),
    said('TaskUndone', { deleted: true }, { deleted: false }),
    said('TaskUndone', {}, { archived: false }),
  ]).toEqual(['Taken back: open again', 'Deletion taken back', 'Archiving taken back']);
});

test('an action without words of its own is its name in words', () => {
  expect([actionWords('PartnerInvited'), actionWords('TaskPromised')]).toEqual(['Partner invited', 'Promised']);
});

test('a late completion has the late mark', () => {
  expect([
    auditMark({ action: 'TaskCompleted', after: { late: true } }),
    auditMark({ action: 'TaskCompleted', after: {} }),
    auditMark({ action: 'TaskEdited', after: {} }),
  ]).toEqual(['late', 'completed', null]);
});

test('values are told in the zone of their owner', () => {
  const place = { zone: 'Europe/Berlin', today: '2026-11-19' };
  expect([
    valueWords('2026-11-19T16:00:00Z', place),
    valueWords(null, place),
    valueWords(['a', 'b'], place),
    valueWords(true, place),
  ]).toEqual(['2026-11-19 17:00', '–', 'a, b', 'yes']);
});

test('a hash is cut in its middle', () => expect(shortHash(`9f3a${'0'.repeat(56)}c41e`)).toBe('9f3a…c41e'));
