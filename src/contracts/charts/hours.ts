import { lines, type Mark, rect, text } from './marks.ts';
import { crisp, linear } from './scale.ts';

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
    text('label', Number(hour) * pitch, frame.labelY, hour.padStart(2, '0'), anchor),
  );
  return [...columns, baseLine(frame), ...labels];
}

/** The base line, for columns without other lines. */
export const baseLine = ({ width, base }: Pick<HoursFrame, 'width' | 'base'>): Mark =>
  lines('axis', [
    [0, crisp(base)],
    [width, crisp(base)],
  ]);
