import { z } from 'zod';
import { ALERT_EVENTS } from '../kernel/alert.ts';
import { count, type Described, defineEvent, defineStream, type EventOf, id, instant, localDate } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { failureWords, messageWords } from './words.ts';

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

const channel = z.enum(['mail', 'whatsapp', 'push']);

/** A push goes to one subscription, and tells of one thing. What it says is made when it is sent. */
const pushed = z.strictObject({
  subscription: id.describe('The subscription to which it goes.'),
  task_id: id.nullable().describe('The task that it tells of; null: it tells of no task.'),
  of: id.nullable().describe('The alert, or the review, that it tells of; null: its kind and date say it.'),
  date: localDate.nullable().describe('The local date that it tells of; null: none.'),
});
export type Pushed = Described<typeof pushed>;

/** Something that a partner said on their page. */
const partnersWords = z.strictObject({ partner_id: id.describe('The partner.'), event_id: id.describe('The event with what they said.') });
export type PartnersWords = Described<typeof partnersWords>;

export const request = z.strictObject({
  channel: channel.describe('By which way it goes out.'),
  kind: deliveryKind.describe('Which message, such as `weekly_report`; new kinds may come.'),
  user_id: id.describe('The user whom it is about.'),
  expires_at: instant.nullable().describe('No longer worth sending after this.'),
  about: z.array(about).optional().describe('What it tells the owner of; left out: the kind says all.'),
  partner: toPartner.optional().describe('To which partner it goes; left out: to the owner.'),
  proofs: z.array(proofTopic).optional().describe('What it is about, if that is the proof of tasks; left out: something else.'),
  words: partnersWords.optional().describe('What a partner said, if it tells the owner of that; left out: it tells of something else.'),
  push: pushed.optional().describe('What it tells, if it is a push; left out: it is none.'),
});

/**
 * Every outcome repeats these fields, so that its sentence needs no other event. Events from before there were partners do not have them.
 */
export const which = {
  kind: deliveryKind.optional().describe('Which message, such as `weekly_report`; new kinds may come.'),
  channel: channel.optional().describe('By which way it goes out.'),
  subscription: id.optional().describe('To which subscription, if it is a push.'),
};
export type DeliveryChannel = z.output<typeof channel>;

const attempt = count.describe('The number of the attempt, from 1 on.');

/**
 * The program does not tell owners when one of these messages cannot be delivered. Somebody waits for a sign-in link anyway, and it may
 * have been requested by a stranger; after a farewell there is no owner left; and the message to the operator is not the owner's mail.
 * Signed-in owners rely on all other messages.
 */
const NOT_NOTIFIED: ReadonlySet<string> = new Set<LinkKind | PartnerKind | 'account_farewell' | 'contact_sales'>([
  'confirmation',
  'password_reset',
  'known_address',
  'partner_farewell',
  'account_farewell',
  'contact_sales',
]);

/** The kinds of pushes. The settings show why pushes do not arrive. */
export const isPush = (kind: DeliveryKind): boolean => kind.startsWith('push_');

export const isNotifiedWhenUndelivered = (kind: DeliveryKind): boolean => !NOT_NOTIFIED.has(kind) && !isPush(kind);

const BY: Readonly<Record<DeliveryChannel, string>> = { mail: 'by mail', whatsapp: 'by WhatsApp', push: 'by push' };

const SUMMARY = { kind: 'partner_summary', channel: 'mail' } as const;

export const DeliveryRequested = defineEvent({
  type: 'DeliveryRequested',
  startsStream: true,
  publicName: 'delivery.requested',
  label: 'Message requested',
  meaning: 'A message is to be sent; what it says is made when it is sent.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: request,
  private: z.strictObject({ to: z.string().describe('The address or number.'), name: z.string().describe('What the receiver is called.') }),
  example: {
    data: {
      channel: 'mail',
      kind: 'confirmation',
      user_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01',
      expires_at: '2026-11-28T09:12:00.000Z',
    },
    private: { to: 'ada@example.org', name: 'Ada' },
  },
});
export type DeliveryRequested = EventOf<typeof DeliveryRequested>;

/**
 * The worker records the outcome of the attempt before `until`. Otherwise the outcome is unknown, and the next attempt uses the same
 * Message-ID.
 */
export const DeliveryBegun = defineEvent({
  type: 'DeliveryBegun',
  publicName: 'delivery.started',
  label: 'Sending started',
  meaning: 'One worker has claimed the message and sends it; appended before anything is sent, so that no other does.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ ...which, attempt, until: instant.describe('Until when the outcome is told; after that another may try.') }),
  example: { data: { ...SUMMARY, attempt: 1, until: '2026-11-30T07:02:00.000Z' } },
});
export type DeliveryBegun = EventOf<typeof DeliveryBegun>;

export const DeliverySent = defineEvent({
  type: 'DeliverySent',
  publicName: 'delivery.sent',
  label: 'Message sent',
  meaning: 'The provider has taken the message.',
  since: '0.1.0',
  history: 'partner',
  data: z.strictObject({
    ...which,
    attempt,
    message_id: z.string().describe("The message's id with the provider."),
    head_size: count.optional().describe('The size of the ledger in the signed head that it carries; left out: it carries none.'),
  }),
  example: { data: { ...SUMMARY, attempt: 1, message_id: '<01936c5e@vouch.example>' } },
  detail: ({ data: { kind, channel: by } }) => `${messageWords(kind)} went to your partner${by === undefined ? '' : ` ${BY[by]}`}.`,
});
export type DeliverySent = EventOf<typeof DeliverySent>;

export const DeliveryFailed = defineEvent({
  type: 'DeliveryFailed',
  publicName: 'delivery.failed',
  label: 'Message not delivered',
  meaning: 'An attempt to send the message failed.',
  since: '0.1.0',
  history: 'partner',
  data: z.strictObject({
    ...which,
    attempt,
    reason: z.string().describe('Why, in a sentence.'),
    next_attempt_at: instant.nullable().describe('When it is tried again; null: no longer.'),
  }),
  example: { data: { ...SUMMARY, attempt: 8, reason: 'The address does not exist.', next_attempt_at: null } },
  detail: ({ data }) => failureWords(data),
});
export type DeliveryFailed = EventOf<typeof DeliveryFailed>;

export const DeliveryDelayed = defineEvent({
  type: 'DeliveryDelayed',
  publicName: 'delivery.delayed',
  label: 'Message delayed',
  meaning: 'Many owners write to this recipient: the message waits for its turn, and counts as requested then.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ ...which, until: instant.describe('When its turn comes.') }),
  example: { data: { kind: 'partner_invitation', channel: 'mail', until: '2026-12-01T07:02:00.000Z' } },
});
export type DeliveryDelayed = EventOf<typeof DeliveryDelayed>;

const reason = z.enum(['deleted', 'removed', 'declined', 'unsubscribed', 'moved', 'nothing']);
export type CancelReason = z.output<typeof reason>;

export const DeliveryCancelled = defineEvent({
  type: 'DeliveryCancelled',
  publicName: 'delivery.cancelled',
  label: 'Message cancelled',
  meaning: 'The message is no longer wanted, or there is nothing to say: no attempt follows.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ ...which, reason: reason.describe('Why.') }),
  example: { data: { ...SUMMARY, reason: 'removed' } },
});
export type DeliveryCancelled = EventOf<typeof DeliveryCancelled>;

export const DELIVERY_CHANGES = [
  DeliveryRequested,
  DeliveryDelayed,
  DeliveryBegun,
  DeliverySent,
  DeliveryFailed,
  DeliveryCancelled,
] as const;

/**
 * There is one stream for each message. The program raises an alert about its failure in the same append, and closes it when a later
 * message arrives.
 */
export const DELIVERY_EVENTS = [...DELIVERY_CHANGES, ...ALERT_EVENTS] as const;
export type DeliveryEvent = EventOf<(typeof DELIVERY_EVENTS)[number]>;
export type RecordedDeliveryEvent = RecordedOf<DeliveryEvent>;
export const deliveryStream = defineStream('delivery');
