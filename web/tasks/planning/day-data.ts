import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import { channelsQuery } from '../../api/settings.ts';
import { type Task, tasksQuery } from '../../api/tasks.ts';
import { type TimeBox, timeBoxesQuery } from '../../api/time-boxes.ts';
import { localDay } from '../../lib/local-day.ts';
import { dueOf } from '../due.ts';
import { isOpen } from '../state.ts';
import { type DaySums, dayEnd, nextBoxes, type QuietHours, sumsOfDay } from './day-sums.ts';
import { spanOf } from './span.ts';

const NO_QUIET: QuietHours = { quietFrom: null, quietTo: null };

/** Without quiet hours until they are read, and if they cannot be read. */
export const useQuietHours = (): QuietHours => useQuery(channelsQuery()).data?.value ?? NO_QUIET;

/** The boxes that touch the day. One of the day before may go on past midnight. */
export function boxesTouching(boxes: readonly TimeBox[], { start, end }: { readonly start: number; readonly end: number }): TimeBox[] {
  return boxes.filter((box) => {
    const span = spanOf(box);
    return span.end > start && span.start < end;
  });
}

/** With those of the day before. */
const boxesOfQuery = (date: string) => timeBoxesQuery(addDays(date, -1), date);

/** The boxes that touch the day; undefined until they are read. */
export function useBoxesOf(date: string, zone: string) {
  const query = useQuery(boxesOfQuery(date));
  const boxes = useMemo(() => query.data && boxesTouching(query.data, localDay(date, zone)), [query.data, date, zone]);
  return { boxes, error: query.error, retry: () => void query.refetch(), isFetching: query.isFetching };
}

/** The first box of each task that is not over, by the id of the task. Empty until the boxes are read. */
export function useNextBoxes({ today, now }: { readonly today: string; readonly now: number }, enabled: boolean) {
  const boxes = useQuery({ ...boxesOfQuery(today), enabled }).data;
  return useMemo(() => nextBoxes(boxes ?? [], now), [boxes, now]);
}

const openOn = (tasks: readonly Task[], date: string, zone: string): Task[] =>
  tasks.filter((task) => isOpen(task) && dueOf(task, zone)?.date === date);

export interface TodaySums extends DaySums {
  /** The end of the hours that are left, in milliseconds. */
  readonly until: number;
  readonly endsAtMidnight: boolean;
}

/** What is planned of the rest of today; undefined until everything is read. */
export function useTodaySums({ zone, today, now }: { readonly zone: string; readonly today: string; readonly now: number }) {
  const { boxes } = useBoxesOf(today, zone);
  const quiet = useQuietHours();
  const tasks = useQuery(tasksQuery()).data;
  return useMemo((): TodaySums | undefined => {
    if (!boxes || !tasks) return undefined;
    const day = localDay(today, zone);
    const until = dayEnd(day, quiet, now);
    return { ...sumsOfDay({ boxes, open: openOn(tasks, today, zone), now, until }), until, endsAtMidnight: until === day.end };
  }, [boxes, tasks, quiet, today, zone, now]);
}
