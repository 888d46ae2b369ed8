import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { addressFrom, addressOf, beside, datesOf } from '../../web/calendar/address.ts';
import { sumWords } from '../../web/calendar/calendar.tsx';
import { daysOf } from '../../web/calendar/data.ts';
import { shownHours } from '../../web/calendar/week.tsx';
import { dueMarks, firstShown } from '../../web/tasks/planning/day-line.tsx';
import { elapsedScale } from '../../web/tasks/planning/day-scale.ts';
import { PlanForm } from '../../web/tasks/planning/plan-form.tsx';
import { restWords } from '../../web/tasks/planning/sum-line.tsx';
import { aTask, dueOn, textsOf } from './examples.ts';
import { aBox } from './planning/boxes.ts';

const TODAY = '2026-11-19';
const ZONE = 'Europe/Berlin';
const dueAt = (time: string, id = time) => aTask({ id, dueDate: TODAY, dueTime: time, dueAt: `${TODAY}T${time}:00+01:00` });
const at = (time: string) => Date.parse(`${TODAY}T${time}:00+01:00`);

describe('the address of the calendar', () => {
  const read = (search: string) => addressFrom(new URLSearchParams(search), TODAY);

  test('shows this week unless it says otherwise, and ignores what is no date', () => {
    expect(read('')).toEqual({ view: 'week', date: TODAY });
    expect(read('show=year&date=2026-13-40')).toEqual({ view: 'week', date: TODAY });
    expect(read('show=month&date=2026-12-24')).toEqual({ view: 'month', date: '2026-12-24' });
    for (const search of ['', 'show=day', 'show=month&date=2026-12-24'])
      expect(addressOf(read(search), TODAY)).toBe(search === '' ? '/todo/plan' : `/todo/plan?${search}`);
  });

  test('names the dates of the view, and the views beside it', () => {
    expect(datesOf({ view: 'week', date: TODAY })).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`));
    const month = datesOf({ view: 'month', date: TODAY });
    expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(beside({ view: 'week', date: TODAY }, -1).date).toBe('2026-11-12');
    expect(beside({ view: 'month', date: '2026-01-31' }, 1).date).toBe('2026-02-01');
  });
});

describe('a week', () => {
  const dates = datesOf({ view: 'week', date: TODAY });

  test('says what is planned and due, each box on the day on which it begins', () => {
    const late = aBox('late', '23:30', 60);
    const days = daysOf(dates, [dueAt('17:00'), dueOn('2026-11-20')], [aBox('run', '19:00', 40), late], ZONE);
    expect(sumWords({ view: 'week', date: TODAY }, days)).toBe('Monday 16 to Sunday 22 November 2026. 1 h 40 min planned, 2 due.');
    const friday = days[4];
    expect([friday?.boxes, friday?.touching, friday?.planned]).toEqual([[], [late], 0]);
    expect(sumWords({ view: 'week', date: TODAY }, undefined)).toBe('Monday 16 to Sunday 22 November 2026. ');
  });

  test('shows the usual hours, and more if something is planned in them', () => {
    const hours = (...boxes: ReturnType<typeof aBox>[]) => shownHours(daysOf(dates, [], boxes, ZONE), ZONE);
    expect(hours()).toEqual([480, 1_200]);
    expect(hours(aBox('early', '06:20', 30), aBox('late', '20:10', 30))).toEqual([360, 1_260]);
    expect(hours(aBox('night', '23:30', 60))).toEqual([0, 1_440]);
  });
});

describe('the line of a day', () => {
  const scale = elapsedScale(TODAY, ZONE);

  test('begins two hours ago today, and on other days with the first thing in it', () => {
    const boxes = [aBox('over', '08:00', 45), aBox('now', '13:30', 90)];
    expect(firstShown(scale, boxes, [], at('14:12'))).toBe(12 * 60);
    expect(firstShown(scale, [aBox('long', '09:10', 480)], [], at('14:12'))).toBe(9 * 60);
    expect(firstShown(scale, boxes, [], at('14:12') - 86_400_000)).toBe(6 * 60);
    expect(firstShown(scale, [], dueMarks([dueAt('05:30')], scale), at('14:12') - 86_400_000)).toBe(5 * 60);
  });

  test('draws one mark for tasks that are due close to each other, and none for the end of the day', () => {
    const marks = dueMarks([dueAt('17:10'), dueAt('17:00'), dueAt('18:00'), dueOn(TODAY)], scale);
    expect(marks.map(({ task, minute, more }) => [task.id, minute, more])).toEqual([
      ['17:00', 17 * 60, 1],
      ['18:00', 18 * 60, 0],
    ]);
  });

  test('says what is planned twice and what has no box, or nothing', () => {
    expect(restWords({ twice: 15, withoutBox: 2 })).toBe('15 min planned twice. Two tasks have no box.');
    expect(restWords({ twice: 0, withoutBox: 1 })).toBe('One task has no box.');
    expect(restWords({ twice: 0, withoutBox: 0 })).toBeNull();
  });
});

test('the form of a box that is over says that it stays, and leads to the task', () => {
  const clock = { zone: ZONE, today: TODAY, now: at('14:12'), time: '14:12', minutes: 852 };
  const box = aBox('over', '08:00', 45);
  const form = createElement(PlanForm, { subject: { box }, clock, to: (id: string) => `/todo?task=${id}`, onClose: () => undefined });
  expect(textsOf(form)).toEqual(['This time box is over, and stays where it is.', 'Open the task', 'Close']);
});
