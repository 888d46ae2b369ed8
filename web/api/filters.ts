import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/filter.ts';
import type { SavedFilter as WireFilter } from '../../src/contracts/filter.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export type SavedFilter = Camel<WireFilter>;
export type FilterChange = Partial<Omit<SavedFilter, 'id'>>;

export const filterKeys = { all: ['filters'] as const };

/** By their position. */
export const filtersQuery = () =>
  queryOptions({ queryKey: filterKeys.all, queryFn: ({ signal }) => request(calls.listFilters, { signal }) });

/** It becomes the last one. `key` is the idempotency key. */
export const saveFilter = (filter: Pick<SavedFilter, 'name' | 'query'>, key?: string): Promise<SavedFilter> =>
  request(calls.saveFilter, { body: filter, key });
export const changeFilter = (id: string, change: FilterChange): Promise<SavedFilter> =>
  request(calls.changeFilter, { params: { id }, body: change });
export const deleteFilter = (id: string): Promise<void> => requestDone(calls.deleteFilter, { params: { id } });
