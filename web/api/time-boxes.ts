import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/time-box.ts';
import type { TimeBox as WireTimeBox } from '../../src/contracts/time-box.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export type TimeBox = Camel<WireTimeBox>;
/** `time` is `HH:MM`. */
export type BoxPlace = Pick<TimeBox, 'date' | 'time' | 'minutes'>;

export const timeBoxKeys = {
  all: ['time-boxes'] as const,
  between: (from: string, to: string) => ['time-boxes', from, to] as const,
};

/** The boxes that begin on one of these dates, by their beginning. At most 62 dates. */
export const timeBoxesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: timeBoxKeys.between(from, to),
    queryFn: ({ signal }) => request(calls.listTimeBoxes, { query: { from, to }, signal }),
  });

/** `key` is the idempotency key: a retry with the same key plans the box only once. */
export const planTimeBox = (taskId: string, place: BoxPlace, key?: string) =>
  request(calls.planTimeBox, { body: { taskId, ...place }, key });
export const moveTimeBox = (id: string, place: BoxPlace) => request(calls.moveTimeBox, { params: { id }, body: place });
export const removeTimeBox = (id: string) => requestDone(calls.removeTimeBox, { params: { id } });
