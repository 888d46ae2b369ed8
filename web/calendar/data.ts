import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { type TimeBox, timeBoxesQuery } from '../api/time-boxes.ts';
import { localDay } from '../lib/local-day.ts';
import { byDue, dueOf } from '../tasks/due.ts';
import { boxesTouching } from '../tasks/planning/day-data.ts';

export interface CalendarDay {
  readonly date: string;
  /** By due instant. */
  readonly tasks: readonly Task[];
  /** The boxes that begin on this date. */
  readonly boxes: readonly TimeBox[];
  /** These, and those of the day before that go on past midnight. */
  readonly touching: readonly TimeBox[];
  readonly planned: number;
  readonly focused: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function daysOf(dates: readonly string[], tasks: readonly Task[], boxes: readonly TimeBox[], zone: string): CalendarDay[] {
  const due = Map.groupBy(tasks, (task) => dueOf(task, zone)?.date ?? '');
  return dates.map((date) => {
    const own = boxes.filter((box) => box.date === date);
    return {
      date,
      tasks: (due.get(date) ?? []).toSorted(byDue),
      boxes: own,
      touching: boxesTouching(boxes, localDay(date, zone)),
      planned: sum(own.map(({ minutes }) => minutes)),
      focused: sum(own.map(({ focusedMinutes }) => focusedMinutes)),
    };
  });
}

export function useCalendarDays(dates: readonly string[], zone: string) {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const tasks = useQuery(tasksQuery());
  const boxes = useQuery(timeBoxesQuery(addDays(first, -1), last));
  const days = useMemo(
    () => (tasks.data && boxes.data ? daysOf(dates, tasks.data, boxes.data, zone) : undefined),
    [dates, tasks.data, boxes.data, zone],
  );
  const retry = () => {
    for (const query of [tasks, boxes]) if (query.error) void query.refetch();
  };
  return { days, error: tasks.error ?? boxes.error, retry, isFetching: tasks.isFetching || boxes.isFetching };
}
