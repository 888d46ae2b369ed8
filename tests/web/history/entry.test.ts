import { expect, test } from 'vitest';
import { entryMark } from '../../../web/history/entry-marks.ts';
import { actorWords, shortHash, valueWords } from '../../../web/history/entry-values.ts';

test('a completion has the mark of what it set', () => {
  expect([
    entryMark('task.completed', { late: true }),
    entryMark('task.completed', { verification_state: 'awaiting_proof' }),
    entryMark('task.completed'),
    entryMark('task.edited'),
  ]).toEqual(['late', 'awaiting_proof', 'completed', null]);
});

test('who acted is told by name where there is one', () => {
  expect([
    actorWords({ kind: 'user', name: 'Ada' }),
    actorWords({ kind: 'system', name: null }),
    actorWords({ kind: 'partner', name: 'Søren' }),
    actorWords({ kind: 'partner', name: null }),
  ]).toEqual(['you', 'Vouch', 'Søren', 'your partner']);
});

test('values are told in the zone of their owner', () => {
  const zone = 'Europe/Berlin';
  expect([valueWords('2026-11-19T16:00:00Z', zone), valueWords(null, zone), valueWords(['a', 'b'], zone), valueWords(true, zone)]).toEqual([
    '2026-11-19 17:00',
    '–',
    'a, b',
    'yes',
  ]);
});

test('a hash is cut in its middle', () => expect(shortHash(`9f3a${'0'.repeat(56)}c41e`)).toBe('9f3a…c41e'));
