import { type AxisFrame, crisp, greatestOf, ticks } from '../../contracts/charts/axis.ts';
import { type BarsFrame, barsMarks, type HoursFrame, hoursMarks } from '../../contracts/charts/bars.ts';
import { type WeeksFrame, weeksMarks } from '../../contracts/charts/weeks.ts';
import { shortHour } from '../../contracts/words/format.ts';
import type { Bar, Chart } from '../model/report-model.ts';
import { shapesOf } from './looks.ts';
import { mapScene } from './map.ts';
import { type Frame, round, type Scene } from './scene.ts';
import { sharesScene } from './shares.ts';

/** A chart as shapes, in the size of the frame. All distances around it depend on the size of the text. */
export function chartScene(chart: Chart, frame: Frame): Scene {
  if (chart.kind === 'map') return mapScene(chart.data, frame);
  if (chart.kind === 'shares') return sharesScene(chart.data, frame);
  return { width: frame.width, height: frame.height, shapes: shapesOf(marksOf(chart, frame)) };
}

function marksOf(chart: Exclude<Chart, { kind: 'map' | 'shares' }>, frame: Frame) {
  switch (chart.kind) {
    case 'bars':
      return barsMarks(chart.data, barsFrame(chart.data, frame), chart.filled);
    case 'hours':
      return hoursMarks(chart.data, hoursFrame(frame));
    case 'weeks':
      return weeksMarks(chart.data, chart.data.at(-1)?.now === true, weeksFrame(chart.data, frame));
  }
}

const LEAST = 1;

/** The space for the numbers on the left is as wide as the longest of them. */
function axisFrame(items: readonly Bar[], { width, height, text }: Frame): AxisFrame {
  const longest = String(ticks(greatestOf(items, LEAST)).at(-1)).length;
  return {
    width,
    left: round(8 + longest * text * 0.62),
    base: height - text * 1.8,
    top: text,
    least: LEAST,
    lineAt: crisp,
    numberAt: (y) => crisp(y) + text * 0.3,
    numberGap: 7,
  };
}

const barsFrame = (bars: readonly Bar[], frame: Frame): BarsFrame => ({
  ...axisFrame(bars, frame),
  share: 0.54,
  widest: 40,
  columnAt: Math.floor,
  middleOf: 'column',
  labelY: frame.height - frame.text * 0.3,
  crossArm: (height, width) => Math.min(4, height / 3, width / 4),
});

const INSET = 6;

function weeksFrame(weeks: readonly Bar[], frame: Frame): WeeksFrame {
  const within = axisFrame(weeks, frame);
  const [first, last] = [within.left + INSET, frame.width - INSET];
  const room = frame.text * 5.2;
  return {
    ...within,
    first,
    last,
    labelY: frame.height - frame.text * 0.3,
    lastLabel: frame.width,
    labelEvery: (count) => Math.max(1, Math.ceil((room * (count - 1)) / Math.max(1, last - first))),
    radius: 3,
    pointed: false,
  };
}

const hoursFrame = ({ width, height, text }: Frame): HoursFrame => ({
  width,
  base: height - text * 1.7,
  top: text * 1.4,
  labelY: height - text * 0.25,
  numberGap: text * 0.4,
  busyFrom: mean,
  hourName: shortHour,
  numbered: 'all',
});

/** The mean of those hours in which something was completed. */
function mean(hours: readonly number[]): number {
  const used = hours.filter((count) => count > 0);
  return used.reduce((sum, count) => sum + count, 0) / Math.max(1, used.length);
}
