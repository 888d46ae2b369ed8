import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { appealBody, DECIDED_STATES, proofBody, verification, verificationStats } from '../proof.ts';
import { pageQuery } from '../query.ts';
import { PROOF_REFUSALS } from '../refusals.ts';
import { VERIFICATION_TYPES } from '../task.ts';
import { localDate } from '../time.ts';

const common = { tag: 'Verifications', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const one = { description: 'The verification as it now is', schema: verification, etag: true } as const;
const many = { description: 'Verifications', schema: z.array(verification) } as const;

export const listPending = declareCall({
  ...reading,
  path: '/api/verifications/pending',
  summary: 'What waits for proof or for a verdict, by what ends first',
  description: 'Completed tasks by their proof deadline, then open ones that are due within 7 days.',
  failure: 'Failed to fetch pending verifications',
  replies: { 200: many },
});

const TYPES = VERIFICATION_TYPES.filter((type) => type !== 'none');

export const listHistory = declareCall({
  ...reading,
  path: '/api/verifications/history',
  summary: 'What was decided for good, the newest decision first',
  failure: 'Failed to fetch verification history',
  query: z.object({
    state: z.enum(DECIDED_STATES, { error: `One of ${DECIDED_STATES.join(', ')}.` }).optional(),
    type: z.enum(TYPES, { error: `One of ${TYPES.join(', ')}.` }).optional(),
    ...pageQuery(200),
  }),
  replies: { 200: { ...many, pages: true } },
});

export const readStats = declareCall({
  ...reading,
  path: '/api/verifications/stats',
  summary: 'How proof was given and judged',
  description: 'Of tasks that are due on these local dates; one without a due date counts on the day of its completion.',
  failure: 'Failed to fetch the figures of verifications',
  query: z
    .object({ from: localDate.optional(), to: localDate.optional() })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The range ends before it begins.',
      path: ['to'],
    }),
  replies: { 200: { description: 'The figures', schema: verificationStats, etag: true } },
});

export const readVerification = declareCall({
  ...reading,
  path: '/api/verifications/{id}',
  summary: 'The verification of one task',
  failure: 'Failed to fetch verification',
  replies: { 200: { ...one, description: 'The verification' } },
  refusals: ['not_found'],
});

export const giveProof = declareCall({
  ...common,
  method: 'POST',
  scopes: ['proof:write'],
  path: '/api/verifications/{id}/proof',
  summary: 'Give proof of a task',
  description: 'On an open task it completes the task, too. A rejected proof can be followed by another one until `proof_due_at`.',
  failure: 'Failed to submit proof',
  body: jsonBody(proofBody),
  replies: { 201: { ...one, description: 'Given', location: true } },
  refusals: PROOF_REFUSALS,
});

export const withdrawProof = declareCall({
  ...common,
  method: 'DELETE',
  scopes: ['proof:write'],
  path: '/api/verifications/{id}/proof',
  summary: 'Withdraw the proof that is in review',
  failure: 'Failed to withdraw proof',
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});

export const makeAppeal = declareCall({
  ...common,
  method: 'POST',
  scopes: ['proof:write'],
  path: '/api/verifications/{id}/appeal',
  summary: 'Ask the partner to count a missed task as kept',
  description: 'Within 7 days of the miss, the expiry or the final rejection, once for each task.',
  failure: 'Failed to send appeal',
  body: jsonBody(appealBody),
  replies: { 202: { ...one, description: 'The partner is asked' } },
  refusals: ['not_found', 'precondition_failed', 'conflict', 'deadline_passed', 'not_accepted'],
});
