import { z } from 'zod';
import { declareCall, formBody, jsonBody } from '../call.ts';
import { ATTACHMENT_BYTES, editEmailBody, emailTask, newEmailBody, resolveEmailBody, sendEmailBody, uploadedAttachment } from '../email.ts';
import { MAX_ID, pageQuery } from '../query.ts';
import { PROOF_REFUSALS } from '../refusals.ts';

const PATH = '/api/verifications/email-tasks';

const common = { tag: 'Emails', access: 'user' } as const;
const writing = { ...common, scopes: ['proof:write'] } as const;
const one = { description: 'The email as it now is', schema: emailTask, etag: true } as const;

const id = z.string({ error: 'This is required.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });
/** The limit for the text of one field, with the separators between the parts. */
const BESIDE = 16_384;

export const uploadAttachment = declareCall({
  method: 'POST',
  path: '/api/verifications/uploadEmailAttachment',
  tag: 'Emails',
  access: 'user',
  scopes: ['proof:write'],
  summary: 'Upload a file of a task, to be attached to an email',
  description: 'It is a file like any other (`POST /api/files`), of at most 20 MiB. A refusal has `success: false`, too.',
  failure: 'Attachment upload failed',
  body: formBody({
    fields: z.strictObject({ task_id: id }),
    files: { file: { maxBytes: ATTACHMENT_BYTES, required: true } },
    maxParts: 4,
    maxBytes: ATTACHMENT_BYTES + BESIDE,
  }),
  replies: { 200: { description: 'Uploaded', schema: uploadedAttachment } },
  refusals: ['quota_exceeded', 'limit_reached'],
  refusalMembers: { success: false, message: 'Attachment upload failed' },
});

export const listEmails = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  path: PATH,
  summary: 'Emails, newest first',
  failure: 'Failed to fetch email tasks',
  query: z.object({ task_id: z.string({ error: 'One id.' }).min(1).max(MAX_ID).optional(), ...pageQuery(200) }),
  replies: { 200: { description: 'Emails', schema: z.array(emailTask), pages: true } },
});

export const createEmail = declareCall({
  ...writing,
  method: 'POST',
  path: PATH,
  summary: 'Begin an email that is to be proof of a task',
  description: 'Everything but the task can follow later. Recipients, a subject and a text are asked for when it is sent.',
  failure: 'Failed to create email task',
  body: jsonBody(newEmailBody),
  replies: { 201: { ...one, description: 'Begun', location: true } },
  refusals: ['limit_reached'],
});

export const sendEmail = declareCall({
  ...writing,
  method: 'POST',
  path: `${PATH}/send`,
  summary: 'Send an email',
  description:
    'Once: one that was sent is answered with 200 as it is, and one on its way with 202. When the mail server has taken it, it is the proof of its task. An email that could not be proof is not sent. At most 50 in 24 hours.',
  failure: 'Failed to send email task',
  body: jsonBody(sendEmailBody),
  replies: { 200: { ...one, description: 'It was sent already' }, 202: { ...one, description: 'It is being sent' } },
  // An email that would not count as proof is refused.
  refusals: PROOF_REFUSALS,
});

export const readEmail = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  path: `${PATH}/{id}`,
  summary: 'One email',
  failure: 'Failed to fetch email task',
  replies: { 200: { ...one, description: 'The email' } },
  refusals: ['not_found'],
});

export const changeEmail = declareCall({
  ...writing,
  method: 'PUT',
  path: `${PATH}/{id}`,
  summary: 'Change an email that was not sent yet',
  failure: 'Failed to update email task',
  body: jsonBody(editEmailBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteEmail = declareCall({
  ...writing,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete an email that was not sent',
  description: 'Its attachments stay files of the task.',
  failure: 'Failed to delete email task',
  replies: { 204: { description: 'Deleted' } },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});

export const reviewEmail = declareCall({
  ...writing,
  method: 'POST',
  path: `${PATH}/{id}/review`,
  summary: 'Have a draft reviewed by the AI, or by the rubric in its place',
  description: 'At most 100 times in 24 hours, and by an AI as often as the plan includes.',
  failure: 'Failed to review email task',
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'conflict', 'ai_allowance'],
});

export const resolveEmail = declareCall({
  ...writing,
  method: 'POST',
  path: `${PATH}/{id}/resolve`,
  summary: 'Say whether an email went out of which nobody knows it',
  description: '`true`: it was sent, and is proof on your word. `false`: it was not, and can be sent again.',
  failure: 'Failed to update email task',
  body: jsonBody(resolveEmailBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});
