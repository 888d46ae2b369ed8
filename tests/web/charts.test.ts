import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayClasses, delaysMarks } from '../../web/charts/bars.tsx';
import { dayLine, stacked } from '../../web/charts/day-line.ts';
import { delaySentence, hoursSentence, weekdaysSentence, weeksSentence } from '../../web/charts/sentences.ts';
import { cellsOf, heatLevel, monthLabels } from '../../web/charts/year.tsx';

test('every delay belongs to exactly one class, and a completion in the due minute is in time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5_000, max: 5_000 })),
      (delays) => delayClasses(delays).reduce((a, b) => a + b, 0) === delays.length,
    ),
  );
  expect(delayClasses([0])[4]).toBe(1);
  expect(delayClasses([1])[5]).toBe(1);
});

test('the columns of early and late delays stay on their side of the due time, and show their counts', () => {
  const marks = delaysMarks([-5, -200, 10, 10, 9_000], 400);
  const columns = marks.flatMap((mark) => (mark.kind === 'rect' ? [mark] : []));
  expect(columns.map(({ look }) => look)).toEqual(['kept', 'kept', 'late', 'late']);
  expect(columns.every(({ look, x, w }) => (look === 'kept' ? x + w < 200 : x > 200 && x + w <= 400))).toBe(true);
  expect(marks.flatMap((mark) => (mark.kind === 'text' && mark.look === 'count' ? [mark.text] : []))).toEqual(['1', '1', '2', '1']);
});

test('the map has five levels', () => expect([0, 1, 2, 3, 4, 5, 6, 60].map(heatLevel)).toEqual([0, 1, 2, 2, 3, 3, 4, 4]));

test('marks closer than 22 px are stacked, three at most, and none is lost', () => {
  expect(stacked([10, 40, 50, 55, 58, 60, 100])).toEqual([
    { x: 10, level: 0, more: 0 },
    { x: 40, level: 0, more: 0 },
    { x: 40, level: 1, more: 0 },
    { x: 40, level: 2, more: 2 },
    { x: 40, level: -1, more: 0 },
    { x: 40, level: -1, more: 0 },
    { x: 100, level: 0, more: 0 },
  ]);
});

test('the line of a day begins at six or at the hour of the first task, and is as high as its tallest stack needs', () => {
  const line = (...minutes: number[]) => dayLine(minutes, { minutes: 720, time: '12:00' }, 700);
  const hours = (...minutes: number[]) => line(...minutes).marks.filter(({ look }) => look === 'hour').length;
  expect([hours(), hours(600), hours(190)]).toEqual([19, 19, 22]);
  expect([line(600).height, line(600, 601, 602).height]).toEqual([78, 122]);
  expect(line(600, 601, 602, 603).places.map((place) => place && [place.y, place.more])).toEqual([[70, 0], [48, 0], [26, 1], null]);
});

test('marks of tasks stay within the line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_440 }), { maxLength: 30 }), fc.integer({ min: 200, max: 1_200 }), (due, width) => {
      const { places } = dayLine(
        due.toSorted((a, b) => a - b),
        { minutes: 700, time: '11:40' },
        width,
      );
      expect(places.every((place) => place === null || (place.x >= -2 && place.x + 20 <= width && place.y >= 0))).toBe(true);
    }),
  );
});

const counts = (own: object) => ({ planned: 0, kept: 0, missed: 0, skipped: 0, open: 0, ...own });

test('the year ends in the week of today, and what lies ahead is empty', () => {
  const cells = cellsOf([{ date: '2026-11-18', counts: counts({ kept: 3, missed: 1, planned: 4 }), frozen: false }], '2026-11-19', 53);
  const at = (date: string) => cells.find((cell) => cell.date === date);
  expect(cells).toHaveLength(371);
  expect([at('2026-11-16')?.column, at('2026-11-16')?.row, at('2026-11-19')?.row]).toEqual([52, 0, 3]);
  expect([at('2026-11-18')?.kind, at('2026-11-19')?.kind, at('2026-11-20')?.kind]).toEqual(['missed', 'kept', 'ahead']);
});

test('a freeze never hides a miss', () => {
  const [cell] = cellsOf([{ date: '2026-11-16', counts: counts({ missed: 1, planned: 1 }), frozen: true }], '2026-11-16', 1);
  expect([cell?.kind, cell?.day?.counts.missed]).toEqual(['frozen', 1]);
});

test('the names of months do not overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(25, 53), (days, weeks) => {
      const labels = monthLabels(new Date(days * 86_400_000).toISOString().slice(0, 10), weeks);
      expect(labels.every((label, index) => index === 0 || label.column - (labels[index - 1]?.column ?? 0) >= 3)).toBe(true);
    }),
  );
});

const day = (kept: number, missed = 0, open = 0) => ({ planned: kept + missed + open, kept, missed });
const hours = (at: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => at[hour] ?? 0);

test('the sentence names two days with two thirds of the week', () => {
  expect(weekdaysSentence([day(6), day(5), day(4), day(1, 1, 5), day(0, 0, 4), day(0, 0, 2), day(0, 0, 1)])).toEqual({
    lead: 'Monday and Tuesday carry the week.',
    rest: 'Eleven of sixteen were kept there. The outline is what was planned.',
  });
});

test('the sentence about an even week has the counts of decided tasks', () => {
  const even = Array.from({ length: 7 }, () => day(2));
  expect(weekdaysSentence(even).lead).toBe('All that is decided was kept.');
  expect(weekdaysSentence([...even.slice(1), day(1, 1)]).lead).toBe('13 of 14 decided were kept.');
});

test('the sentence says if a week has no plans or no decisions', () => {
  expect(weekdaysSentence(Array.from({ length: 7 }, () => day(0))).lead).toBe('Nothing is planned in this week.');
  expect(weekdaysSentence([day(0, 0, 3)]).lead).toBe('Three planned, none decided yet.');
});

test('the sentence about a longer time names the best weekday, and none if all are alike', () => {
  const week = [day(9, 1), day(1, 1), day(5), day(0), day(0), day(0), day(0)];
  expect(weekdaysSentence(week, 'time')).toEqual({
    lead: 'Wednesday is the surest day: 100 % of what was decided was kept.',
    rest: 'Tuesday is the least sure, at 50 %.',
  });
  expect(weekdaysSentence([day(3), day(3)], 'time').rest).toBe('No weekday stands out.');
});

test('the sentence names the busiest three hours with their share', () => {
  expect(hoursSentence(hours({ 9: 8, 10: 9, 11: 6, 14: 6, 15: 16, 20: 21 })).lead).toBe('One in three is done between 09:00 and 12:00.');
  expect(hoursSentence(hours({ 23: 1 })).lead).toBe('The one completion fell between 21:00 and 24:00.');
  expect(hoursSentence(hours({})).lead).toBe('Nothing was completed in this time.');
});

test('the sentence says how late the late completions were', () => {
  expect(delaySentence([-5, 0, -60, 30, 45, 300, 2_000])).toEqual({
    lead: '3 of 7 came before the due time.',
    rest: 'Of the four late ones, two were within the hour.',
  });
  expect(delaySentence([-5, 90]).rest).toBe('The late one came 1 h 30 min after it.');
  expect(delaySentence([-5, -6]).lead).toBe('All 2 came before the due time.');
  expect(delaySentence([]).lead).toBe('Nothing with a due time was completed in this time.');
});

test('the sentence says whether the gap closes or grows, without the running week', () => {
  const weeks = [day(10, 6), day(10, 6), day(20, 1), day(20, 1)];
  expect(weeksSentence([...weeks, day(0, 0, 30)], true)).toEqual({
    lead: 'The gap has closed from 6 a week to 1.',
    rest: 'This week is not over.',
  });
  expect(weeksSentence([...weeks].reverse(), false).lead).toBe('The gap has grown from 1 a week to 6.');
  expect(weeksSentence([day(0, 0, 3)], true).lead).toBe('No week with a plan is over yet.');
});
