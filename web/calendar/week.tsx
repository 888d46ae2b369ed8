import { clsx } from 'clsx';
import { type CSSProperties, Fragment, useState } from 'react';
import { dayMonth, fullHour, hoursAndMinutes, weekdayName } from '../../src/contracts/words/format.ts';
import { weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import { type DayScale, wallScale } from '../tasks/planning/day-scale.ts';
import { dayAttributes, usePlanningDrag } from '../tasks/planning/planning-drag.tsx';
import { TimeColumn } from '../tasks/planning/time-column.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import type { CalendarDay } from './data.ts';
import { DueItem } from './items.tsx';
import styles from './week.module.css';

/** The hours that are shown, unless something is planned outside of them. */
const [USUAL_FROM, USUAL_TO] = [8 * 60, 20 * 60];
const SHOWN_DUE = 5;

/** In minutes of the clock, full hours. */
export function shownHours(days: readonly CalendarDay[], zone: string): readonly [from: number, to: number] {
  const scales = new Map(days.map(({ date }) => [date, wallScale(date, zone)]));
  const minutes = days.flatMap(({ date, touching }) => {
    const scale = scales.get(date) as DayScale;
    return touching.map(({ startsAt, endsAt }) => [scale.minuteOf(Date.parse(startsAt)), scale.minuteOf(Date.parse(endsAt))] as const);
  });
  const from = Math.min(USUAL_FROM, ...minutes.map(([start]) => start));
  const to = Math.max(USUAL_TO, ...minutes.map(([, end]) => end));
  return [Math.floor(from / 60) * 60, Math.ceil(to / 60) * 60];
}

const isWeekend = (date: string): boolean => weekdayOf(date) > 5;

/** Whether something is being dragged over the day as a whole. */
export function useDropLook(date: string): string | undefined {
  const target = usePlanningDrag()?.dragging?.target;
  if (target?.kind !== 'day' || target.date !== date) return undefined;
  return target.refused ? styles.refused : styles.drop;
}

function DueCell({ day }: { day: CalendarDay }) {
  const { clock } = useTaskScreen();
  const [whole, setWhole] = useState(false);
  const look = useDropLook(day.date);
  const shown = whole ? day.tasks : day.tasks.slice(0, SHOWN_DUE);
  const rest = day.tasks.length - shown.length;
  return (
    <div className={clsx(styles.due, day.date === clock.today && styles.today, look)} {...dayAttributes(day.date)}>
      <ul aria-label={`Due on ${weekdayName(day.date)}`}>
        {shown.map((task) => (
          <li key={task.id}>
            <DueItem task={task} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {rest} more
        </button>
      )}
    </div>
  );
}

function SumCell({ day }: { day: CalendarDay }) {
  const { clock } = useTaskScreen();
  const { planned, focused, date, tasks } = day;
  const ahead = date > clock.today;
  const words = ahead ? `${tasks.length} due` : `${date === clock.today ? 'so far ' : ''}${hoursAndMinutes(focused)} focused`;
  return (
    <div className={clsx(styles.sum, date === clock.today && styles.today)}>
      <b>{planned === 0 ? 'Nothing' : hoursAndMinutes(planned)}</b> planned
      <br />
      {words}
      {planned > 0 && !ahead && (
        <div className={styles.meter} role="img" aria-label={`${hoursAndMinutes(focused)} focused of ${hoursAndMinutes(planned)} planned`}>
          <i style={{ width: `${Math.min(100, (focused / planned) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}

/** Due tasks above, boxes below. */
export function Week({ days }: { days: readonly CalendarDay[] }) {
  const { clock } = useTaskScreen();
  const [whole, setWhole] = useState(false);
  const [usualFrom, usualTo] = shownHours(days, clock.zone);
  const [from, to] = whole ? [0, 1_440] : [usualFrom, usualTo];
  const hours = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60);
  return (
    <div className={styles.week} style={{ '--hours': (to - from) / 60 } as CSSProperties}>
      <span />
      {days.map(({ date }) => (
        <h2 key={date} className={clsx(styles.head, date === clock.today && styles.today)} {...dayAttributes(date)}>
          {weekdayName(date).slice(0, 3)} <span>{date === clock.today ? `${dayMonth(date, date)}, today` : Number(date.slice(8))}</span>
        </h2>
      ))}
      <span className={clsx(styles.label, styles.ruled)}>due</span>
      {days.map((day) => (
        <DueCell key={day.date} day={day} />
      ))}
      <div className={styles.hours}>
        <button type="button" className={styles.all} aria-pressed={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'fewer hours' : 'all hours'}
        </button>
        {hours.slice(1).map((minute) => (
          <span key={minute} style={{ top: `${((minute - from) / (to - from)) * 100}%` }} aria-hidden="true">
            {fullHour(minute / 60)}
          </span>
        ))}
      </div>
      {days.map(({ date, touching }) => (
        <div key={date} className={clsx(styles.column, date === clock.today && styles.today, isWeekend(date) && styles.weekend)}>
          <TimeColumn
            scale={wallScale(date, clock.zone)}
            from={from}
            to={to}
            boxes={touching}
            label={`Time boxes, ${weekdayName(date)}`}
            className={styles.boxes}
            dense
          />
        </div>
      ))}
      <span className={clsx(styles.label, styles.firm)}>sum</span>
      {days.map((day) => (
        <Fragment key={day.date}>
          <SumCell day={day} />
        </Fragment>
      ))}
    </div>
  );
}
