import { z } from 'zod';
import { declareCall, jsonBody, rawBody } from '../call.ts';
import { pageQuery } from '../query.ts';

/** The latest instant to which the development clock goes. */
export const LATEST = '2100-12-31T23:59:59.999Z';
export const TOO_FAR = 'The clock goes to the end of the year 2100.';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const WHICH = 'Give either to (an instant such as 2026-11-20T16:00:00Z) or advance (a duration such as P1D).';

/** What `parse` gives; null where it throws. */
export const parsed = <T>(parse: () => T): T | null => {
  try {
    return parse();
  } catch {
    return null;
  }
};
/** An instant as texts have it: to the millisecond. */
export const spelled = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
const durationOf = (text: string): Temporal.Duration | null => parsed(() => Temporal.Duration.from(text));
const instantOf = (text: string): Temporal.Instant | null => (INSTANT.test(text) ? parsed(() => Temporal.Instant.from(text)) : null);

/** Where the development clock is to go. */
export const clockMove = z
  .strictObject({
    to: z
      .string({ error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) !== null, { error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) === null || spelled(Temporal.Instant.from(text)) <= LATEST, { error: TOO_FAR })
      .optional(),
    advance: z
      .string({ error: 'An ISO 8601 duration such as P1D or PT90M.' })
      .refine((text) => (durationOf(text)?.sign ?? -1) >= 0, {
        error: 'An ISO 8601 duration such as P1D or PT90M, and not a negative one.',
      })
      .optional(),
  })
  .refine((body) => (body.to === undefined) !== (body.advance === undefined), { error: WHICH, path: ['to'] });
export type ClockMove = z.output<typeof clockMove>;

const shownClock = z.object({ now: z.string() });

const common = { tag: 'Development', access: 'anyone' } as const;
const page = { 200: { description: 'A page.', media: 'text/html' } } as const;

export const readClock = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/clock',
  summary: "The program's clock",
  replies: { 200: { description: 'Where it stands.', schema: shownClock } },
});

export const moveClock = declareCall({
  ...common,
  method: 'POST',
  path: '/dev/clock',
  summary: "Move the program's clock forward",
  body: jsonBody(clockMove),
  replies: { 200: { description: 'All that fell due on the way has happened, and can be read.', schema: shownClock } },
  refusals: ['conflict'],
});

const mail = z.object({
  id: z.string(),
  to: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.number() })),
  at: z.string(),
});

export const listMails = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/mailbox.json',
  summary: 'Mails that were sent, newest first',
  query: z.strictObject({ to: z.string().max(254).optional(), limit: pageQuery(200).limit }),
  replies: { 200: { description: 'The mails.', schema: z.array(mail) } },
});

export const showMailbox = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/mailbox',
  summary: 'Mails that were sent, as a page',
  query: z.object({ mail: z.string().max(200).optional() }),
  replies: page,
});

export const showMail = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/mailbox/{id}/html',
  summary: 'The body of one mail',
  replies: { 200: { description: 'The mail as its reader sees it.', media: 'text/html' } },
});

const message = z.object({ id: z.string(), channel: z.literal('whatsapp'), to: z.string(), text: z.string(), at: z.string() });

export const listMessages = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/outbox.json',
  summary: 'Messages other than mails that were sent, newest first',
  query: z.strictObject({ to: z.string().max(40).optional(), limit: pageQuery(200).limit }),
  replies: { 200: { description: 'The messages.', schema: z.array(message) } },
});

export const showOutbox = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/outbox',
  summary: 'Messages other than mails that were sent, as a page',
  replies: page,
});

const pressed = rawBody({ maxBytes: 1_024, media: ['application/x-www-form-urlencoded'] });
const moved = { ...page, 303: { description: 'What follows.' } } as const;

export const showCheckout = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/checkout/{id}',
  summary: 'The page on which a plan is paid',
  query: z.object({ declined: z.string().max(1).optional() }),
  replies: page,
  refusals: ['not_found'],
});

export const actOnCheckout = declareCall({
  ...common,
  method: 'POST',
  path: '/dev/checkout/{id}',
  summary: 'Pay, decline, or lose the connection after paying',
  body: pressed,
  replies: moved,
  refusals: ['not_found'],
});

export const showPortal = declareCall({
  ...common,
  method: 'GET',
  path: '/dev/portal/{id}',
  summary: 'The page with what was paid, and with the card',
  replies: page,
  refusals: ['not_found'],
});

export const actOnPortal = declareCall({
  ...common,
  method: 'POST',
  path: '/dev/portal/{id}',
  summary: 'Cancel with the end of the period, refund at once, or change the card',
  body: pressed,
  replies: moved,
  refusals: ['not_found'],
});
