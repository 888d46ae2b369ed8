import { queryOptions } from '@tanstack/react-query';
import type { NothingDue } from '../../src/contracts/day.ts';
import { json, send } from './client.ts';

export const nothingDueKeys = { of: (date: string) => ['nothing-due', date] as const };

const pathOf = (date: string): string => `/api/days/${date}/nothing-due`;

/** Whether the owner has marked a day as one on which nothing is due. */
export const nothingDueQuery = (date: string) =>
  queryOptions({
    queryKey: nothingDueKeys.of(date),
    queryFn: async ({ signal }) => (await json<NothingDue>(pathOf(date), { signal, fallback: 'Failed to fetch the day' })).nothing_due,
  });

/** Marks a day as one on which nothing is due. A second call changes nothing. */
export const markNothingDue = (date: string) =>
  send(pathOf(date), { method: 'POST', fallback: 'Failed to mark the day' }).then(() => undefined);
