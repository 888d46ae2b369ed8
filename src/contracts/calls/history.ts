import { z } from 'zod';
import { declareCall } from '../call.ts';
import { provenEvent } from '../ledger/proofs.ts';
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

export const readAuditEvent = declareCall({
  method: 'GET',
  scopes: ['reports:read'],
  path: '/api/audit/{id}',
  tag: 'Audit',
  access: 'user',
  summary: 'An event as it is stored, with the proof that it is in the ledger',
  description: 'Every event of the account, also those that `GET /api/audit` leaves out. Sealed parts are as they are stored.',
  failure: 'Failed to fetch the event',
  replies: { 200: { description: 'The event and its proof', schema: provenEvent, etag: true } },
  refusals: ['not_found', 'rate_limited'],
});
