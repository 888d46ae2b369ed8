import { z } from 'zod';
import type { Described } from '../kernel/define-event.ts';
import { id, instant, localDate } from '../kernel/event-fields.ts';

/** Mails with a link that works once. */
export type LinkKind = 'confirmation' | 'password_reset' | 'known_address';
/** Mails that are sent at set times. `digest`: several of them in one mail. */
export type ReminderMailKind = 'reminder' | 'weekly_report' | 'weekly_assessment' | 'digest';
/** Messages to an owner's partner. `partner_digest`: a notice, an escalation and summaries in one message, after downtime. */
export type PartnerKind =
  | 'partner_invitation'
  | 'partner_notice'
  | 'partner_escalation'
  | 'partner_summary'
  | 'partner_farewell'
  | 'partner_digest'
  | 'partner_review';

/** Manifests of features (`src/features`) define the kinds, so the log accepts any name. */
const deliveryKind = z.string().regex(/^[a-z]+(_[a-z]+)*$/, 'lower case, words joined by underscores');
/**
 * The kind of a message. The program composes the content when it sends the message, and makes links from the delivery's id, so that it
 * stores neither.
 */
export type DeliveryKind = z.output<typeof deliveryKind>;

const notifiedTask = z.strictObject({ task_id: id, date: localDate, status: z.enum(['missed', 'late', 'skipped']) });
export type NotifiedTask = Described<typeof notifiedTask>;

/**
 * What a message to a partner is about: a closed local date, a local date on which nothing was planned, or the week that begins on a
 * Monday.
 */
const partnerTopic = z.strictObject({ kind: z.enum(['day', 'escalation', 'week']), date: localDate });
export type PartnerTopic = Described<typeof partnerTopic>;

/** The partner, the address that is used, and what the message is about. The delivery's first event is sealed under the partner's key. */
const toPartner = z.strictObject({
  id: id.describe('The partner.'),
  key: z.string().describe("The keyed hash of the address or number: another one than the partner's present one gets no more."),
  dates: z.array(localDate).describe('Local dates that it is about, the first and the last of a week included; empty: none.'),
  tasks: z.array(notifiedTask).describe('Tasks that it tells of.'),
  parts: z.array(partnerTopic).optional().describe('What it tells for once and all; left out in older logs, where kind and dates say it.'),
});
export type ToPartner = Described<typeof toPartner>;

/** One topic of a message: a reminder or weekly message of the owner, by its kind and local date. */
const about = z.strictObject({ kind: z.enum(['reminder', 'weekly_report', 'weekly_assessment', 'escalation']), date: localDate });
export type About = Described<typeof about>;

const proofTopic = z.strictObject({
  kind: z
    .enum(['review', 'reminder', 'appeal', 'accepted', 'rejected', 'expiring', 'appeal_answered'])
    .describe('To a partner: a proof to review, the reminder of it, an appeal. To the owner: what came of a proof, or that time runs out.'),
  task_id: id,
  of: id.nullable().describe('The proof to review, or the review that decided; null: the task says which.'),
});
export type ProofTopic = Described<typeof proofTopic>;

const channel = z.enum(['mail', 'whatsapp']);

export const request = z.strictObject({
  channel: channel.describe('By which way it goes out.'),
  kind: deliveryKind.describe('Which message, such as `weekly_report`; new kinds may come.'),
  user_id: id.describe('The user whom it is about.'),
  expires_at: instant.nullable().describe('No longer worth sending after this.'),
  about: z.array(about).optional().describe('What it tells the owner of; left out: the kind says all.'),
  partner: toPartner.optional().describe('To which partner it goes; left out: to the owner.'),
  proofs: z.array(proofTopic).optional().describe('What it is about, if that is the proof of tasks; left out: something else.'),
});

/**
 * Every outcome repeats these fields, so that its sentence needs no other event. Events from before there were partners do not have them.
 */
export const which = {
  kind: deliveryKind.optional().describe('Which message, such as `weekly_report`; new kinds may come.'),
  channel: channel.optional().describe('By which way it goes out.'),
};
export type DeliveryChannel = z.output<typeof channel>;
