import { z } from 'zod';
import { declareCall } from '../call.ts';
import { pageQuery } from '../query.ts';
import { auditEntry } from '../report.ts';

export const listAuditEntries = declareCall({
  method: 'GET',
  scopes: ['reports:read'],
  path: '/api/audit',
  tag: 'Audit',
  access: 'user',
  summary: 'Every event, with what it changed, newest first',
  description: 'Of one task with `task_id`, also of a deleted one. `position` and `hash` are its place and its link in the chain.',
  failure: 'Failed to fetch the audit trail',
  query: z.object({ task_id: z.string({ error: 'One id.' }).min(1).max(100).optional(), ...pageQuery(200) }),
  replies: { 200: { description: 'Entries', schema: z.array(auditEntry), pages: true } },
  refusals: ['not_found'],
});
