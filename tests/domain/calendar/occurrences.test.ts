import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plus } from '../../../src/domain/calendar/dates.ts';
import { localDate, weekday } from '../../../src/domain/calendar/local.ts';
import { nextScheduledTime, weekOfReport } from '../../../src/domain/calendar/occurrences.ts';

const DAILY = (time: string) => ({ day: 'everyday', time });

describe('the next instant at which a setting falls due', () => {
  test.each([
    ['Asia/Tokyo', '08:00', '2026-11-20T22:59:59.999Z', '2026-11-21', '2026-11-20T23:00:00.000Z'],
    ['Asia/Tokyo', '08:00', '2026-11-20T23:00:00.000Z', '2026-11-22', '2026-11-21T23:00:00.000Z'],
    ['America/Los_Angeles', '17:00', '2026-11-20T16:00:00.000Z', '2026-11-20', '2026-11-21T01:00:00.000Z'],
    ['Asia/Kathmandu', '08:00', '2026-11-20T00:00:00.000Z', '2026-11-20', '2026-11-20T02:15:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00:00.000Z', '2026-10-04', '2026-10-03T15:30:00.000Z'],
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00.000Z', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00.000Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['Pacific/Auckland', '02:30', '2026-09-26T00:00:00.000Z', '2026-09-27', '2026-09-26T14:00:00.000Z'],
  ])('for %s at %s after %s is on %s', (zone, time, after, date, at) => {
    expect(nextScheduledTime(DAILY(time), zone, after, null)).toEqual({ date, at });
  });

  test('leaves out the day that did not exist in Apia', () => {
    const before = nextScheduledTime(DAILY('08:00'), 'Pacific/Apia', '2011-12-29T00:00:00.000Z', '2011-12-28');
    expect(before.date).toBe('2011-12-29');
    expect(nextScheduledTime(DAILY('08:00'), 'Pacific/Apia', before.at, before.date)).toEqual({
      date: '2011-12-31',
      at: '2011-12-30T18:00:00.000Z',
    });
  });

  test('falls on the weekday that is set', () => {
    expect(nextScheduledTime({ day: 'monday', time: '08:00' }, 'Europe/Berlin', '2026-11-20T16:00:00.000Z', null).date).toBe('2026-11-23');
    expect(nextScheduledTime({ day: 'friday', time: '18:00' }, 'Europe/Berlin', '2026-11-20T16:00:00.000Z', null).date).toBe('2026-11-20');
    expect(nextScheduledTime({ day: 'friday', time: '18:00' }, 'Europe/Berlin', '2026-11-20T16:00:00.000Z', '2026-11-20').date).toBe(
      '2026-11-27',
    );
  });

  const zones = fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns', 'UTC');
  const times = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const days = fc.constantFrom('everyday', 'monday', 'wednesday', 'sunday');
  const instants = fc
    .date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());

  test('is later than the given instant, on its own date and weekday, and the one after it is later still', () => {
    fc.assert(
      fc.property(zones, times, days, instants, (zone, time, day, after) => {
        const first = nextScheduledTime({ day, time }, zone, after, null);
        expect(first.at > after).toBe(true);
        expect(localDate(first.at, zone)).toBe(first.date);
        if (day !== 'everyday') expect(weekday(first.date)).toBe({ monday: 1, wednesday: 3, sunday: 7 }[day]);
        const second = nextScheduledTime({ day, time }, zone, after, first.date);
        expect(second.date > first.date && second.at > first.at).toBe(true);
        expect(nextScheduledTime({ day, time }, zone, plus(first.at, 0), first.date)).toEqual(second);
      }),
    );
  });
});

describe('compared with a clock that is read every minute', () => {
  const looks = new Map<string, Intl.DateTimeFormat>();
  /** `YYYY-MM-DD HH:MM` in the zone. */
  const wall = (at: number, zone: string): string => {
    const look =
      looks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
    looks.set(zone, look);
    return look.format(at);
  };
  /** The first minute after `after` at which the local clock has reached the time, once for each local date. */
  function watched(zone: string, time: string, after: string, until: string): readonly string[] {
    const seen: string[] = [];
    let done = '';
    for (let at = Date.parse(after) + 60_000; at <= Date.parse(until); at += 60_000) {
      const [date, now] = wall(at, zone).split(' ') as [string, string];
      if (now < time || date === done || (seen.length === 0 && wall(at - 60_000, zone) >= `${date} ${time}`)) continue;
      done = date;
      seen.push(new Date(at).toISOString());
    }
    return seen;
  }

  test.each([
    ['Europe/Berlin', '02:30', '2026-03-27T12:00:00.000Z', '2026-03-31T12:00:00.000Z'],
    ['Europe/Berlin', '02:30', '2026-10-23T12:00:00.000Z', '2026-10-27T12:00:00.000Z'],
    ['Pacific/Auckland', '02:30', '2026-09-25T00:00:00.000Z', '2026-09-29T00:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-02T00:00:00.000Z', '2026-10-06T00:00:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-03T00:00:00.000Z', '2026-04-07T00:00:00.000Z'],
    ['Africa/Cairo', '00:30', '2026-04-22T12:00:00.000Z', '2026-04-26T12:00:00.000Z'],
    ['America/Santiago', '00:00', '2026-09-04T12:00:00.000Z', '2026-09-08T12:00:00.000Z'],
    ['Pacific/Apia', '08:00', '2011-12-28T00:00:00.000Z', '2012-01-01T00:00:00.000Z'],
  ])('%s at %s after %s gives the same instant', (zone, time, after, until) => {
    const turns: string[] = [];
    let turn = nextScheduledTime(DAILY(time), zone, after, null);
    for (; turn.at <= until; turn = nextScheduledTime(DAILY(time), zone, after, turn.date)) turns.push(turn.at);
    expect(turns).toEqual(watched(zone, time, after, until));
    expect(turns.length).toBeGreaterThan(2);
  });
});

test('the last full week ends on the Sunday before the week of the given date', () => {
  for (const date of ['2026-11-23', '2026-11-25', '2026-11-29'])
    expect(weekOfReport(date)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
