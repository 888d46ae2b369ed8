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
  summary: 'The events that concern the owner, with what each changed, newest first',
  description:
    'Of one task with `task_id`, also of a deleted one. Events that only record work of the program are left out, such as the request of a mail or of a review. `position` and `hash` are the place of an event and its link in the chain.',
  failure: 'Failed to fetch the audit trail',
  query: z.object({ task_id: z.string({ error: 'One id.' }).min(1).max(100).optional(), ...pageQuery(200) }),
  replies: { 200: { description: 'Entries', schema: z.array(auditEntry), pages: true } },
  refusals: ['not_found'],
});
