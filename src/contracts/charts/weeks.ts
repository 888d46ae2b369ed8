import { type AxisFrame, axis, greatestOf, linear } from './axis.ts';
import { lines, type Mark, type Point, text } from './marks.ts';

export interface Week {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  /** Whether its label has the accent colour. */
  readonly now?: boolean;
}

export interface WeeksFrame extends AxisFrame {
  /** The positions of the first and the last week. */
  readonly first: number;
  readonly last: number;
  readonly labelY: number;
  /** The right end of the last week's label. If left out, the label is centred on its week. */
  readonly lastLabel?: number;
  /** Every how many weeks there is a label; 2: every second week. */
  readonly labelEvery: (weeks: number) => number;
  readonly radius: number;
  /** Whether a point marks the last week if it has ended. */
  readonly pointed: boolean;
}

/**
 * Two lines: planned, and kept. `running` says that the last week has not ended: then the line to it looks different and
 * ends in a ring.
 */
export function weeksMarks(weeks: readonly Week[], running: boolean, frame: WeeksFrame): readonly Mark[] {
  const { y, marks } = axis(greatestOf(weeks, frame.least), frame);
  const x = linear(Math.max(1, weeks.length - 1), [frame.first, frame.last]);
  const points = (name: 'planned' | 'kept'): readonly Point[] => weeks.map((week, index) => [x(index), y(week[name])]);
  const kept = points('kept');
  const over = running && kept.length > 1 ? kept.slice(0, -1) : kept;
  const drawn = [lines('planned-line', points('planned')), lines('kept-line', over)];
  if (over !== kept) drawn.push(lines('running-line', kept.slice(-2)));
  return [...marks, ...drawn, ...end(kept, running, frame), ...labels(weeks, x, frame)];
}

function end(kept: readonly Point[], running: boolean, { radius: r, pointed }: WeeksFrame): readonly Mark[] {
  const last = kept.at(-1);
  // A line with a single point would be invisible.
  if (!last || !(running || pointed || kept.length === 1)) return [];
  return [{ kind: 'circle', look: running || !pointed ? 'ring' : 'point', x: last[0], y: last[1], r }];
}

/** As many labels as there is room for. The last week always has one. */
function labels(weeks: readonly Week[], x: (index: number) => number, frame: WeeksFrame): readonly Mark[] {
  const every = frame.labelEvery(weeks.length);
  const last = weeks.length - 1;
  return weeks.flatMap((week, index) => {
    if ((last - index) % every !== 0) return [];
    const look = week.now ? 'now-label' : 'label';
    if (index === last) return [text(look, frame.lastLabel ?? x(index), frame.labelY, week.label, 'end')];
    return [text(look, x(index), frame.labelY, week.label, index === 0 ? 'start' : 'middle')];
  });
}
