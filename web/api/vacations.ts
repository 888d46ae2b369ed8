import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import * as calls from '../../src/contracts/calls/vacation.ts';
import type * as wire from '../../src/contracts/routine.ts';
import type { vacationBody } from '../../src/contracts/routine.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export type Vacation = Camel<wire.Vacation>;

export const vacationKeys = { all: ['vacations'] as const };
export const vacationsQuery = () =>
  queryOptions({ queryKey: vacationKeys.all, queryFn: ({ signal }) => request(calls.listVacations, { signal }) });

/** `key` is the idempotency key: a second try with the same key creates it only once. */
export const createVacation = (body: z.input<typeof vacationBody>, key?: string) => request(calls.takeVacation, { body, key });
export const cancelVacation = (id: string) => requestDone(calls.cancelVacation, { params: { id } });
