import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/history.ts';
import type * as wire from '../../src/contracts/report.ts';
import type { Page } from './client.ts';
import type { Camel } from './names.ts';
import type { HistoryEntry } from './reports.ts';
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

/**
 * Finds an entry of the history in the audit trail, among the entries of the same instant. Null if it does not exist.
 */
export const auditEntryQuery = ({ id, at, taskId }: Pick<HistoryEntry, 'id' | 'at' | 'taskId'>) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      const instant = { from: at, to: new Date(Date.parse(at) + 1).toISOString() };
      for (let after: string | null = null; ; ) {
        const query = { ...instant, taskId, limit: 200, after };
        const got: Page<AuditEntry> = await requestPage(calls.listAuditEntries, { query, signal });
        const found = got.items.find((entry) => entry.id === id);
        if (found || got.next === null) return found ?? null;
        after = got.next;
      }
    },
  });
