import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/local.ts';
import { type DayCounts, NO_COUNTS } from '../../src/projections/day/days.ts';
import { type CountedDay, type StreakUntil, streakAt, streakOver } from '../../src/projections/day/streak.ts';

const FIRST = '2026-01-01';

const counts = (some: Partial<DayCounts>): DayCounts => ({ ...NO_COUNTS, ...some });
const KINDS: Readonly<Record<string, DayCounts>> = {
  k: counts({ kept: 2 }),
  s: counts({ skipped: 1 }),
  b: counts({ kept: 1, skipped: 1 }),
  m: counts({ missed: 1 }),
  x: counts({ kept: 3, missed: 1 }),
  w: counts({ kept: 1, open: 1 }),
  o: counts({ open: 1 }),
  t: counts({ taken_back: 2, postponed: 1 }),
};

/** One day for each letter, from 1 January 2026: k kept, s skipped, b both, m missed, x kept and missed, w open beside kept, o open, t taken back, . nothing. */
const daysOf = (story: string): readonly CountedDay[] =>
  [...story].flatMap((letter, index) => {
    const kind = KINDS[letter];
    return kind ? [{ date: addDays(FIRST, index), counts: kind }] : [];
  });

const after = (story: string): StreakUntil => ({ today: addDays(FIRST, story.length), closedThrough: null });
const onLast = (story: string): StreakUntil => ({ today: addDays(FIRST, story.length - 1), closedThrough: null });
const figures = (story: string, until = after(story)) => {
  const { current, longest, freezes } = streakOver(daysOf(story), until);
  return { current, longest, freezes };
};

describe('a day that is over', () => {
  test('adds one when everything due was kept', () => expect(figures('kkk')).toEqual({ current: 3, longest: 3, freezes: 0 }));
  test('adds one when the rest was skipped', () => expect(figures('kbk').current).toBe(3));
  test('neither adds nor breaks with skips only, with nothing due, or with everything taken back', () =>
    expect(figures('ks.tk')).toEqual({ current: 2, longest: 2, freezes: 0 }));
  test('breaks the streak with a miss, whatever else was kept', () => {
    expect(figures('kkx')).toEqual({ current: 0, longest: 2, freezes: 0 });
    expect(figures('kkmk')).toEqual({ current: 1, longest: 2, freezes: 0 });
  });
  test('neither adds nor breaks while it waits for a proof', () => expect(figures('kwok').current).toBe(2));
});

describe('the present day', () => {
  test('counts as soon as everything due is kept', () => {
    expect(streakOver(daysOf('kk'), onLast('kk'))).toMatchObject({ current: 2, today: 'kept' });
  });
  test('does not break the streak while something is open', () => {
    expect(streakOver(daysOf('kko'), onLast('kko'))).toMatchObject({ current: 2, today: 'open' });
  });
  test('does not break the streak with a miss until it is closed', () => {
    expect(streakOver(daysOf('kkm'), onLast('kkm'))).toMatchObject({ current: 2, today: 'missed' });
  });
  test('breaks the streak if it was closed before a move to the west', () => {
    const until = { ...onLast('kkm'), closedThrough: addDays(FIRST, 2) };
    expect(streakOver(daysOf('kkm'), until)).toMatchObject({ current: 0, longest: 2, today: 'missed' });
  });
  test('counts as none with nothing due or with skips only', () => {
    expect(streakOver(daysOf('k.'), onLast('k.')).today).toBe('none');
    expect(streakOver(daysOf('ks'), onLast('ks')).today).toBe('none');
  });
  test('leaves out later days', () => {
    expect(streakOver(daysOf('kkkk'), { today: addDays(FIRST, 1), closedThrough: null })).toMatchObject({ current: 2, longest: 2 });
  });
});

describe('a freeze', () => {
  test('is earned on the seventh day in a row, when that day closes', () => {
    expect(streakOver(daysOf('kkkkkkk'), onLast('kkkkkkk'))).toMatchObject({ current: 7, freezes: 0 });
    expect(figures('kkkkkkk')).toEqual({ current: 7, longest: 7, freezes: 1 });
  });
  test('can be held at most twice', () => expect(figures('k'.repeat(28))).toEqual({ current: 28, longest: 28, freezes: 2 }));
  test('covers one day with a miss: the day adds nothing and shows the freeze', () => {
    const { days, ...rest } = streakOver(daysOf('kkkkkkkmk'), after('kkkkkkkmk'));
    expect(rest).toEqual({ current: 8, longest: 8, freezes: 0, today: 'none' });
    expect(days.filter((day) => day.frozen).map((day) => day.date)).toEqual([addDays(FIRST, 7)]);
  });
  test('does not restart the count towards the next one', () => expect(figures(`${'k'.repeat(7)}m${'k'.repeat(7)}`).freezes).toBe(1));
  test('does not cover a second miss', () => expect(figures('kkkkkkkmm')).toEqual({ current: 0, longest: 7, freezes: 0 }));
});

test('a late decision counts on its own date, and later days are counted again', () => {
  expect(figures('kkkkkkwm')).toEqual({ current: 0, longest: 6, freezes: 0 });
  expect(figures('kkkkkkkm')).toEqual({ current: 7, longest: 7, freezes: 0 });
});

test('the streak of a past day is the one at its end', () => {
  const streak = streakOver(daysOf('kkm.k'), after('kkm.k'));
  expect(streakAt(streak, addDays(FIRST, 1))).toEqual({ current: 2, longest: 2, freezes: 0 });
  expect(streakAt(streak, addDays(FIRST, 3))).toEqual({ current: 0, longest: 2, freezes: 0 });
  expect(streakAt(streak, '2025-12-31')).toEqual({ current: 0, longest: 0, freezes: 0 });
});

/** An independent implementation: it counts from the start for every prefix, with the rules as sentences. */
function slowly(days: readonly CountedDay[], until: StreakUntil) {
  let row: ('kept' | 'frozen')[] = [];
  let [held, longest] = [0, 0];
  for (const { date, counts: c } of days.filter((day) => day.date <= until.today)) {
    const over = date !== until.today || (until.closedThrough ?? '') >= date;
    const allKept = c.kept >= 1 && c.missed === 0 && c.open === 0;
    if (allKept) {
      row = [...row, 'kept'];
      const length = row.filter((one) => one === 'kept').length;
      longest = Math.max(longest, length);
      if (over && [7, 14, 21, 28, 35, 42, 49, 56].includes(length)) held = Math.min(2, held + 1);
    }
    if (c.missed >= 1 && over && held > 0) {
      held -= 1;
      row = [...row, 'frozen'];
    } else if (c.missed >= 1 && over) row = [];
  }
  return { current: row.filter((one) => one === 'kept').length, longest, freezes: held };
}

test('over any days the streak follows the rules, and each day is counted as if it were the last', () => {
  const letters = fc.constantFrom('k', 'k', 'k', 'k', 'k', 'k', 'k', 's', 'b', 'm', 'x', 'w', 'o', 't', '.');
  const story = fc.array(letters, { maxLength: 60 }).map((list) => list.join(''));
  const property = fc.property(story, fc.nat(70), fc.option(fc.nat(70)), (chosen, today, closed) => {
    const until = { today: addDays(FIRST, today), closedThrough: closed === null ? null : addDays(FIRST, closed) };
    const days = daysOf(chosen);
    const { current, longest, freezes, days: each } = streakOver(days, until);
    expect({ current, longest, freezes }).toEqual(slowly(days, until));
    for (const day of each) {
      const upTo = days.filter(({ date }) => date <= day.date);
      expect({ current: day.current, longest: day.longest, freezes: day.freezes }).toEqual(slowly(upTo, until));
    }
  });
  fc.assert(property, { numRuns: 500 });
});

test('the streak of ten years takes about ten times as long as that of one year', () => {
  const all = Array.from({ length: 3_653 }, (_, index) => ({
    date: addDays('2016-01-01', index),
    counts: (index % 11 === 0 ? KINDS.m : KINDS.k) as DayCounts,
  }));
  const until = { today: '2026-12-31', closedThrough: null };
  const quickest = (days: typeof all): number => {
    const times = Array.from({ length: 20 }, () => {
      const begun = performance.now();
      streakOver(days, until);
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  quickest(all);
  const year = quickest(all.slice(-365));
  // Counting all days again for each day would take a hundred times as long.
  expect(quickest(all) / year).toBeLessThan(40);
});
