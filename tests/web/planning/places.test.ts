import { describe, expect, test } from 'vitest';
import { localDay } from '../../../web/lib/local-day.ts';
import { columnsOf, sharedSpans } from '../../../web/tasks/planning/columns.ts';
import { firstFree, firstGap, nextFree } from '../../../web/tasks/planning/free-time.ts';
import { placeOfDrop } from '../../../web/tasks/planning/planning-drag.tsx';
import { aTask } from '../examples.ts';
import { aBox } from './boxes.ts';

const at = (time: string) => Date.parse(`2026-11-19T${time}:00+01:00`);
const span = (from: string, to: string) => ({ start: at(from), end: at(to) });
const clock = (instant: number | null) => instant && new Date(instant + 3_600_000).toISOString().slice(11, 16);

describe('boxes that overlap', () => {
  test('stand side by side, and those that only touch do not', () => {
    const spans = [span('09:00', '10:00'), span('09:30', '11:00'), span('10:00', '10:30'), span('11:00', '12:00')];
    expect(columnsOf(spans)).toEqual([
      { index: 0, of: 2 },
      { index: 1, of: 2 },
      { index: 0, of: 2 },
      { index: 0, of: 1 },
    ]);
  });

  test('share each minute once, however many there are', () => {
    const spans = [span('09:00', '11:00'), span('10:00', '12:00'), span('10:30', '10:45'), span('12:00', '13:00'), span('12:50', '13:10')];
    expect(sharedSpans(spans)).toEqual([span('10:00', '11:00'), span('12:50', '13:00')]);
  });
});

describe('the next free time', () => {
  const busy = [span('14:20', '15:00'), span('15:30', '16:00')];

  test('is the first quarter of an hour from now on at which the box fits', () => {
    expect(clock(firstFree(busy, 30, at('14:12'), at('22:00')))).toBe('15:00');
    expect(clock(firstFree(busy, 45, at('14:12'), at('22:00')))).toBe('16:00');
    expect(clock(firstFree([], 5, at('14:12'), at('22:00')))).toBe('14:15');
    expect(firstFree(busy, 480, at('14:12'), at('22:00'))).toBeNull();
  });

  test('is on another day if today has none, after the end of quiet hours', () => {
    const days = ['2026-11-19', '2026-11-20'].map((date) => localDay(date, 'Europe/Berlin'));
    const next = (quietTo: string) => nextFree(days, [], 60, { quietFrom: '22:00', quietTo }, at('21:30'));
    expect(next('07:00')).toBe(Date.parse('2026-11-20T08:00:00Z'));
    expect(next('10:30')).toBe(Date.parse('2026-11-20T09:30:00Z'));
    expect(nextFree(days.slice(0, 1), [], 60, { quietFrom: '22:00', quietTo: '07:00' }, at('21:30'))).toBeNull();
  });

  test('is offered with all that is free after it', () => {
    expect(firstGap(busy, 30, at('14:12'), at('22:00'))).toEqual(span('15:00', '15:30'));
    expect(firstGap(busy, 60, at('14:12'), at('22:00'))).toEqual(span('16:00', '22:00'));
  });
});

describe('what is dropped', () => {
  const drop = (dragged: Parameters<typeof placeOfDrop>[0], time: string, grab = 0) =>
    placeOfDrop(dragged, at(time), grab, 'Europe/Berlin');

  test('gets a time in steps of five minutes, and a task the length of its estimate', () => {
    expect(drop({ kind: 'task', task: aTask({ estimateMinutes: 60 }) }, '16:02')).toEqual({
      date: '2026-11-19',
      time: '16:00',
      minutes: 60,
    });
    expect(drop({ kind: 'task', task: aTask({ estimateMinutes: null }) }, '16:03').minutes).toBe(30);
    expect(drop({ kind: 'task', task: aTask({ estimateMinutes: 900 }) }, '16:03').minutes).toBe(480);
    expect(drop({ kind: 'box', box: aBox('t', '10:00', 45) }, '16:32', 20 * 60_000)).toEqual({
      date: '2026-11-19',
      time: '16:10',
      minutes: 45,
    });
  });

  test('by its edge changes its length between 5 minutes and 8 hours', () => {
    const box = aBox('t', '10:00', 60);
    expect(drop({ kind: 'edge', box, edge: 'end' }, '12:31')).toEqual({ date: '2026-11-19', time: '10:00', minutes: 150 });
    expect(drop({ kind: 'edge', box, edge: 'end' }, '09:00').minutes).toBe(5);
    expect(drop({ kind: 'edge', box, edge: 'end' }, '20:00').minutes).toBe(480);
    expect(drop({ kind: 'edge', box, edge: 'start' }, '09:30')).toEqual({ date: '2026-11-19', time: '09:30', minutes: 90 });
  });
});
