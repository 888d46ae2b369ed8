import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, Plus } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { clockTime, dayHeading, fullHour, hoursAndMinutes, plural } from '../../../src/contracts/words/format.ts';
import { markOf } from '../../../src/contracts/words/marks.ts';
import { type Task, tasksQuery } from '../../api/tasks.ts';
import type { TimeBox } from '../../api/time-boxes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { BlockSkeleton, ErrorState } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import { dueOf } from '../due.ts';
import { useTaskScreen } from '../task-screen.tsx';
import { useBoxesOf, useQuietHours } from './day-data.ts';
import styles from './day-line.module.css';
import { clockWords, type DayScale, elapsedScale, hourMarks } from './day-scale.ts';
import { TodaySum } from './day-sum.tsx';
import { dayEnd } from './day-sums.ts';
import { firstGap } from './free-time.ts';
import { minutesOf, placeAt, spanOf } from './span.ts';
import { TimeColumn } from './time-column.tsx';

/** Hours before this one are shown only when something is planned or due in them. */
const FIRST_HOUR = 6;
/** So many hours of today that have passed stay in sight. */
const PAST_HOURS = 2;
/** Marks of due tasks that would cover each other are drawn as one, with the number of the others. */
const MARK_MINUTES = 20;
const LEAST_GAP = 30;

interface DueMark {
  readonly task: Task;
  readonly minute: number;
  readonly more: number;
}

/** The tasks that are due at a time of this day, as marks that do not cover each other. */
export function dueMarks(tasks: readonly Task[], { day, minuteOf }: DayScale): readonly DueMark[] {
  const marks: { task: Task; minute: number; more: number }[] = [];
  const timed = tasks.filter((task) => {
    const due = dueOf(task, day.zone);
    return due?.date === day.date && due.time !== null && task.dueAt !== null;
  });
  for (const task of timed.toSorted((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''))) {
    const minute = minuteOf(Date.parse(task.dueAt ?? ''));
    const last = marks.at(-1);
    if (last && minute - last.minute < MARK_MINUTES) last.more += 1;
    else marks.push({ task, minute, more: 0 });
  }
  return marks;
}

/** The minute from which on the line is shown at first: a full hour before what is still of interest. */
export function firstShown(scale: DayScale, boxes: readonly TimeBox[], due: readonly DueMark[], now: number): number {
  const hours = hourMarks(scale);
  const isToday = scale.day.start <= now && now < scale.day.end;
  const wanted = isToday
    ? Math.min(
        scale.minuteOf(now) - PAST_HOURS * 60,
        ...boxes.filter(({ endsAt }) => Date.parse(endsAt) > now).map((box) => scale.minuteOf(Date.parse(box.startsAt))),
      )
    : Math.min(FIRST_HOUR * 60, ...boxes.map((box) => scale.minuteOf(Date.parse(box.startsAt))), ...due.map(({ minute }) => minute));
  return hours.findLast(({ minute }) => minute <= Math.max(wanted, 0))?.minute ?? 0;
}

/** The height of the line follows from the number of its hours. */
const hoursStyle = (minutes: number) => ({ '--hours': minutes / 60 }) as CSSProperties;

interface LineProps {
  readonly date: string;
  readonly boxes: readonly TimeBox[];
  readonly tasks: readonly Task[];
}

function Line({ date, boxes, tasks }: LineProps) {
  const { clock, askPlan } = useTaskScreen();
  const quiet = useQuietHours();
  const [whole, setWhole] = useState(false);
  const scale = elapsedScale(date, clock.zone);
  const due = dueMarks(tasks, scale);
  const first = firstShown(scale, boxes, due, clock.now);
  const from = whole ? 0 : first;
  const to = scale.length;
  const part = (minute: number) => `${((minute - from) / (to - from)) * 100}%`;
  const before = (at: string) => scale.minuteOf(Date.parse(at)) <= first;
  const begin = Math.max(clock.now, scale.day.start);
  const until = dayEnd(scale.day, quiet, begin);
  const gap = firstGap(boxes.map(spanOf), LEAST_GAP, begin, until);
  const hidden = [
    boxes.filter(({ endsAt }) => before(endsAt)).length,
    due.filter(({ minute }) => minute < first).reduce((sum, { more }) => sum + 1 + more, 0),
  ] as const;
  return (
    <>
      {first > 0 && (
        <button type="button" className={styles.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          <Icon of={ChevronRight} className={clsx(whole && styles.open)} />
          <span>
            {clockTime('00:00')} to {clockTime(hourMarks(scale).find(({ minute }) => minute === first)?.time ?? clockWords(first))}
          </span>
          <span className={textStyles.atEnd}>
            {plural(hidden[0], 'box', 'boxes')}, {hidden[1]} due
          </span>
        </button>
      )}
      <div className={clsx(styles.line, date === clock.today && styles.today)} style={hoursStyle(to - from)}>
        <div className={styles.hours} aria-hidden="true">
          {hourMarks(scale)
            .filter(({ minute }) => minute >= from)
            .map(({ minute, time }) => (
              <span
                key={minute}
                style={{ top: part(minute) }}
                className={clsx(Math.abs(minute - scale.minuteOf(clock.now)) < 18 && date === clock.today && styles.near)}
              >
                {fullHour(Number(time.slice(0, 2)))}
              </span>
            ))}
        </div>
        {until < scale.day.end && (
          <div className={styles.quiet} style={{ top: part(Math.max(scale.minuteOf(until), from)) }} aria-hidden="true">
            <span>quiet hours</span>
          </div>
        )}
        <TimeColumn
          scale={scale}
          from={from}
          to={to}
          boxes={boxes}
          label={`Time boxes, ${dayHeading(date, clock.today).name}`}
          className={styles.boxes}
        />
        {gap && scale.minuteOf(gap.start) >= from && (
          <button
            type="button"
            className={styles.gap}
            style={{ top: part(scale.minuteOf(gap.start)) }}
            onClick={() => askPlan({ place: placeAt(gap.start, LEAST_GAP, clock.zone) })}
          >
            <Icon of={Plus} />
            {hoursAndMinutes(minutesOf(gap))} free
          </button>
        )}
        <div aria-hidden="true">
          {due
            .filter(({ minute }) => minute >= from)
            .map(({ task, minute, more }) => (
              <span key={task.id} className={styles.due} style={{ top: part(minute) }} title={task.title}>
                <Mark name={markOf(task)} named={false} size="s" />
                {more > 0 && <small>+{more}</small>}
              </span>
            ))}
        </div>
      </div>
    </>
  );
}

/** The upright line of one day with its time boxes. */
export function DayLine({ date }: { date: string }) {
  const { clock } = useTaskScreen();
  const tasks = useQuery(tasksQuery()).data;
  const { boxes, error, retry, isFetching } = useBoxesOf(date, clock.zone);
  if (!boxes && error) {
    return (
      <ErrorState title={error.message} onRetry={retry} retrying={isFetching}>
        Your plan is safe.
      </ErrorState>
    );
  }
  if (!boxes || !tasks) return <BlockSkeleton height={420} label="Loading the day line" />;
  const planned = boxes.filter((box) => box.date === date).reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <>
      {date === clock.today ? (
        <TodaySum />
      ) : (
        <p className={clsx(textStyles.small, textStyles.muted)}>
          {planned === 0 ? 'Nothing planned' : `${hoursAndMinutes(planned)} planned`}
        </p>
      )}
      <Line date={date} boxes={boxes} tasks={tasks} />
    </>
  );
}
