import { z } from 'zod';
import { messageAnswer } from '../account.ts';
import { declareCall, jsonBody, optionalJsonBody } from '../call.ts';
import { editPartnerBody, newPartnerBody, partner } from '../partner.ts';

const common = { tag: 'Partners', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['settings:read'] } as const;
const writing = { ...common, scopes: ['settings:write'] } as const;
const INVITATIONS = 'At most 5 invitations in 24 hours, and 3 in 30 days to one address or number: beyond that 429 with `Retry-After`.';

export const listPartners = declareCall({
  ...reading,
  path: '/api/partners',
  summary: 'All partners, newest first',
  failure: 'Failed to fetch partners',
  replies: { 200: { description: 'Partners', schema: z.array(partner) } },
});

export const invitePartner = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/partners',
  summary: 'Invite a partner',
  description: `They get an invitation, and nothing else until they accept. One at a time, with the plan Pro two: the second one only judges tasks that name them. An address that declined or unsubscribed is not asked again. ${INVITATIONS}`,
  failure: 'Failed to invite the partner',
  body: jsonBody(newPartnerBody),
  replies: { 201: { description: 'Invited', schema: partner, etag: true, location: true } },
  refusals: ['conflict'],
});

export const readPartner = declareCall({
  ...reading,
  path: '/api/partners/{id}',
  summary: 'One partner',
  replies: { 200: { description: 'The partner', schema: partner, etag: true } },
  refusals: ['not_found'],
});

export const changePartner = declareCall({
  ...writing,
  method: 'PATCH',
  path: '/api/partners/{id}',
  summary: 'Change or remove a partner',
  description: `A changed address is invited anew, and an old one that had accepted gets a farewell. ${INVITATIONS}`,
  failure: 'Failed to update partner',
  body: jsonBody(editPartnerBody),
  replies: { 200: { description: 'The partner as it now is', schema: partner, etag: true } },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});

export const sendSummary = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/partners/{id}/summary',
  summary: 'Send the partner a progress summary now',
  description:
    'Only the first partner gets summaries. At most 5 in 24 hours: beyond that 429 with `Retry-After`. Where many write to one recipient, it is delayed.',
  failure: 'Failed to send the summary',
  body: optionalJsonBody(z.strictObject({})),
  replies: { 202: { description: 'Taken note of', schema: messageAnswer } },
  refusals: ['not_found', 'precondition_failed', 'not_accepted', 'conflict'],
});
