import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { editFilterBody, newFilterBody, savedFilter } from '../filter.ts';

const common = { tag: 'Search', access: 'user' } as const;
const writing = { ...common, scopes: ['tasks:write'] } as const;
const one = { description: 'The filter as it now is', schema: savedFilter, etag: true } as const;

export const listFilters = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  path: '/api/filters',
  summary: 'The saved filters, by their position',
  failure: 'Failed to fetch filters',
  replies: { 200: { description: 'Filters', schema: z.array(savedFilter), etag: true } },
});

export const saveFilter = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/filters',
  summary: 'Save a search as a filter, after all others',
  failure: 'Failed to save filter',
  body: jsonBody(newFilterBody),
  replies: { 201: { ...one, description: 'Saved', location: true } },
  refusals: ['limit_reached'],
});

export const changeFilter = declareCall({
  ...writing,
  method: 'PUT',
  path: '/api/filters/{id}',
  summary: 'Change a filter, or move it',
  description: 'Fields left out stay as they are.',
  failure: 'Failed to update filter',
  body: jsonBody(editFilterBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed'],
});

export const deleteFilter = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/filters/{id}',
  summary: 'Delete a filter; those after it move up',
  failure: 'Failed to delete filter',
  replies: { 204: { description: 'Deleted' } },
  refusals: ['not_found', 'precondition_failed'],
});
