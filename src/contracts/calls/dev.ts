import { z } from 'zod';
import { declareCall, jsonBody, rawBody } from '../call.ts';
import { clockMove, shownClock } from '../clock.ts';
import { pageQuery } from '../query.ts';

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
