import { z } from 'zod';
import type { Described } from '../kernel/define-event.ts';
import { count, id, instant } from '../kernel/event-fields.ts';

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
