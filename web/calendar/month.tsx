import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { hoursAndMinutes, longDate, plural, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { weekOrder } from '../lib/calendar.ts';
import { dayAttributes } from '../tasks/planning/planning-drag.tsx';
import { isOpen } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { addressOf } from './address.ts';
import type { CalendarDay } from './data.ts';
import { BoxItem, DueItem } from './items.tsx';
import styles from './month.module.css';
import { useDropLook } from './week.tsx';

/** So many tasks and boxes of a day are named. The sums below them count all. */
const SHOWN = 4;

function Day({ day, isOther }: { day: CalendarDay; isOther: boolean }) {
  const { clock, narrow } = useTaskScreen();
  const look = useDropLook(day.date);
  const { date, tasks, boxes, planned } = day;
  // What is still ahead is named first.
  const ahead = boxes.toSorted((a, b) => Number(Date.parse(a.endsAt) <= clock.now) - Number(Date.parse(b.endsAt) <= clock.now));
  const shownBoxes = ahead.slice(0, Math.max(SHOWN - tasks.length, SHOWN / 2));
  const shownTasks = tasks.toSorted((a, b) => Number(!isOpen(a)) - Number(!isOpen(b))).slice(0, SHOWN - shownBoxes.length);
  const due = tasks.length > 0 ? [`${tasks.length} due`] : [];
  const minutes = planned > 0 ? [hoursAndMinutes(planned)] : [];
  const sums = [...due, ...minutes.map((sum) => `${sum} planned`)];
  return (
    <li className={clsx(styles.day, date === clock.today && styles.today, isOther && styles.other, look)} {...dayAttributes(date)}>
      <Link
        className={styles.number}
        to={addressOf({ view: 'day', date }, clock.today)}
        aria-label={[longDate(date), ...sums].join(', ')}
        aria-current={date === clock.today ? 'date' : undefined}
      >
        {Number(date.slice(8))}
      </Link>
      {!narrow && (
        <ul aria-label={`${plural(tasks.length, 'task')}, ${plural(boxes.length, 'box', 'boxes')}`}>
          {shownTasks.map((task) => (
            <li key={task.id}>
              <DueItem task={task} />
            </li>
          ))}
          {shownBoxes.map((box) => (
            <li key={box.id}>
              <BoxItem box={box} />
            </li>
          ))}
        </ul>
      )}
      <p aria-hidden="true">
        {/* On a phone a day is narrower than the word 'planned'. */}
        {(narrow ? [...due, ...minutes] : sums).map((sum) => (
          <span key={sum}>{sum}</span>
        ))}
      </p>
    </li>
  );
}

/** A press on a day opens its line. */
export function Month({ days, month }: { days: readonly CalendarDay[]; month: string }) {
  return (
    <div>
      <div className={styles.weekdays} aria-hidden="true">
        {weekOrder().map((index) => (
          <span key={index}>{WEEKDAYS[index]?.slice(0, 3)}</span>
        ))}
      </div>
      <ol className={styles.month} aria-label="Days">
        {days.map((day) => (
          <Day key={day.date} day={day} isOther={day.date.slice(0, 7) !== month} />
        ))}
      </ol>
    </div>
  );
}
