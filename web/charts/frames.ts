import type { AxisFrame } from '../../src/contracts/charts/axis.ts';
import type { BarsFrame } from '../../src/contracts/charts/bars.ts';
import type { HoursFrame } from '../../src/contracts/charts/hours.ts';
import type { WeeksFrame } from '../../src/contracts/charts/weeks.ts';
import type { YearFrame } from '../../src/contracts/charts/year.ts';

/** On screens the axis numbers of every chart have the same width, so that charts below each other align. */
const axisFrame = (width: number, place: Pick<AxisFrame, 'left' | 'base' | 'top'>): AxisFrame => ({
  ...place,
  width,
  least: 4,
  lineAt: (y) => Math.round(y) + 0.5,
  numberAt: (y) => y + 4,
  numberGap: 8,
});

export const barsFrame = (width: number, height: number): BarsFrame => ({
  ...axisFrame(width, { left: 28, base: height - 22, top: 8 }),
  share: 0.52,
  widest: 32,
  columnAt: Math.round,
  middleOf: 'place',
  labelY: height - 4,
  crossArm,
});

/** A cross that would be too small to see is left out; the colour and the table contain the same information. */
function crossArm(height: number): number {
  const arm = Math.min(4, height / 2 - 2);
  return arm > 1.5 ? arm : 0;
}

export const WEEKS_HEIGHT = 160;
const WEEKS_LEFT = 30;

export const weeksFrame = (width: number): WeeksFrame => ({
  ...axisFrame(width, { left: WEEKS_LEFT, base: WEEKS_HEIGHT - 24, top: 14 }),
  first: WEEKS_LEFT + 6,
  last: width - 8,
  labelY: WEEKS_HEIGHT - 4,
  labelEvery: (count) => Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 80)))),
  radius: 3.5,
  pointed: true,
});

export const HOURS_HEIGHT = 140;

export const hoursFrame = (width: number): HoursFrame => ({
  width,
  base: HOURS_HEIGHT - 20,
  top: 18,
  labelY: HOURS_HEIGHT - 4,
  numberGap: 6,
  busyFrom: (hours) => Math.max(1, ...hours) * 0.6,
  numbered: 'first',
});

export const YEAR_LEFT = 30;

export const yearFrame = (pitch: number): YearFrame => ({
  left: YEAR_LEFT,
  top: 18,
  pitch,
  size: Math.floor(pitch * 0.82),
  arm: 0.25,
  monthY: 11,
  weekdayDrop: 4,
});
