import { expect, test } from 'vitest';
import { actorWords, entryMark, shortHash, valueWords } from '../../web/history/entry-words.ts';

const COMPLETED = { action: 'task.completed', onWord: false };

test('a completion has the mark of the status that it set', () => {
  expect([
    entryMark({ ...COMPLETED, after: { late: true } }),
    entryMark({ ...COMPLETED, after: { verificationState: 'awaiting_proof' } }),
    entryMark(COMPLETED),
    entryMark({ action: 'task.edited', onWord: false }),
  ]).toEqual(['late', 'awaiting_proof', 'completed', null]);
});

test('a proof that nobody judged has the mark of kept, not of verified', () => {
  const accepted = { action: 'task.proof_accepted' };
  expect([entryMark({ ...accepted, onWord: true }), entryMark({ ...accepted, onWord: false })]).toEqual(['on_word', 'verified']);
});

test('an entry names the actor if there is a name', () => {
  expect([
    actorWords({ kind: 'user', name: 'Ada' }),
    actorWords({ kind: 'system', name: null }),
    actorWords({ kind: 'partner', name: 'Søren' }),
    actorWords({ kind: 'partner', name: null }),
  ]).toEqual(['you', 'Vouch', 'Søren', 'your partner']);
});

test('values are written in the zone of their owner', () => {
  const zone = 'Europe/Berlin';
  expect([valueWords('2026-11-19T16:00:00Z', zone), valueWords(null, zone), valueWords(['a', 'b'], zone), valueWords(true, zone)]).toEqual([
    '2026-11-19 17:00',
    '–',
    'a, b',
    'yes',
  ]);
});

test('a long hash is shortened in its middle', () => expect(shortHash(`9f3a${'0'.repeat(56)}c41e`)).toBe('9f3a…c41e'));
