import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import { clockTime, duration } from '../../../src/contracts/words/format.ts';
import type { TimeBox } from '../../api/time-boxes.ts';
import { useTaskScreen } from '../task-screen.tsx';
import { Box, type BoxLook, lookStyle } from './box.tsx';
import { stableId } from './box-acts.ts';
import { columnsOf, sharedSpans } from './columns.ts';
import type { DayScale } from './day-scale.ts';
import { lineAttributes, titleOf, usePlanningDrag } from './planning-drag.tsx';
import { placeAt, rangeOf, type Span, snappedStart, spanOf, spanOfPlace } from './span.ts';
import styles from './time-column.module.css';

/** A shorter box is drawn as if it had so many minutes, so that its name fits. */
const LEAST_SHOWN = 18;
/** A box has a second line from so many minutes on. */
const TWO_LINES = 38;
const PRESS_STEP = 15;
const PRESS_MINUTES = 30;
const MINUTE = 60_000;

export interface ColumnProps {
  readonly scale: DayScale;
  /** The part of the axis that is shown, in minutes. */
  readonly from: number;
  readonly to: number;
  /** All boxes that touch the day, by their beginning. */
  readonly boxes: readonly TimeBox[];
  readonly label: string;
  readonly className?: string | undefined;
  /** Smaller text, and a second line only in longer boxes. */
  readonly dense?: boolean;
}

/** The boxes of one day, over hours that the parent draws. */
export function TimeColumn({ scale, from, to, boxes, label, className, dense = false }: ColumnProps) {
  const { clock, askPlan } = useTaskScreen();
  const { day, minuteOf } = scale;
  const part = (at: number) => ((minuteOf(at) - from) / (to - from)) * 100;
  const shown = boxes.filter((box) => minuteOf(Date.parse(box.endsAt)) > from && minuteOf(Date.parse(box.startsAt)) < to);
  const spans = shown.map((box) => shownSpan(spanOf(box)));
  const columns = columnsOf(spans);
  const lookOf = (span: Span, { index, of } = { index: 0, of: 1 }): BoxLook => {
    const top = Math.max(part(span.start), 0);
    return { top, height: Math.min(part(span.end), 100) - top, left: (100 / of) * index, width: 100 / of };
  };
  const hasNow = day.start <= clock.now && clock.now < day.end && minuteOf(clock.now) >= from && minuteOf(clock.now) < to;

  function onClick(event: MouseEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = scale.instantAt(from + ((event.clientY - top) / height) * (to - from) - PRESS_STEP / 2);
    const place = placeAt(snappedStart(at, PRESS_STEP, clock.zone), PRESS_MINUTES, clock.zone);
    if (spanOfPlace(place, clock.zone).end > clock.now) askPlan({ place });
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button 'Plan a time' does the same by the keyboard
    <ol
      className={clsx(styles.column, dense && styles.dense, className)}
      aria-label={label}
      {...lineAttributes(scale, from, to)}
      onClick={onClick}
    >
      {shown.map((box, index) => (
        <Box
          key={stableId(box.id)}
          box={box}
          look={lookOf(spans[index] ?? spanOf(box), columns[index])}
          small={box.minutes < (dense ? TWO_LINES + 12 : TWO_LINES)}
          note={box.focusedMinutes > 0 ? `${duration(box.focusedMinutes)} focused` : null}
        />
      ))}
      {sharedSpans(shown.map(spanOf)).map((span) => (
        <li key={span.start} className={styles.shared} style={lookStyle(lookOf(span))} aria-hidden="true" />
      ))}
      <Ghost day={day.date} lookOf={lookOf} />
      {hasNow && (
        <li className={styles.now} style={{ top: `${part(clock.now)}%` }} aria-hidden="true" data-part="now">
          <span>{clockTime(clock.time)}</span>
        </li>
      )}
    </ol>
  );
}

const shownSpan = ({ start, end }: Span): Span => ({ start, end: Math.max(end, start + LEAST_SHOWN * MINUTE) });

/** Where the dragged thing would be dropped. */
function Ghost({ day, lookOf }: { day: string; lookOf: (span: Span) => BoxLook }) {
  const { clock } = useTaskScreen();
  const dragging = usePlanningDrag()?.dragging;
  if (dragging?.target?.kind !== 'time' || dragging.target.place.date !== day) return null;
  const { place, refused } = dragging.target;
  return (
    <li
      className={clsx(styles.ghost, refused && styles.refused)}
      style={lookStyle(lookOf(shownSpan(spanOfPlace(place, clock.zone))))}
      aria-hidden="true"
    >
      <b>{titleOf(dragging.dragged)}</b> {refused ? 'This time has passed' : rangeOf(place, clock.zone)}
    </li>
  );
}
