import { expect, test } from 'vitest';
import { figuresOf, judgesWords } from '../../../web/proof/history.tsx';
import { metWords } from '../../../web/proof/review.tsx';
import { shareLeft } from '../../../web/proof/task-verification.tsx';
import {
  ahead,
  decidedWords,
  dueWords,
  goesTo,
  judgeName,
  lastWords,
  leftTone,
  leftWords,
  markOfVerification,
  withWords,
} from '../../../web/proof/words.ts';
import { aReview, aSubmission, aVerification } from '../examples.ts';

const HERE = { zone: 'Europe/Berlin', today: '2026-11-19' };
const NOW = Date.parse('2026-11-19T13:12:00Z');

test('the time that is left is shown up to and including its last instant', () => {
  const left = (until: string) => leftWords(until, NOW);
  expect(
    ['2026-11-20T09:30:00Z', '2026-11-19T13:30:00Z', '2026-11-19T13:12:59Z', '2026-11-19T13:12:00Z', '2026-11-19T13:11:59Z'].map(left),
  ).toEqual(['20 h 18 min', '18 min', 'less than a minute', 'less than a minute', null]);
  expect([leftTone('2026-11-19T13:30:00Z', NOW), leftTone('2026-11-20T09:30:00Z', NOW)]).toEqual(['missed', 'due']);
});

test('a future instant is written in the shortest clear form', () => {
  expect(['2026-11-19T13:30:00Z', '2026-11-20T09:30:00Z', '2026-12-09T09:30:00Z'].map((at) => ahead(at, HERE))).toEqual([
    '14:30',
    'Fri 10:30',
    '9 Dec 10:30',
  ]);
});

test('a task is due at a time, or by the end of its day', () => {
  expect(['2026-11-19T17:00:00.000Z', '2026-11-20T22:59:59.999Z', null].map((at) => dueWords(at, HERE))).toEqual([
    'due today 18:00',
    'due tomorrow',
    'no due date',
  ]);
});

test('a waiting row says what happened last', () => {
  const given = { submissions: [aSubmission({ at: '2026-11-19T11:04:00Z' })] };
  const words = [
    aVerification({ updatedAt: '2026-11-19T09:22:00Z' }),
    aVerification({ ...given, state: 'in_review' }),
    aVerification({ ...given, state: 'rejected', decision: aReview({ verdict: 'rejected' }) }),
    aVerification({ proofDueAt: null }),
    aVerification(given),
  ].map((one) => lastWords(one, HERE));
  expect(words).toEqual(['completed today 10:22', 'sent today 12:04', 'sent back Wed 18:02', 'due 10:00', 'the proof was withdrawn']);
});

test('a check has its usual name, and an unknown one its internal name', () => {
  const named = (name: string | null) => judgeName({ kind: 'check', name });
  expect(['github', 'gmail', 'development', 'Sandbox', null].map(named)).toEqual([
    'Checked: GitHub',
    'Checked: Gmail',
    'Checked: the mail server',
    'Checked: Sandbox',
    'Checked',
  ]);
});

test('a decision names who made it, and a correction says that the miss stays', () => {
  const by = (kind: 'partner' | 'self' | 'rubric', name: string | null = null) =>
    decidedWords(aVerification({ state: 'verified', decision: aReview({ judge: { kind, name } }) }));
  expect([by('partner', 'Søren'), by('partner'), by('self', 'Ada'), by('rubric', 'Rubric')]).toEqual([
    'accepted by Søren',
    'accepted by your partner',
    'on your word',
    'accepted by written criteria',
  ]);
  const mark = (kind: 'partner' | 'self') =>
    markOfVerification(aVerification({ state: 'verified', decision: aReview({ judge: { kind, name: null } }) }));
  expect([mark('partner'), mark('self')]).toEqual(['verified', 'on_word']);
  expect(decidedWords(aVerification({ state: 'expired' }))).toBe('no proof by the deadline');
  expect(decidedWords(aVerification({ state: 'expired', corrected: true }))).toBe('appeal accepted, the miss stays');
});

test('before it is sent, the form says who gets the proof', () => {
  const to = (judge: 'partner' | 'ai' | 'self' | 'check', aiToo = false) =>
    goesTo({ judge, partner: judge === 'partner' ? 'Søren Lind' : null }, aiToo);
  expect([to('partner'), to('partner', true), to('ai'), to('self')]).toEqual([
    'Goes to Søren Lind',
    'Goes to Søren Lind and the AI',
    'Goes to the AI',
    'Nobody else looks: it counts on your word',
  ]);
  expect([withWords({ judge: 'partner', partner: null }), withWords({ judge: 'ai', partner: null })]).toEqual([
    'with your partner',
    'with the AI',
  ]);
  expect([false, true].map((isShort) => withWords({ judge: 'partner', partner: 'Søren Lind' }, isShort))).toEqual([
    'with Søren Lind',
    'with Søren',
  ]);
});

test('a criterion is met by a score of 60 or more', () => {
  const criteria = [60, 59, 100].map((score) => ({ name: 'Goal', score, comment: '' }));
  expect(metWords(criteria)).toBe('2 of 3 points met');
});

test('the bar of the clock is full at the completion and empty at the end', () => {
  const share = (now: string) => shareLeft('2026-11-19T12:00:00Z', '2026-11-19T14:00:00Z', Date.parse(now));
  expect(['2026-11-19T12:00:00Z', '2026-11-19T13:30:00Z', '2026-11-19T15:00:00Z'].map(share)).toEqual([1, 0.25, 0]);
});

test('figures without decisions are dashes, and judges are sorted by the number of their decisions', () => {
  const nothing = { check: 0, partner: 0, ai: 0, rubric: 0, self: 0 };
  const stats = {
    required: 4,
    verified: 0,
    rejected: 0,
    expired: 0,
    waiting: 1,
    medianHoursToProof: null,
    medianHoursToDecision: 1.5,
  };
  const figures = figuresOf({ ...stats, byJudge: nothing });
  expect(figures.map(({ value, note }) => [value, note])).toEqual([
    ['0', 'nothing decided yet'],
    ['0', 'nobody judged it'],
    ['0', 'for good'],
    ['0', 'no proof in time'],
    ['–', 'median, from the completion'],
    ['1 h 30 min', 'median, from the proof'],
  ]);
  expect(judgesWords({ ...nothing, partner: 12, ai: 30, self: 4 })).toBe('30 by the AI, 12 by your partner');
  const [verified, onWord] = figuresOf({
    ...stats,
    required: 20,
    verified: 16,
    rejected: 4,
    byJudge: { ...nothing, partner: 16, self: 4 },
  });
  expect([verified?.value, verified?.note, onWord?.value]).toEqual(['12', '60 % of what was decided', '4']);
});
