import type { Review, Submission, Verification } from '../../../web/api/verifications.ts';

/** A verification that awaits proof, with what the test cares about. */
export const aVerification = (own: Partial<Verification> = {}): Verification => ({
  id: 't1',
  taskId: 't1',
  taskTitle: 'Ship it',
  type: 'general',
  state: 'awaiting_proof',
  requirement: null,
  dueAt: '2026-11-19T09:00:00Z',
  proofDueAt: '2026-11-20T09:00:00Z',
  judge: 'partner',
  partner: 'Søren Lind',
  submissions: [],
  decision: null,
  appeal: null,
  corrected: false,
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-19T08:00:00Z',
  ...own,
});

export const aReview = (own: Partial<Review> = {}): Review => ({
  id: 'r1',
  at: '2026-11-18T17:02:00Z',
  judge: { kind: 'partner', name: 'Søren' },
  verdict: 'accepted',
  score: null,
  criteria: [],
  comment: null,
  model: null,
  promptVersion: null,
  ...own,
});

export const aSubmission = (own: Partial<Submission> = {}): Submission => ({
  id: 's1',
  at: '2026-11-18T16:57:00Z',
  text: null,
  links: [],
  files: [],
  commits: [],
  design: null,
  emailTaskId: null,
  codeTaskId: null,
  state: 'in_review',
  reviews: [],
  ...own,
});
