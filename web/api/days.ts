import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/day.ts';
import { request, requestDone } from './request.ts';

export const nothingDueKeys = { of: (date: string) => ['nothing-due', date] as const };

/** Whether the owner has marked a day as one on which nothing is due. */
export const nothingDueQuery = (date: string) =>
  queryOptions({
    queryKey: nothingDueKeys.of(date),
    queryFn: async ({ signal }) => (await request(calls.readNothingDue, { params: { date }, signal })).nothingDue,
  });

/** Marks a day as one on which nothing is due. A second call changes nothing. */
export const markNothingDue = (date: string) => requestDone(calls.sayNothingDue, { params: { date } });
