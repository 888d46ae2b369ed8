import { z } from 'zod';
import { sentence } from '../../../src/contracts/words/isolated.ts';
import { type Attachment, type EmailFields, type EmailTask, isEmailAddress } from '../../api/email-tasks.ts';

/** Each list of recipients is one line, in the form in which people write addresses. */
export interface EmailDraft {
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly Attachment[];
}

export const EMPTY: EmailDraft = { to: '', cc: '', bcc: '', subject: '', body: '', attachments: [] };
const MOST_RECIPIENTS = 20;
const MOST_ATTACHMENTS = 10;
/** The limit for all attachments together. */
const ATTACHMENT_BYTES = 20_971_520;

export const asTyped = ({ to, cc, bcc, subject, body, attachments }: EmailTask): EmailDraft => ({
  to: to.join(', '),
  cc: cc.join(', '),
  bcc: bcc.join(', '),
  subject,
  body,
  attachments,
});

/** Splits at commas, semicolons and blanks, and extracts the address of 'Bo <bo@example.org>'. */
export function addressesIn(line: string): string[] {
  const bare = line.replaceAll(/"[^"]*"/g, ' ').replaceAll(/[^,;<>]*<([^<>]*)>/g, ' $1 ');
  return bare.split(/[\s,;]+/).filter((part) => part !== '');
}

export const fieldsOf = ({ to, cc, bcc, subject, body, attachments }: EmailDraft): EmailFields => ({
  to: addressesIn(to),
  cc: addressesIn(cc),
  bcc: addressesIn(bcc),
  subject: subject.trim(),
  body,
  attachments: attachments.map(({ id }) => id),
});

/** Whether both would send the same request. */
export const isSame = (one: EmailDraft, other: EmailDraft): boolean => JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

/** What to do with a draft after it was saved. */
export type Step = 'save' | 'review' | 'send';

const LINES = ['to', 'cc', 'bcc'] as const;

const addressLine = z.string().superRefine((line, { addIssue }) => {
  const wrong = addressesIn(line).find((address) => !isEmailAddress(address));
  if (wrong !== undefined) addIssue({ code: 'custom', message: sentence`‘${wrong}’ is not an email address.` });
});
const isShort = (most: number) => (text: string) => [...text].length <= most;

/** Checks a draft. An email that is to be sent must also be complete. */
export const EMAIL = z
  .object({
    to: addressLine,
    cc: addressLine,
    bcc: addressLine,
    subject: z.string().refine((subject) => isShort(200)(subject.trim()), { error: 'At most 200 characters.' }),
    body: z.string().refine(isShort(50_000), { error: 'At most 50,000 characters.' }),
    attachments: z.array(z.custom<Attachment>()).readonly(),
    step: z.custom<Step>(),
  })
  .superRefine(({ step, ...draft }, { addIssue }) => {
    const fields = fieldsOf(draft);
    const say = (field: keyof EmailDraft, message: string) => addIssue({ code: 'custom', path: [field], message });
    const count = LINES.reduce((sum, line) => sum + fields[line].length, 0);
    if (count > MOST_RECIPIENTS) say('to', `At most ${MOST_RECIPIENTS} recipients in all.`);
    if (step !== 'send') return;
    if (count === 0) say('to', 'Name at least one recipient.');
    if (fields.subject === '') say('subject', 'Give it a subject.');
    if (fields.body.trim() === '') say('body', 'Write something.');
  });

/** Maps a field name of the server. Messages about other fields are shown at the first field. */
export const emailFieldOf = (name: string): keyof EmailDraft => (Object.hasOwn(EMPTY, name) ? (name as keyof EmailDraft) : 'to');

/** The reason why files of these sizes cannot be attached as well, or null. */
export function attachFault({ attachments }: EmailDraft, sizes: readonly number[]): string | null {
  if (attachments.length + sizes.length > MOST_ATTACHMENTS) return `At most ${MOST_ATTACHMENTS} attachments.`;
  const bytes = [...attachments.map(({ size }) => size), ...sizes].reduce((sum, size) => sum + size, 0);
  return bytes > ATTACHMENT_BYTES ? 'Attachments may have 20 MB together.' : null;
}

export const isEmailDraft = (value: unknown): value is EmailDraft =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'body' in value &&
  'attachments' in value &&
  Array.isArray(value.attachments);

/** The name of the stored draft. `emailId` null: a new email. */
export const emailDraftName = (taskId: string, emailId: string | null): string => `email ${taskId} ${emailId ?? 'new'}`;
