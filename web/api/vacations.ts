import { queryOptions } from '@tanstack/react-query';
import type { Vacation } from '../../src/contracts/routine.ts';
import { json, send } from './client.ts';

export type { Vacation } from '../../src/contracts/routine.ts';

export const vacationKeys = { all: ['vacations'] as const };
export const vacationsQuery = () =>
  queryOptions({
    queryKey: vacationKeys.all,
    queryFn: ({ signal }) => json<Vacation[]>('/api/vacations', { signal, fallback: 'Failed to fetch vacations' }),
  });

/** `key` is the idempotency key: a second try with the same key creates it only once. */
export const createVacation = (body: { from: string; to: string }, key?: string) =>
  json<Vacation>('/api/vacations', { method: 'POST', body, ...(key ? { key } : {}), fallback: 'Failed to create vacation' });
export const cancelVacation = (id: string) =>
  send(`/api/vacations/${encodeURIComponent(id)}`, { method: 'DELETE', fallback: 'Failed to cancel vacation' }).then(() => undefined);
