import { describe, expect, test } from 'vitest';
import type { Streaks } from '../../web/api/reports.ts';
import { openSentence, partsOf, streakEnd } from '../../web/close-day/day.ts';
import { aTask, dueOn } from './examples.ts';

const TODAY = '2026-11-19';
const HERE = { zone: 'Europe/Berlin', today: TODAY };
const due = (id: string, own = {}) => dueOn(TODAY, { id, ...own });
const proof = { verificationType: 'general', verificationState: 'in_review', status: 'completed', completed: true } as const;

test('the parts of a day are what is open, what was missed, and the rest', () => {
  const tasks = [
    due('open'),
    due('begun', { status: 'in_progress' }),
    due('missed', { status: 'missed' }),
    due('kept', { status: 'completed', completed: true }),
    due('skipped', { status: 'skipped' }),
    due('waiting', proof),
    dueOn('2026-11-18', { ...proof, id: 'earlier' }),
    dueOn('2026-11-20', { id: 'tomorrow' }),
    aTask({ id: 'undated' }),
  ];
  const { open, missed, rest, waiting, earlier } = partsOf(tasks, HERE);
  const ids = [open, missed, rest, waiting].map((part) => part.map(({ id }) => id));
  expect(ids).toEqual([['open', 'begun'], ['missed'], ['kept', 'skipped', 'waiting'], ['waiting']]);
  expect(earlier).toBe(1);
});

test('the sentence about what is open counts it', () => {
  expect([0, 1, 2].map(openSentence)).toEqual([
    'Nothing is open any more.',
    'One is still open. What stays open is missed at its due time.',
    'Two are still open. What stays open is missed at its due time.',
  ]);
});

describe('the streak at midnight', () => {
  const end = (streak: Partial<Streaks['user']>, day: Partial<Parameters<typeof streakEnd>[0]> = {}) =>
    streakEnd({
      streak: { current: 12, longest: 41, freezes: 1, today: 'kept', ...streak },
      open: 0,
      waiting: 0,
      missed: 0,
      earlier: 0,
      ...day,
    });

  test('is that of today if all of today is kept', () => {
    expect(end({})).toEqual({
      length: 12,
      freezes: 1,
      nextFreeze: 2,
      sentence: 'All that was due and not skipped is kept. At midnight it is day 12.',
    });
  });

  test('earns a freeze at every seventh day, up to two', () => {
    expect(end({ current: 14 })).toMatchObject({ freezes: 2, nextFreeze: null, sentence: expect.stringContaining('it earns a freeze') });
    expect(end({ current: 14, freezes: 0 })).toMatchObject({ freezes: 1, nextFreeze: 7 });
    expect(end({ current: 14, freezes: 2 })).toMatchObject({ freezes: 2, sentence: expect.not.stringContaining('earns') });
  });

  test('stays if a freeze covers the misses', () => {
    expect(end({ today: 'missed' }, { missed: 2 })).toEqual({
      length: 12,
      freezes: 0,
      nextFreeze: 2,
      sentence: 'Today has 2 misses. One freeze covers the day at midnight: the streak stays at 12 and does not grow.',
    });
  });

  test('ends if no freeze is held', () => {
    const { length, sentence } = end({ today: 'missed', freezes: 0 }, { missed: 1 });
    expect([length, sentence]).toEqual([0, 'Today has a miss. No freeze is held, so the streak of 12 ends at midnight.']);
    expect(end({ today: 'missed', freezes: 0, current: 0 }, { missed: 1 }).sentence).toBe('Today has a miss. Tomorrow can begin a streak.');
  });

  test('is not known while something is open, or waits', () => {
    const [open, waiting] = [end({ today: 'open' }, { open: 1 }), end({ today: 'open' }, { waiting: 2 })];
    expect([open.length, open.freezes, waiting.length]).toEqual([null, null, null]);
    expect(open.sentence).toBe(
      'If all that is left is kept, it is day 13. What stays open is missed at its due time, and a freeze covers a miss.',
    );
    expect(waiting.sentence).toBe('2 tasks wait for proof or review. The streak stays at 12 until that is decided; then today counts.');
  });

  test('stays if nothing of today counts', () => expect(end({ today: 'none' })).toMatchObject({ length: 12, freezes: 1 }));
  test('says that an earlier day can change it', () =>
    expect(end({}, { earlier: 1 }).sentence).toContain('1 task of earlier days still waits'));
});
