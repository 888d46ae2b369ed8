import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/time-box.ts';
import type * as wire from '../../src/contracts/time-box.ts';
import type { Camel } from './names.ts';
import { request } from './request.ts';

export type TimeBox = Camel<wire.TimeBox>;

export const timeBoxKeys = {
  all: ['time-boxes'] as const,
  between: (from: string, to: string) => ['time-boxes', from, to] as const,
};

/** Boxes that begin on these local dates, both included, by their beginning. */
export const timeBoxesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: timeBoxKeys.between(from, to),
    queryFn: ({ signal }) => request(calls.listTimeBoxes, { query: { from, to }, signal }),
  });
