import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linear, ticks } from '../../src/contracts/charts/axis.ts';
import { type Bar, type BarsFrame, barsMarks, type HoursFrame, hoursMarks } from '../../src/contracts/charts/bars.ts';
import { type Mark, pathOf } from '../../src/contracts/charts/marks.ts';
import { type WeeksFrame, weeksMarks } from '../../src/contracts/charts/weeks.ts';
import { squareAt, squareMarks, type YearFrame, yearHeight } from '../../src/contracts/charts/year.ts';
import { shortHour } from '../../src/contracts/words/format.ts';

const AXIS = { width: 360, left: 28, base: 166, top: 8, least: 4, lineAt: Math.round, numberAt: (y: number) => y + 4, numberGap: 8 };
const BARS: BarsFrame = {
  ...AXIS,
  share: 0.5,
  widest: 32,
  columnAt: Math.round,
  middleOf: 'place',
  labelY: 184,
  crossArm: (height) => (height > 7 ? 3 : 0),
};
const WEEKS: WeeksFrame = { ...AXIS, first: 34, last: 352, labelY: 184, labelEvery: () => 4, radius: 3, pointed: true };
const HOURS: HoursFrame = {
  width: 240,
  base: 120,
  top: 18,
  labelY: 136,
  numberGap: 6,
  busyFrom: () => 3,
  hourName: shortHour,
  numbered: 'first',
};
const YEAR: YearFrame = { left: 30, top: 18, pitch: 12, size: 9, arm: 0.25, monthY: 11, weekdayDrop: 4 };

/** A bar in which kept and missed are at most what was planned. */
const aBar: fc.Arbitrary<Bar> = fc
  .tuple(fc.nat(200), fc.nat(200), fc.nat(200), fc.boolean())
  .map(([kept, missed, open, now]) => ({ label: 'Mon', planned: kept + missed + open, kept, missed, now }));
const someBars = fc.array(aBar, { minLength: 1, maxLength: 14 });
const rects = (marks: readonly Mark[], ...looks: readonly string[]) =>
  marks.flatMap((mark) => (mark.kind === 'rect' && looks.includes(mark.look) ? [mark] : []));
const texts = (marks: readonly Mark[], ...looks: readonly string[]) =>
  marks.flatMap((mark) => (mark.kind === 'text' && looks.includes(mark.look) ? [mark.text] : []));
const looks = (marks: readonly Mark[]) => marks.map(({ look }) => look);

describe('a scale', () => {
  test('has few ticks, which are whole numbers, evenly spaced and begin at 0', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (greatest) => {
        const found = ticks(greatest);
        const step = found[1] ?? 0;
        expect(found.length).toBeGreaterThan(1);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(found.every((tick, index) => Number.isInteger(tick) && tick === step * index)).toBe(true);
        expect(Math.max(1, greatest) - (found.at(-1) ?? 0)).toBeGreaterThanOrEqual(0);
        expect(Math.max(1, greatest) - (found.at(-1) ?? 0)).toBeLessThan(step);
      }),
    );
  });

  test('takes steps of 1, 2 and 5', () => expect([4, 5, 9, 21, 40, 41].map((most) => ticks(most)[1])).toEqual([1, 2, 5, 10, 10, 20]));

  test('maps its ends to the ends of the frame, and a greater value never to a lower place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(5_000), fc.nat(5_000), (greatest, a, b) => {
        const y = linear(greatest, [166, 8]);
        expect([y(0), y(greatest)]).toEqual([166, 8]);
        expect(y(Math.max(a, b))).toBeLessThanOrEqual(y(Math.min(a, b)));
      }),
    );
  });
});

describe('a chart of days', () => {
  test('stays within its frame, and no column touches another', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const drawn = rects(barsMarks(bars, BARS), 'planned', 'kept', 'missed');
        for (const { x, y, w, h } of drawn) {
          expect(x).toBeGreaterThanOrEqual(BARS.left);
          expect(x + w).toBeLessThanOrEqual(BARS.width);
          expect(y).toBeGreaterThanOrEqual(BARS.top);
          // A bar that would be lower than a line is as high as the line, with half of it on either side.
          expect(y + h).toBeLessThanOrEqual(BARS.base + 1.5);
        }
        const lefts = [...new Set(drawn.map(({ x }) => Math.floor(x)))].sort((a, b) => a - b);
        for (const [index, left] of lefts.slice(1).entries()) expect(left - (lefts[index] ?? 0)).toBeGreaterThan(drawn[0]?.w ?? 0);
      }),
    );
  });

  test('puts the missed part exactly on the kept part, and both reach the planned number if nothing is open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (kept, missed) => {
        const marks = barsMarks([{ label: 'Mon', planned: kept + missed, kept, missed }], BARS);
        const [planned, full, cross] = ['planned', 'kept', 'missed'].map((look) => rects(marks, look)[0]);
        expect((full?.y ?? 0) + (full?.h ?? 0)).toBe(BARS.base);
        expect((cross?.y ?? 0) + (cross?.h ?? 0)).toBe((full?.y ?? 0) - 0.5);
        expect(cross?.y).toBe(planned?.y);
      }),
    );
  });

  test('draws only a label for a day without plans, and marks the label of the present day', () => {
    const marks = barsMarks([{ label: 'Mon', planned: 0, kept: 0, missed: 0, now: true }], BARS);
    expect(rects(marks, 'planned', 'kept', 'missed')).toEqual([]);
    expect(texts(marks, 'now-label')).toEqual(['Mon']);
  });

  test('leaves out the cross if the frame has no room for it', () => {
    const crossed = (missed: number) => looks(barsMarks([{ label: 'Mon', planned: 100, kept: 0, missed }], BARS)).includes('missed-cross');
    expect([crossed(1), crossed(90)]).toEqual([false, true]);
  });
});

describe('a chart of weeks', () => {
  const week = (kept: number) => ({ label: `W${kept}`, planned: 10, kept });
  const weeks = Array.from({ length: 10 }, (_, index) => week(index));

  test('names every fourth week, always with the last one', () => {
    expect(texts(weeksMarks(weeks, false, WEEKS), 'label')).toEqual(['W1', 'W5', 'W9']);
  });

  test('draws the line to the running week separately, from the end of the other line', () => {
    const drawn = weeksMarks(weeks, true, WEEKS).filter((mark) => mark.kind === 'lines');
    const points = (look: string) => drawn.find((mark) => mark.look === look)?.lines[0] ?? [];
    expect([points('planned-line').length, points('kept-line').length, points('running-line').length]).toEqual([10, 9, 2]);
    expect(points('running-line')[0]).toEqual(points('kept-line').at(-1));
  });

  test('ends in a ring while the last week runs, and in a point or nothing when it is over', () => {
    const end = (running: boolean, pointed: boolean) =>
      weeksMarks(weeks, running, { ...WEEKS, pointed }).find(({ kind }) => kind === 'circle');
    expect([end(true, true)?.look, end(false, true)?.look, end(true, false)?.look, end(false, false)]).toEqual([
      'ring',
      'point',
      'ring',
      undefined,
    ]);
    expect(end(true, true)).toMatchObject({ x: WEEKS.last, r: 3 });
  });

  test('marks a single week with a point, because its line has no length', () => {
    expect(looks(weeksMarks([week(3)], false, { ...WEEKS, pointed: false }))).toContain('ring');
  });

  test('can be empty', () => expect(texts(weeksMarks([], true, WEEKS), 'label')).toEqual([]));
});

describe('a chart of hours', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 || hour === 20 ? 4 : hour === 10 ? 2 : 0));

  test('has a column for each hour with a completion, and darker ones for busy hours', () => {
    const marks = hoursMarks(hours, HOURS);
    expect(rects(marks, 'busy', 'quiet').map(({ look, x, h }) => [look, x, h])).toEqual([
      ['busy', 91, 102],
      ['quiet', 101, 51],
      ['busy', 201, 102],
    ]);
    expect(texts(marks, 'label')).toEqual(['00', '06', '12', '18', '24']);
  });

  test('writes the greatest count over the first such hour, or over all of them', () => {
    expect(texts(hoursMarks(hours, HOURS), 'count')).toEqual(['4']);
    expect(texts(hoursMarks(hours, { ...HOURS, numbered: 'all' }), 'count')).toEqual(['4', '4']);
    expect(
      texts(
        hoursMarks(
          hours.map(() => 0),
          HOURS,
        ),
        'count',
      ),
    ).toEqual([]);
  });
});

describe('the square of a day', () => {
  test('stays within its cell, whatever it shows', () => {
    fc.assert(
      fc.property(fc.constantFrom('kept', 'missed', 'frozen', 'ahead'), fc.nat(52), fc.nat(6), (kind, column, row) => {
        const { x, y } = squareAt(YEAR, column, row);
        const [box] = rects(squareMarks({ kind, level: 2 }, x, y, YEAR), 'day-2', 'day-missed', 'day-frozen', 'day-ahead');
        expect(box?.x).toBeGreaterThanOrEqual(x);
        expect((box?.x ?? 0) + (box?.w ?? 0)).toBeLessThanOrEqual(x + YEAR.size);
        expect((box?.y ?? 0) + (box?.h ?? 0)).toBeLessThanOrEqual(yearHeight(YEAR));
      }),
    );
  });

  test('shows a miss by a cross and a freeze by a plus, not by colour alone', () => {
    const sign = (kind: 'kept' | 'missed' | 'frozen' | 'ahead') => looks(squareMarks({ kind, level: 3 }, 0, 0, YEAR));
    expect([sign('kept'), sign('missed'), sign('frozen'), sign('ahead')]).toEqual([
      ['day-3'],
      ['day-missed', 'day-missed-cross'],
      ['day-frozen', 'day-frozen-plus'],
      ['day-ahead'],
    ]);
  });
});

test('a path starts a new segment for each of its lines', () => {
  expect(
    pathOf(
      [
        [
          [0, 1.26],
          [2, 3],
        ],
        [
          [4, 5],
          [6, 7],
        ],
      ],
      (value) => value.toFixed(1),
    ),
  ).toBe('M0.0 1.3 L2.0 3.0 M4.0 5.0 L6.0 7.0');
});
