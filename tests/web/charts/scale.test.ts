import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayClasses, heatLevel, linear, stacked, ticks } from '../../../web/charts/scale.ts';
import { cellsOf, monthLabels } from '../../../web/charts/year-map.ts';

test('ticks are few, whole, evenly spaced and begin at nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (max) => {
      const found = ticks(max);
      const step = found[1] ?? 0;
      expect(found[0]).toBe(0);
      expect(found.length).toBeLessThanOrEqual(5);
      expect(found.every((tick, index) => tick === step * index)).toBe(true);
      expect(Math.max(1, max) - (found.at(-1) ?? 0)).toBeLessThan(step);
    }),
  );
});

test('a linear scale maps its ends to its ends', () => {
  const y = linear([0, 7], [166, 8]);
  expect([y(0), y(7), linear([3, 3], [5, 9])(3)]).toEqual([166, 8, 5]);
});

test('every delay falls in exactly one class, and due on the minute is in time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5_000, max: 5_000 })),
      (delays) => delayClasses(delays).reduce((a, b) => a + b, 0) === delays.length,
    ),
  );
  expect(delayClasses([0])[4]).toBe(1);
  expect(delayClasses([1])[5]).toBe(1);
});

test('the map has five steps', () => expect([0, 1, 2, 3, 4, 5, 6, 60].map(heatLevel)).toEqual([0, 1, 2, 2, 3, 3, 4, 4]));

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

const counts = (own: object) => ({ planned: 0, kept: 0, missed: 0, skipped: 0, open: 0, ...own });

test('the year ends in the week of today, and what lies ahead is empty', () => {
  const cells = cellsOf([{ date: '2026-11-18', counts: counts({ kept: 3, missed: 1, planned: 4 }), frozen: false }], '2026-11-19', 53);
  const at = (date: string) => cells.find((cell) => cell.date === date);
  expect(cells).toHaveLength(371);
  expect([at('2026-11-16')?.column, at('2026-11-16')?.row, at('2026-11-19')?.row]).toEqual([52, 0, 3]);
  expect([at('2026-11-18')?.kind, at('2026-11-19')?.kind, at('2026-11-20')?.kind]).toEqual(['missed', 'kept', 'ahead']);
});

test('a freeze never hides that there was a miss', () => {
  const [cell] = cellsOf([{ date: '2026-11-16', counts: counts({ missed: 1, planned: 1 }), frozen: true }], '2026-11-16', 1);
  expect([cell?.kind, cell?.day?.counts.missed]).toEqual(['frozen', 1]);
});

test('no two months stand on each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(25, 53), (days, weeks) => {
      const labels = monthLabels(new Date(days * 86_400_000).toISOString().slice(0, 10), weeks);
      expect(labels.every((label, index) => index === 0 || label.column - (labels[index - 1]?.column ?? 0) >= 3)).toBe(true);
    }),
  );
});
