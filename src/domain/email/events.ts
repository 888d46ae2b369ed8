import { z } from 'zod';
import {
  count,
  type Described,
  defineEvent,
  defineStream,
  type EventOf,
  id,
  instant,
  SEALED_EXAMPLE,
  sealed,
  seenFiles,
} from '../kernel/define-event.ts';
import type { RecordedOf, Sealed } from '../kernel/event.ts';

const addresses = z.array(z.string());

/** The text and the recipients of an email. All of it is personal. */
export const emailContent = z.strictObject({
  to: addresses.describe('Addresses.'),
  cc: addresses.describe('Addresses.'),
  bcc: addresses.describe('Addresses that no recipient sees.'),
  subject: z.string().describe('In one line.'),
  body: z.string().describe('Plain text.'),
  attachments: z
    .array(z.strictObject({ id, name: z.string(), type: z.string().describe('The media type.'), size: count.describe('In bytes.') }))
    .describe('Files of the owner.'),
});
export type EmailContent = Described<typeof emailContent>;

export const contentFacts = {
  recipients: count.describe('How many there are, with cc and bcc.'),
  file_ids: z.array(id).describe('Its attachments.'),
};

/** The service that sends an email. */
export const way = z.enum(['gmail', 'smtp', 'development']);
export type Way = z.output<typeof way>;

/** `unknown`: nobody can say whether it went out. */
export type EmailStatus = 'draft' | 'sending' | 'sent' | 'failed' | 'unknown';

export const taskId = id.describe('The task that it is proof of.');
export const attempt = count.describe('Which of the times at which its owner sent it, from 1 on.');
export const until = instant.describe('Until when its outcome is waited for.');

export const reviewContent = z.strictObject({
  comment: z.string().describe('For the owner.'),
  criteria: z.array(z.strictObject({ name: z.string(), score: z.number(), comment: z.string() })).describe('The score by criteria.'),
});
export type ReviewContent = Described<typeof reviewContent>;

const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const REVIEW = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02';
const CONTENT = {
  to: ['bo@example.org'],
  cc: [],
  bcc: [],
  subject: 'The migration window',
  body: 'Hello Bo,\n\ncould you confirm Friday 17:00?\n\nAda',
  attachments: [],
};
const FACTS = { task_id: TASK, recipients: 1, file_ids: [] };
const common = { since: '0.1.0', history: 'verifications' } as const;

const people = (recipients: number): string => (recipients === 1 ? 'one recipient' : `${recipients} recipients`);
const whole = (texts: Sealed<EmailContent>) => ({ to: texts, cc: texts, bcc: texts, subject: texts, body: texts });

export const EmailTaskCreated = defineEvent({
  ...common,
  type: 'EmailTaskCreated',
  startsStream: true,
  publicName: 'email_task.created',
  label: 'Email drafted',
  meaning: 'The owner began an email that is to be proof of a task.',
  data: z.strictObject({ task_id: taskId, ...contentFacts }),
  private: emailContent,
  example: { data: FACTS, private: CONTENT },
  changes: ({ task_id, recipients, file_ids }, { private: texts }) => ({
    after: { task_id, recipients, attachments: file_ids.length },
    sealedAfter: whole(texts),
  }),
});

export const EmailTaskEdited = defineEvent({
  ...common,
  type: 'EmailTaskEdited',
  publicName: 'email_task.edited',
  label: 'Email changed',
  meaning: 'The owner changed an email that was not sent yet. It holds the whole new content.',
  data: z.strictObject({ task_id: taskId, ...contentFacts, was: sealed<EmailContent>().describe('The content before.') }),
  private: emailContent,
  example: { data: { ...FACTS, was: SEALED_EXAMPLE }, private: CONTENT },
  changes: ({ recipients, file_ids, was }, { private: texts }) => ({
    after: { recipients, attachments: file_ids.length },
    sealedBefore: whole(was),
    sealedAfter: whole(texts),
  }),
});

export const EmailTaskDeleted = defineEvent({
  ...common,
  type: 'EmailTaskDeleted',
  publicName: 'email_task.deleted',
  label: 'Email deleted',
  meaning: 'The owner deleted an email that was not sent.',
  data: z.strictObject({ task_id: taskId }),
  example: { data: { task_id: TASK } },
});

export const EmailTaskReviewed = defineEvent({
  ...common,
  type: 'EmailTaskReviewed',
  publicName: 'email_task.reviewed',
  label: 'Email reviewed',
  meaning: 'An AI, or the rubric, reviewed the draft of an email at its owner’s request.',
  data: z.strictObject({
    task_id: taskId,
    review_id: id.describe('The review.'),
    judge: z.enum(['ai', 'rubric']).describe('Who reviewed it.'),
    judge_id: z.string().nullable().describe('The model of the AI.'),
    verdict: z.enum(['accepted', 'rejected', 'comment']).describe('What the review says.'),
    score: count.nullable().describe('From 0 to 100.'),
    prompt_version: z.string().describe('The version of the instructions of the AI, or of the rubric.'),
    seen: seenFiles,
  }),
  private: reviewContent,
  example: {
    data: {
      task_id: TASK,
      review_id: REVIEW,
      judge: 'rubric',
      judge_id: null,
      verdict: 'accepted',
      score: 82,
      prompt_version: 'rubric/email/1',
      seen: [],
    },
    private: { comment: 'It is clear.', criteria: [{ name: 'Clarity', score: 90, comment: 'Easy to read.' }] },
  },
  detail: ({ data }) => (data.score === null ? null : `${data.score} of 100 points.`),
  changes: ({ score, verdict }, { private: texts }) => ({
    after: { score, verdict },
    ...(texts !== null && { sealedAfter: { comment: texts } }),
  }),
});

export const EmailSendRequested = defineEvent({
  ...common,
  type: 'EmailSendRequested',
  publicName: 'email_task.send_requested',
  label: 'Email to be sent',
  meaning: 'The owner sends an email as it then stands.',
  data: z.strictObject({ task_id: taskId, attempt }),
  example: { data: { task_id: TASK, attempt: 1 } },
  changes: () => ({ after: { status: 'sending' } }),
});

export const EmailSendStarted = defineEvent({
  ...common,
  type: 'EmailSendStarted',
  publicName: 'email_task.send_started',
  label: 'Sending started',
  meaning: 'One worker has claimed the email and sends it; appended before anything is sent, so that no other does.',
  history: null,
  webhook: false,
  data: z.strictObject({
    task_id: taskId,
    attempt,
    via: way.describe('By which way.'),
    message_id: z.string().describe('The Message-ID, with its angle brackets: the same whenever this content is sent.'),
    until,
  }),
  example: {
    data: {
      task_id: TASK,
      attempt: 1,
      via: 'smtp',
      message_id: '<01936c5e-7d11-7c55-9a10-0f3c6a4c2b03.1@vouch.example>',
      until: '2026-11-30T07:05:00.000Z',
    },
  },
});

export const EmailSent = defineEvent({
  ...common,
  type: 'EmailSent',
  publicName: 'email_task.sent',
  label: 'Email sent',
  meaning: 'The mail server has taken the email; or nobody knew, and the owner says that it went out.',
  data: z.strictObject({
    task_id: taskId,
    attempt,
    ...contentFacts,
    via: way.describe('By which way.'),
    confirmed_by: z.enum(['server', 'owner']).describe('Who says so.'),
    provider_id: z
      .string()
      .optional()
      .describe('Its id at the provider, beside our Message-ID, which the provider may replace; left out: none.'),
  }),
  private: z
    .strictObject({ refused: z.array(z.string()).describe('Addresses that the server refused, while it took the others.') })
    .optional(),
  example: { data: { ...FACTS, attempt: 1, via: 'smtp', confirmed_by: 'server' } },
  detail: ({ data }) => (data.confirmed_by === 'owner' ? 'On your word.' : `To ${people(data.recipients)}.`),
  changes: ({ via }, { private: texts }) => ({
    before: { status: 'sending' },
    after: { status: 'sent', via },
    ...(texts !== null && { sealedAfter: { refused: texts } }),
  }),
});

export const EmailSendFailed = defineEvent({
  ...common,
  type: 'EmailSendFailed',
  publicName: 'email_task.send_failed',
  label: 'Email not sent',
  meaning: 'The email did not go out. It can be changed and sent again.',
  data: z.strictObject({ task_id: taskId, attempt, reason: z.string().describe('Why, in a sentence without anything personal.') }),
  example: { data: { task_id: TASK, attempt: 1, reason: 'Refused by the mail server: 550 at RCPT TO.' } },
  detail: ({ data }) => data.reason,
  changes: () => ({ before: { status: 'sending' }, after: { status: 'failed' } }),
});

export const EmailOutcomeUnknown = defineEvent({
  ...common,
  type: 'EmailOutcomeUnknown',
  publicName: 'email_task.outcome_unknown',
  label: 'Not known whether the email went out',
  meaning: 'The program or the connection broke off while the email was sent, and nobody can be asked: the owner has to say.',
  data: z.strictObject({ task_id: taskId, attempt, reason: z.string().describe('What happened, in a sentence.') }),
  example: { data: { task_id: TASK, attempt: 1, reason: 'The connection to the mail server broke off.' } },
  detail: ({ data }) => data.reason,
  changes: () => ({ before: { status: 'sending' }, after: { status: 'unknown' } }),
});

export const EMAIL_EVENTS = [
  EmailTaskCreated,
  EmailTaskEdited,
  EmailTaskDeleted,
  EmailTaskReviewed,
  EmailSendRequested,
  EmailSendStarted,
  EmailSent,
  EmailSendFailed,
  EmailOutcomeUnknown,
] as const;
export type EmailEvent = EventOf<(typeof EMAIL_EVENTS)[number]>;
export type RecordedEmailEvent = RecordedOf<EmailEvent>;

export const emailStream = defineStream('email_task');
