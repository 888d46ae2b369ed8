import { z } from 'zod';
import { declareCall } from '../call.ts';
import { entryFilters, FILTERED_PAGES, isInOrder, REVERSED } from '../history-filters.ts';
import { provenEvent } from '../ledger/proofs.ts';
import { MAX_ID, pageQuery } from '../query.ts';
import { auditEntry } from '../report.ts';

export const listAuditEntries = declareCall({
  method: 'GET',
  scopes: ['reports:read'],
  path: '/api/audit',
  tag: 'Audit',
  access: 'user',
  summary: 'The events that the history lists, with what each changed, newest first',
  description: `Events that only record work of the program are left out, such as the request of a mail or of a review, or a mail to the owner that arrived; \`GET /api/audit/{id}\` and the export have all of them. \`position\` and \`hash\` are the place of an event and its link in the chain. ${FILTERED_PAGES}`,
  failure: 'Failed to fetch the audit trail',
  query: z
    .object({
      type: z
        .string({ error: 'The `action` of an entry, such as task.completed.' })
        .regex(/^[a-z_]+\.[a-z_]+$/, { error: 'The `action` of an entry, such as task.completed.' })
        .max(MAX_ID)
        .optional()
        .meta({ description: 'Only entries with this `action`.' }),
      ...entryFilters,
      ...pageQuery(200),
    })
    .refine(isInOrder, REVERSED),
  replies: { 200: { description: 'Entries', schema: z.array(auditEntry), etag: true, pages: true } },
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
