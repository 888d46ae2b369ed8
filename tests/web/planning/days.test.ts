import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueInstant } from '../../../src/domain/calendar/local.ts';
import { instantOf, localDay } from '../../../web/lib/local-day.ts';
import { placeByKey } from '../../../web/tasks/planning/box-keys.ts';
import { elapsedScale, hourMarks, wallScale } from '../../../web/tasks/planning/day-scale.ts';
import { snappedStart, steppedStart } from '../../../web/tasks/planning/span.ts';
import { aBox } from './boxes.ts';

const BERLIN = 'Europe/Berlin';
/** The clocks are put forward from 02:00 to 03:00, and turned back from 03:00 to 02:00. */
const [SPRING, AUTUMN] = ['2026-03-29', '2026-10-25'];
const iso = (at: number) => new Date(at).toISOString();

describe('the instant of a local time', () => {
  test('is that of the server, in every zone and also where clocks are changed', () => {
    const zones = [BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Beirut', 'America/St_Johns', 'Pacific/Chatham'];
    const days = fc.integer({ min: 0, max: 730 }).map((day) => iso(Date.UTC(2026, 0, 1) + day * 86_400_000).slice(0, 10));
    const times = fc.integer({ min: 0, max: 95 }).map((quarter) => iso(quarter * 900_000).slice(11, 16));
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, times, (zone, date, time) => {
        expect(iso(instantOf(date, time, zone))).toBe(dueInstant(date, time, zone));
      }),
    );
  });

  test('of a time that the clocks skip is where they jump, and of one that is there twice the first', () => {
    expect(iso(instantOf(SPRING, '02:30', BERLIN))).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(instantOf(AUTUMN, '02:30', BERLIN))).toBe('2026-10-25T00:30:00.000Z');
  });
});

describe('a day on which clocks are changed', () => {
  test('has 23 or 25 hours on its line, with the hours that the clocks show', () => {
    expect([localDay(SPRING, BERLIN).minutes, localDay(AUTUMN, BERLIN).minutes]).toEqual([23 * 60, 25 * 60]);
    const hours = (date: string) => hourMarks(elapsedScale(date, BERLIN)).map(({ time }) => time);
    expect(hours(SPRING).slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(hours(AUTUMN).slice(0, 5)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00']);
    expect([hours(SPRING).length, hours(AUTUMN).length]).toEqual([23, 25]);
  });

  test('gives back on both scales the minute at which an instant stands', () => {
    for (const date of [SPRING, AUTUMN, '2026-11-19']) {
      const noon = instantOf(date, '12:00', BERLIN);
      const [line, week] = [elapsedScale(date, BERLIN), wallScale(date, BERLIN)];
      expect(line.instantAt(line.minuteOf(noon))).toBe(noon);
      expect(week.minuteOf(noon)).toBe(12 * 60);
      expect(week.instantAt(12 * 60)).toBe(noon);
    }
  });

  test('lets a box step over the hour that is there twice, and never back', () => {
    const before = instantOf(AUTUMN, '02:45', BERLIN);
    const after = steppedStart(before, 15, BERLIN);
    expect(iso(after)).toBe('2026-10-25T02:00:00.000Z');
    expect(steppedStart(after, -15, BERLIN)).toBe(before);
    expect(iso(snappedStart(Date.parse('2026-10-25T01:31:00Z'), 5, BERLIN))).toBe('2026-10-25T00:30:00.000Z');
  });
});

describe('the keys of a box', () => {
  const key = (name: string, shiftKey = false) => placeByKey(aBox('t', '16:00', 40), { key: name, shiftKey }, BERLIN);

  test('move it by 15 minutes or a day, and change its length', () => {
    expect(key('ArrowDown')).toEqual({ date: '2026-11-19', time: '16:15', minutes: 40 });
    expect(key('ArrowUp')).toEqual({ date: '2026-11-19', time: '15:45', minutes: 40 });
    expect(key('ArrowDown', true)?.minutes).toBe(45);
    expect(key('ArrowUp', true)?.minutes).toBe(30);
    expect(key('ArrowRight', true)?.date).toBe('2026-11-20');
    expect(key('ArrowLeft', true)?.date).toBe('2026-11-18');
    expect([key('ArrowLeft'), key('x')]).toEqual([null, null]);
  });

  test('go past midnight, and leave a length that the server takes', () => {
    const late = placeByKey(aBox('t', '23:50', 480), { key: 'ArrowDown', shiftKey: false }, BERLIN);
    expect(late).toEqual({ date: '2026-11-20', time: '00:05', minutes: 480 });
    expect(placeByKey(aBox('t', '16:00', 480), { key: 'ArrowDown', shiftKey: true }, BERLIN)?.minutes).toBe(480);
    expect(placeByKey(aBox('t', '16:00', 15), { key: 'ArrowUp', shiftKey: true }, BERLIN)?.minutes).toBe(15);
  });
});
