import { describe, expect, test } from 'vitest';
import type { TimeBox } from '../../../web/api/time-boxes.ts';
import { localDay } from '../../../web/lib/local-day.ts';
import { dayEnd, movableBox, nextBoxes, sumsOfDay } from '../../../web/tasks/planning/day-sums.ts';
import { dueOn } from '../examples.ts';
import { aBox } from './boxes.ts';

const TODAY = '2026-11-19';
const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-19T13:12:00Z');
const NIGHT = { quietFrom: '22:00', quietTo: '07:00' };

/** The boxes of the picture: 13:30–15:00 is under way at 14:12, and two of them share 15 minutes. */
const BOXES: readonly TimeBox[] = [
  aBox('now', '13:30', 90),
  aBox('review', '15:00', 30),
  aBox('questions', '15:15', 45),
  aBox('outline', '17:00', 60),
  aBox('run', '19:00', 40),
];

describe('the sum of a day', () => {
  test('counts what is planned from now on against the hours until quiet hours', () => {
    const open = [
      dueOn(TODAY, { id: 'now' }),
      dueOn(TODAY, { id: 'fix', estimateMinutes: 60 }),
      dueOn(TODAY, { id: 'read', estimateMinutes: 40 }),
    ];
    const until = dayEnd(localDay(TODAY, ZONE), NIGHT, NOW);
    expect(sumsOfDay({ boxes: BOXES, open, now: NOW, until })).toEqual({
      planned: 3 * 60 + 43,
      left: 7 * 60 + 48,
      twice: 15,
      unplanned: 100,
      withoutBox: 2,
      over: 0,
    });
  });

  test('says how much is too much, and which box can move', () => {
    const boxes = [...BOXES, aBox('more', '20:00', 337)];
    expect(sumsOfDay({ boxes, open: [], now: NOW, until: dayEnd(localDay(TODAY, ZONE), NIGHT, NOW) }).over).toBe(92);
    expect(movableBox(boxes, NOW)?.id).toBe('box-more');
    expect(movableBox([aBox('now', '13:30', 90)], NOW)).toBeNull();
  });
});

describe('the hours that are left end', () => {
  const end = (quietFrom: string | null, quietTo: string | null, time: string) =>
    new Date(dayEnd(localDay(TODAY, ZONE), { quietFrom, quietTo }, Date.parse(`${TODAY}T${time}:00+01:00`))).toISOString();

  test.each([
    ['at midnight without quiet hours', null, null, '14:12', '2026-11-19T23:00:00.000Z'],
    ['where quiet hours begin', '22:00', '07:00', '14:12', '2026-11-19T21:00:00.000Z'],
    ['where they have begun', '22:00', '07:00', '23:00', '2026-11-19T21:00:00.000Z'],
    ['at midnight if those of this day are over', '00:30', '07:00', '14:12', '2026-11-19T23:00:00.000Z'],
    ['where a rest within the day begins', '13:00', '15:00', '09:00', '2026-11-19T12:00:00.000Z'],
  ])('%s', (_, from, to, time, expected) => {
    expect(end(from, to, time)).toBe(expected);
  });
});

test('the next box of a task is the one that covers now or begins next, and none that is over', () => {
  const boxes = [...BOXES, aBox('now', '16:00', 30, { id: 'later' }), aBox('gone', '12:00', 60), aBox('ends', '13:12', 60)];
  const next = nextBoxes(boxes.toReversed(), NOW);
  expect([...next.keys()].sort()).toEqual(['now', 'outline', 'questions', 'review', 'run']);
  expect(next.get('now')).toMatchObject({ id: 'box-now', time: '13:30' });
});
