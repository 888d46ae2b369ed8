import { usePrefetchQuery, useQueries } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { activeAlertsQuery } from '../api/alerts.ts';
import { nextQuery } from '../api/next.ts';
import { streaksQuery, weeklyQuery } from '../api/reports.ts';
import { channelsQuery } from '../api/settings.ts';
import { missedTasksQuery, nothingDueQuery, tasksQuery } from '../api/tasks.ts';
import { timeBoxesQuery } from '../api/time-boxes.ts';
import { yearQuery } from './progress.tsx';

interface Read {
  readonly isPending: boolean;
  readonly isPaused: boolean;
  readonly failureCount: number;
}

/** After a failure, and without a connection, the dashboard shows what it has, and the part that failed goes on trying. */
const isAwaited = ({ isPending, isPaused, failureCount }: Read): boolean => isPending && !isPaused && failureCount === 0;

/**
 * Begins all reads of the dashboard at once. True until those are answered that decide how high its upper parts are: parts
 * that are shown one after the other move what a person is already reading. `today`: the owner's date.
 *
 * Once false, it stays false: a part begins a failed read again when it appears, and if this took the parts away they would
 * come back, and read again, for ever.
 */
export function useFirstReads(today: string): boolean {
  usePrefetchQuery(streaksQuery());
  usePrefetchQuery(weeklyQuery(0));
  usePrefetchQuery(yearQuery(today));
  const boxes = timeBoxesQuery(addDays(today, -1), today);
  const nothingDue = nothingDueQuery(today);
  // Their addresses contain the date, so the document could not name them.
  usePrefetchQuery(boxes);
  usePrefetchQuery(nothingDue);
  const reads = useQueries({
    queries: [tasksQuery(), nextQuery(), missedTasksQuery(), activeAlertsQuery(), channelsQuery(), boxes, nothingDue],
  });
  const areShown = useRef(false);
  areShown.current ||= !reads.some(isAwaited);
  // What is shown then is rendered in short pieces, between which the page reacts.
  return useDeferredValue(!areShown.current);
}
