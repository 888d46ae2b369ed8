import { type AxisFrame, axis, crisp, greatestOf, linear } from './axis.ts';
import { cross, lines, type Mark, rect, text } from './marks.ts';

export interface Bar {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  /** Whether this is the bar of the present day, whose label has the accent colour. */
  readonly now?: boolean;
}

export interface BarsFrame extends AxisFrame {
  /** How much of its place a column fills (0 to 1), and its greatest width. */
  readonly share: number;
  readonly widest: number;
  /** Rounds the left end of a column to a whole unit. */
  readonly columnAt: (x: number) => number;
  /** Whether label and cross are centred on the rounded column, or on its place before rounding. */
  readonly middleOf: 'column' | 'place';
  readonly labelY: number;
  /** Half the width of the cross in a missed part of this height and width. 0: there is no cross. */
  readonly crossArm: (height: number, width: number) => number;
}

/**
 * Planned tasks are drawn as an outline. Kept tasks fill it, and missed tasks are on top, with a cross. `filled`: `moved` if `kept`
 * counts what was moved.
 */
export function barsMarks(bars: readonly Bar[], frame: BarsFrame, filled: 'kept' | 'moved' = 'kept'): readonly Mark[] {
  const { y, marks } = axis(greatestOf(bars, frame.least), frame);
  const pitch = (frame.width - frame.left) / bars.length;
  const width = Math.min(frame.widest, Math.round(pitch * frame.share));
  const columns = bars.flatMap((bar, index) => {
    const place = frame.left + pitch * (index + 0.5);
    const x = frame.columnAt(place - width / 2);
    const middle = frame.middleOf === 'column' ? x + width / 2 : place;
    return [
      ...column(bar, { x, width, middle, y, frame, filled }),
      text(bar.now ? 'now-label' : 'label', middle, frame.labelY, bar.label, 'middle'),
    ];
  });
  return [...marks, ...columns];
}

interface Column {
  readonly x: number;
  readonly width: number;
  readonly middle: number;
  readonly y: (value: number) => number;
  readonly frame: BarsFrame;
  readonly filled: 'kept' | 'moved';
}

function column({ planned, kept, missed }: Bar, { x, width, middle, y, frame, filled }: Column): readonly Mark[] {
  const top = (value: number): number => Math.round(y(value));
  const base = Math.floor(frame.base);
  const outline = (look: 'planned' | 'missed', value: number, height: number): Mark =>
    rect(look, x + 0.5, top(value) + 0.5, width - 1, height);
  const marks: Mark[] = [];
  if (planned > 0) marks.push(outline('planned', planned, Math.max(0, base - top(planned))));
  if (kept > 0) marks.push(rect(filled, x, top(kept), width, base - top(kept)));
  if (missed > 0) {
    const height = top(kept) - top(kept + missed);
    const arm = frame.crossArm(height, width);
    marks.push(outline('missed', kept + missed, Math.max(1, height - 1)));
    if (arm > 0) marks.push(cross('missed-cross', middle, top(kept) - height / 2, arm));
  }
  return marks;
}

export interface HoursFrame {
  readonly width: number;
  /** The positions of 0 and of the greatest count. */
  readonly base: number;
  readonly top: number;
  readonly labelY: number;
  /** The space between a column and its number. */
  readonly numberGap: number;
  /** The count from which an hour is drawn as busy. */
  readonly busyFrom: (hours: readonly number[]) => number;
  /** The name of a full hour, from 0 to 24. */
  readonly hourName: (hour: number) => string;
  /** Whether the number is shown above all hours with the highest count, or only above the first one. */
  readonly numbered: 'all' | 'first';
}

const ANCHORS = { 0: 'start', 6: 'middle', 12: 'middle', 18: 'middle', 24: 'end' } as const;

/** Busy hours are darker. The highest count is written above its column. */
export function hoursMarks(hours: readonly number[], frame: HoursFrame): readonly Mark[] {
  const greatest = Math.max(1, ...hours);
  const y = linear(greatest, [frame.base, frame.top]);
  const pitch = frame.width / 24;
  const busy = frame.busyFrom(hours);
  const peak = hours.indexOf(greatest);
  const columns = hours.flatMap((count, hour): Mark[] => {
    if (count === 0) return [];
    const bar = rect(count >= busy ? 'busy' : 'quiet', hour * pitch + 1, y(count), pitch - 2, frame.base - y(count));
    const numbered = count === greatest && (frame.numbered === 'all' || hour === peak);
    return numbered ? [bar, text('count', (hour + 0.5) * pitch, y(count) - frame.numberGap, String(count), 'middle')] : [bar];
  });
  const labels = Object.entries(ANCHORS).map(([hour, anchor]) =>
    text('label', Number(hour) * pitch, frame.labelY, frame.hourName(Number(hour)), anchor),
  );
  return [...columns, baseLine(frame), ...labels];
}

/** The base line, for columns without other lines. */
export const baseLine = ({ width, base }: Pick<HoursFrame, 'width' | 'base'>): Mark =>
  lines('axis', [
    [0, crisp(base)],
    [width, crisp(base)],
  ]);
