import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../src/http/contracts/report.ts';
import { page } from './client.ts';

export type { AuditEntry } from '../../src/http/contracts/report.ts';

export const auditKeys = { all: ['audit'] as const, task: (id: string | null) => ['audit', id] as const };

/** One task's trail, or with null everyone's of this owner; newest first, 50 a page. */
export const auditQuery = (taskId: string | null) =>
  infiniteQueryOptions({
    queryKey: auditKeys.task(taskId),
    queryFn: ({ pageParam, signal }) => page<AuditEntry>('/api/audit', { query: { task_id: taskId, limit: 50, after: pageParam }, signal, fallback: 'Failed to fetch the audit trail' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
