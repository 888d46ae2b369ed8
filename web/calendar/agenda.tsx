import { clsx } from 'clsx';
import { useId, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { clockTime, dayHeading, hoursAndMinutes, weekdayName } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { Task } from '../api/tasks.ts';
import type { TimeBox } from '../api/time-boxes.ts';
import { dueOf } from '../tasks/due.ts';
import { useBoxButton } from '../tasks/planning/box-keys.ts';
import { useTodaySums } from '../tasks/planning/day-data.ts';
import { dayAttributes, usePlanningDrag } from '../tasks/planning/planning-drag.tsx';
import { rangeOf } from '../tasks/planning/span.ts';
import { SumLine } from '../tasks/planning/sum-line.tsx';
import { canPlan } from '../tasks/task-actions.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Mark } from '../ui/mark.tsx';
import { addressOf } from './address.ts';
import styles from './agenda.module.css';
import type { CalendarDay } from './data.ts';
import { useDropLook } from './week.tsx';

/** The longest bar below a day stands for so many planned minutes. */
const FULL_BAR = 480;

function Strip({ days }: { days: readonly CalendarDay[] }) {
  return (
    <ol className={styles.strip} aria-label="Days of this week">
      {days.map((day) => (
        <StripDay key={day.date} day={day} />
      ))}
    </ol>
  );
}

function StripDay({ day: { date, planned } }: { day: CalendarDay }) {
  const { clock } = useTaskScreen();
  const look = useDropLook(date);
  const name = weekdayName(date).slice(0, 3);
  const day = Number(date.slice(8));
  const label = `${name} ${day}, ${planned === 0 ? 'nothing' : hoursAndMinutes(planned)} planned`;
  return (
    <li className={clsx(date === clock.today && styles.today, look)} {...dayAttributes(date)}>
      <Link to={addressOf({ view: 'day', date }, clock.today)}>
        <span className={layoutStyles.visuallyHidden}>{label}</span>
        <span aria-hidden="true">{name}</span>
        <b aria-hidden="true">{day}</b>
        <i style={{ width: `${Math.max(planned === 0 ? 0 : 10, Math.min(1, planned / FULL_BAR) * 80)}%` }} />
      </Link>
    </li>
  );
}

function BoxRow({ box, task }: { box: TimeBox; task: Task | undefined }) {
  const { clock } = useTaskScreen();
  const drag = usePlanningDrag();
  const button = useBoxButton(box);
  const isOver = Date.parse(box.endsAt) <= clock.now;
  const isNow = !isOver && Date.parse(box.startsAt) <= clock.now;
  const due = task && dueOf(task, clock.zone);
  const words = [rangeOf(box, clock.zone), ...(due?.date === box.date && due.time ? [`due ${clockTime(due.time)}`] : [])].join(', ');
  return (
    <li className={styles.row}>
      <time>{clockTime(box.time)}</time>
      <button
        type="button"
        className={clsx(styles.box, isNow && styles.now, isOver && styles.over)}
        {...button}
        onPointerDown={(event) => !isOver && drag?.press(event, { kind: 'box', box })}
      >
        <b dir="auto">{box.title}</b>
        <span>{words}</span>
      </button>
    </li>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { clock, to } = useTaskScreen();
  const drag = usePlanningDrag();
  const due = dueOf(task, clock.zone);
  return (
    <li className={styles.row}>
      <time>{due?.time && clockTime(due.time)}</time>
      <Link
        className={styles.task}
        data-task={task.id}
        to={to(task.id)}
        draggable={false}
        onPointerDown={(event) => canPlan(task) && drag?.press(event, { kind: 'task', task })}
      >
        <Mark name={markOf(task)} size="s" />
        <b dir="auto">{task.title}</b>
        <span>
          {[
            due?.time ? `due ${clockTime(due.time)}` : 'end of day',
            ...(task.estimateMinutes ? [hoursAndMinutes(task.estimateMinutes)] : []),
            'no box',
          ].join(', ')}
        </span>
      </Link>
    </li>
  );
}

function AgendaDay({ day }: { day: CalendarDay }) {
  const { clock } = useTaskScreen();
  const sums = useTodaySums(clock);
  const look = useDropLook(day.date);
  const id = useId();
  const heading = dayHeading(day.date, clock.today);
  const isToday = day.date === clock.today;
  const boxed = new Set(day.boxes.map(({ taskId }) => taskId));
  const tasks = new Map(day.tasks.map((task) => [task.id, task]));
  const rows = [
    ...day.boxes.map((box) => ({ time: box.time, key: box.id, row: <BoxRow key={box.id} box={box} task={tasks.get(box.taskId)} /> })),
    ...day.tasks
      .filter((task) => !boxed.has(task.id))
      .map((task) => ({ time: dueOf(task, clock.zone)?.time ?? '24:00', key: task.id, row: <TaskRow key={task.id} task={task} /> })),
  ].toSorted((a, b) => a.time.localeCompare(b.time));
  return (
    <section className={clsx(styles.day, isToday && styles.today, look)} aria-labelledby={id} {...dayAttributes(day.date)}>
      <header>
        <h2 id={id}>{heading.name}</h2>
        <span>{heading.date}</span>
        <span className={styles.end}>{day.tasks.length} due</span>
      </header>
      {rows.length > 0 && <ol>{rows.map(({ row }) => row)}</ol>}
      <footer>
        {isToday && sums ? (
          <SumLine sums={sums} />
        ) : (
          <p>{day.planned === 0 ? 'Nothing planned' : `${hoursAndMinutes(day.planned)} planned`}</p>
        )}
      </footer>
    </section>
  );
}

const isEmpty = ({ tasks, boxes }: CalendarDay): boolean => tasks.length + boxes.length === 0;

/** The week on a phone. What is held for a moment can be dragged to another day of the strip. */
export function Agenda({ days }: { days: readonly CalendarDay[] }) {
  const { today } = useTaskScreen().clock;
  const all = useRef<HTMLDivElement>(null);
  // The days before today are one scroll upwards.
  useLayoutEffect(() => {
    all.current?.querySelector(`section ~ section.${styles.today}`)?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={all}>
      <Strip days={days} />
      <p className={styles.help}>Hold a task or a box to move it to another day.</p>
      {days
        .filter((day) => day.date >= today || !isEmpty(day))
        .map((day) => (
          <AgendaDay key={day.date} day={day} />
        ))}
    </div>
  );
}
