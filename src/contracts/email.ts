import { z } from 'zod';
import { EMAIL, isAddress } from './address.ts';
import { review } from './proof.ts';
import { line, longText, optionalLine } from './text.ts';
import { instant } from './time.ts';

const EMAIL_STATUSES = ['draft', 'sending', 'sent', 'failed', 'unknown'] as const;
/** The most recipients, counting to, cc and bcc together. */
const MOST_RECIPIENTS = 20;
const MOST_ATTACHMENTS = 10;
/** The limit for all attachments together: 20 MiB. */
export const ATTACHMENT_BYTES = 20_971_520;

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number().int().meta({ description: 'In bytes.' }),
});

export const emailTask = z.object({
  id: z.string(),
  task_id: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  attachments: z.array(attachment),
  status: z.enum(EMAIL_STATUSES).meta({
    description: '`unknown`: nobody can say whether it went out, so its owner has to. Only `draft` and `failed` can be changed.',
  }),
  review: review.nullable().meta({ description: 'The review of the draft as it now stands.' }),
  via: z.enum(['gmail', 'smtp', 'development']).nullable(),
  message_id: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it was not sent or may not have been, or which addresses were refused.' }),
  created_at: instant,
  sent_at: instant.nullable(),
});
export type EmailTask = z.infer<typeof emailTask>;

const address = line(254, 'Enter an address.')
  .pipe(
    z
      .string()
      .regex(EMAIL, { error: 'Enter a valid email address.', abort: true })
      .refine(isAddress, { error: 'Enter a valid email address.' }),
  )
  .meta({ format: 'idn-email' });

/** A list of addresses without duplicates. Two spellings of one address are duplicates. */
const addresses = z
  .array(address, { error: 'A list of addresses.' })
  .max(MOST_RECIPIENTS, { error: `At most ${MOST_RECIPIENTS} recipients in all, with cc and bcc.` })
  .transform((list) => [...new Map(list.toReversed().map((one) => [one.toLowerCase(), one])).values()].toReversed());

/** Control characters for the text direction, which can make a text look like another one, and line separators. */
const TURNING = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const subject = optionalLine(200)
  .refine((text) => !TURNING.test(text), {
    error: 'This holds characters that turn the direction of a text or begin a new line. Remove them.',
  })
  .meta({ maxLength: 200 });

const id = z.string({ error: 'An id.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });

const fields = {
  to: addresses,
  cc: addresses,
  bcc: addresses,
  subject,
  body: longText(50_000),
  attachments: z
    .array(id, { error: 'A list of ids.' })
    .max(MOST_ATTACHMENTS, { error: `At most ${MOST_ATTACHMENTS} attachments.` })
    .meta({ description: 'Ids of files of the task.' }),
};

const EXAMPLE = { to: ['bo@example.org'], subject: 'The migration window', body: 'Hello Bo,\n\ncould you confirm Friday 17:00?\n\nAda' };

export const newEmailBody = z
  .strictObject({ task_id: id, ...z.strictObject(fields).partial().shape })
  .meta({ description: 'The task is of the type `email`.', examples: [{ task_id: 'a-task', ...EXAMPLE }] });
export const editEmailBody = z
  .strictObject(fields)
  .partial()
  .meta({ examples: [EXAMPLE] });
/** The ids of the attached files. */
export type EmailFields = Required<z.input<typeof editEmailBody>>;
export const sendEmailBody = z.strictObject({ id });
export const resolveEmailBody = z.strictObject({ sent: z.boolean({ error: 'true or false.' }) });

export const uploadedAttachment = z.object({ success: z.literal(true), meta: attachment.extend({ task_id: z.string() }) });
