import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/history.ts';
import type * as wire from '../../src/contracts/report.ts';
import type { Page } from './client.ts';
import type { Camel } from './names.ts';
import { requestPage } from './request.ts';

export type AuditEntry = Camel<wire.AuditEntry>;

export const auditKeys = { all: ['audit'] as const, task: (id: string | null) => ['audit', id] as const };

/** The audit trail of one task, or of everything that the owner has when `taskId` is null. Newest first, in pages of 50. */
export const auditQuery = (taskId: string | null) =>
  infiniteQueryOptions({
    queryKey: auditKeys.task(taskId),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listAuditEntries, { query: { taskId, limit: 50, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** A limit of entries and not of pages, because a page of long texts holds fewer entries. */
const MAX_ENTRIES = 20_000;

/**
 * Finds an entry of the audit trail by its id. Null if it does not exist. It reads page after page until it finds the entry: in
 * the trail of the task if `taskId` is given, otherwise in the trail of the owner.
 */
export const auditEntryQuery = (id: string, taskId: string | null) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      let after: string | null = null;
      for (let read = 0; read < MAX_ENTRIES; ) {
        const got: Page<AuditEntry> = await requestPage(calls.listAuditEntries, { query: { taskId, limit: 200, after }, signal });
        const found = got.items.find((entry) => entry.id === id);
        if (found) return found;
        if (got.next === null) return null;
        read += got.items.length;
        after = got.next;
      }
      return null;
    },
  });
