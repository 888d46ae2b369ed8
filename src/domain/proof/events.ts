import { z } from 'zod';
import { count, defineEvent, type EventOf, id, seenFiles } from '../kernel/define-event.ts';
import { NO_CHANGE, setting, taskChange } from '../task/event-data.ts';
import { askedJudge, judgeKind, passingReason, proofTexts, reviewTexts } from './event-data.ts';
import { passedOn, reviewed, saying } from './words.ts';

const COMMON = { since: '0.1.0', history: 'verifications' } as const;
const DATE = '2026-11-27';
const NOW = '2026-11-27T09:12:00.000Z';
const SUBMISSION = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02';
const REVIEW = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b03';
const PARTNER = '7b1f2c5e-2f0d-5b1c-9a53-6d2f0a1b9c44';

const submissionId = id.describe('The proof.');
const kept = [
  { date: DATE, count: 'open', by: -1 },
  { date: DATE, count: 'kept', by: 1 },
  { date: DATE, count: 'verified', by: 1 },
] as const;

export const ProofSubmitted = setting(
  ['verification_state', 'first_proof_at', 'last_proof_at', 'review', 'decided_at', 'decided_by'],
  defineEvent({
    ...COMMON,
    type: 'ProofSubmitted',
    publicName: 'task.proof_submitted',
    label: 'Proof given',
    meaning: 'The owner gave a proof that a task was done. It is in review now.',
    data: taskChange.extend({
      submission_id: submissionId,
      judges: z.array(askedJudge).describe('Who is asked, in order; after all of them the owner’s own word counts.'),
      file_ids: z.array(id).describe('Files that belong to it.'),
      email_task_id: id.nullable().describe('The email that was sent.'),
      code_task_id: id.nullable().describe('The coding task that was solved.'),
    }),
    private: proofTexts,
    example: {
      data: {
        ...NO_CHANGE,
        set: { verification_state: 'in_review', first_proof_at: NOW, last_proof_at: NOW },
        was: { verification_state: 'awaiting_proof', first_proof_at: null, last_proof_at: null },
        submission_id: SUBMISSION,
        judges: [{ kind: 'partner', partner_id: PARTNER }],
        file_ids: [],
        email_task_id: null,
        code_task_id: null,
      },
      private: { text: 'The ferns stand in water up to the rim.' },
    },
  }),
);

export const ProofWithdrawn = setting(
  ['verification_state', 'review', 'decided_at', 'decided_by'],
  defineEvent({
    ...COMMON,
    type: 'ProofWithdrawn',
    publicName: 'task.proof_withdrawn',
    label: 'Proof withdrawn',
    meaning: 'The owner took a proof back, or the completion that it belonged to. Another one can be given until the proof deadline.',
    data: taskChange.extend({ submission_id: submissionId }),
    example: {
      data: {
        ...NO_CHANGE,
        set: { verification_state: 'awaiting_proof' },
        was: { verification_state: 'in_review' },
        submission_id: SUBMISSION,
      },
    },
  }),
);

export const ProofReviewed = setting(
  ['verification_state', 'review', 'decided_at', 'decided_by'],
  defineEvent({
    ...COMMON,
    type: 'ProofReviewed',
    publicName: { accepted: 'task.proof_accepted', rejected: 'task.proof_rejected', commented: 'task.proof_commented' },
    label: 'Proof reviewed',
    meaning: 'A proof was accepted or rejected by whoever decides about it, or commented on by somebody else.',
    data: taskChange.extend({
      submission_id: submissionId,
      review_id: id.describe('The review.'),
      judge: judgeKind.describe('Who reviewed it; `self` is the owner’s own word.'),
      judge_id: z.string().nullable().describe('The id of the partner, the model of the AI, or the name of the check.'),
      outcome: z.enum(['accepted', 'rejected', 'commented']).describe('What the review says.'),
      score: count.nullable().describe('From 0 to 100.'),
      prompt_version: z.string().nullable().describe('The version of the instructions of the AI.'),
      why: passingReason.nullable().describe('Why this judge decided in the place of another one.'),
      seen: seenFiles,
    }),
    private: reviewTexts,
    example: {
      data: {
        ...NO_CHANGE,
        set: { verification_state: 'verified', decided_at: NOW, decided_by: 'partner', review: null },
        was: { verification_state: 'in_review', decided_at: null, decided_by: null },
        tally: [...kept],
        submission_id: SUBMISSION,
        review_id: REVIEW,
        judge: 'partner',
        judge_id: PARTNER,
        outcome: 'accepted',
        score: null,
        prompt_version: null,
        why: null,
        seen: null,
      },
      private: { comment: 'They look happy.' },
    },
    detail: ({ data, after }) => reviewed(data, after.comment),
    changes: (_data, { private: texts }) => (texts === null ? {} : { sealedAfter: { comment: texts } }),
  }),
);

export const ReviewReminderDue = setting(
  ['review'],
  defineEvent({
    ...COMMON,
    type: 'ReviewReminderDue',
    publicName: 'task.review_reminder_due',
    label: 'Reminder of a review due',
    meaning: 'The partner has had a proof for 24 hours without an answer, and is to be reminded; by the system.',
    data: taskChange.extend({ submission_id: submissionId, partner_id: id.describe('Whom to remind.') }),
    example: { data: { ...NO_CHANGE, submission_id: SUBMISSION, partner_id: PARTNER } },
  }),
);

export const ReviewPassedOn = setting(
  ['review'],
  defineEvent({
    ...COMMON,
    type: 'ReviewPassedOn',
    publicName: 'task.review_passed_on',
    label: 'Review passed on',
    meaning: 'The judge whose turn it was did not decide, so that the next one does; by the system.',
    data: taskChange.extend({
      submission_id: submissionId,
      from: judgeKind.describe('Whose turn it was.'),
      to: judgeKind.describe('Whose turn it is now.'),
      why: passingReason.describe('Why.'),
    }),
    example: { data: { ...NO_CHANGE, submission_id: SUBMISSION, from: 'partner', to: 'self', why: 'partner_silent' } },
    detail: ({ data }) => passedOn(data),
  }),
);

export const ProofRejectionFinal = setting(
  ['decided_at'],
  defineEvent({
    ...COMMON,
    type: 'ProofRejectionFinal',
    publicName: 'task.proof_rejection_final',
    label: 'Proof rejected for good',
    meaning: 'A proof was rejected and no other one came by the proof deadline: the task counts as missed; by the system.',
    data: taskChange,
    example: { data: { ...NO_CHANGE, set: { decided_at: NOW }, was: { decided_at: null } } },
    detail: () => 'No other proof came by the proof deadline.',
  }),
);

export const AppealMade = setting(
  ['appeal'],
  defineEvent({
    ...COMMON,
    type: 'AppealMade',
    publicName: 'task.appeal_made',
    label: 'Appeal made',
    meaning: 'The owner asked the partner to count a missed task as kept.',
    data: taskChange.extend({
      partner_id: id.describe('The partner who is asked.'),
      file_ids: z.array(id).describe('Files that belong to it.'),
    }),
    private: z.strictObject({ text: z.string().describe('What the owner says.') }),
    example: { data: { ...NO_CHANGE, partner_id: PARTNER, file_ids: [] }, private: { text: 'I watered them; the phone was broken.' } },
    detail: ({ after }) => saying(after.text),
    changes: (_data, { private: texts }) => ({
      before: { appeal: null },
      after: { appeal: 'waiting' },
      ...(texts !== null && { sealedAfter: { text: texts } }),
    }),
  }),
);

export const AppealAnswered = setting(
  ['appeal'],
  defineEvent({
    ...COMMON,
    type: 'AppealAnswered',
    publicName: { accepted: 'task.appeal_accepted', rejected: 'task.appeal_rejected' },
    label: 'Appeal answered',
    meaning: 'The partner answered an appeal.',
    data: taskChange.extend({
      partner_id: id.describe('The partner who answered.'),
      outcome: z.enum(['accepted', 'rejected']).describe('The answer.'),
    }),
    private: z.strictObject({ comment: z.string().describe('What the partner wrote.') }).optional(),
    example: { data: { ...NO_CHANGE, partner_id: PARTNER, outcome: 'accepted' }, private: { comment: 'I saw them.' } },
    detail: ({ data, after }) => [data.outcome === 'accepted' ? 'Accepted.' : 'Rejected.', saying(after.comment) ?? ''].join(' ').trim(),
    changes: ({ outcome }, { private: texts }) => ({
      before: { appeal: 'waiting' },
      after: { appeal: outcome },
      ...(texts !== null && { sealedAfter: { comment: texts } }),
    }),
  }),
);

export const AppealUnanswered = setting(
  ['appeal'],
  defineEvent({
    ...COMMON,
    type: 'AppealUnanswered',
    publicName: 'task.appeal_unanswered',
    label: 'Appeal not answered',
    meaning: 'Nobody answered an appeal for seven days: it counts as rejected; by the system.',
    data: taskChange,
    example: { data: NO_CHANGE },
    detail: () => 'Nobody answered it for seven days. The miss stays.',
    changes: () => ({ before: { appeal: 'waiting' }, after: { appeal: 'rejected' } }),
  }),
);

export const RecordCorrected = setting(
  ['corrected'],
  defineEvent({
    ...COMMON,
    type: 'RecordCorrected',
    publicName: 'task.record_corrected',
    label: 'Record corrected',
    meaning: 'An accepted appeal corrected the record: the task counts as kept on its own date. The miss stays in the history.',
    data: taskChange,
    example: {
      data: {
        ...NO_CHANGE,
        set: { corrected: true },
        was: { corrected: false },
        tally: [
          { date: DATE, count: 'missed', by: -1 },
          { date: DATE, count: 'kept', by: 1 },
        ],
      },
    },
    detail: () => 'It counts as kept now.',
  }),
);

export const PROOF_CHANGES = [
  ProofSubmitted,
  ProofWithdrawn,
  ProofReviewed,
  ReviewReminderDue,
  ReviewPassedOn,
  ProofRejectionFinal,
  AppealMade,
  AppealAnswered,
  AppealUnanswered,
  RecordCorrected,
] as const;
export type ProofChangeEvent = EventOf<(typeof PROOF_CHANGES)[number]>;
