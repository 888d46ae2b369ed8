import { type Attachment, type EmailFields, type EmailTask, isEmailAddress } from '../../api/email-tasks.ts';
import { forget, keep, readKept } from '../../lib/tab-storage.ts';

/** An email as it is typed. Recipients are one line each, as people write them. */
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
/** Of all attachments together. */
const ATTACHMENT_BYTES = 20_971_520;

export const draftOf = ({ to, cc, bcc, subject, body, attachments }: EmailTask): EmailDraft => ({
  to: to.join(', '),
  cc: cc.join(', '),
  bcc: bcc.join(', '),
  subject,
  body,
  attachments,
});

/** The addresses in a line: between commas, semicolons and blanks, and out of 'Bo <bo@example.org>'. */
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

/** Whether both say the same to the server. */
export const isSame = (one: EmailDraft, other: EmailDraft): boolean => JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

export type EmailFaults = Readonly<Partial<Record<keyof EmailDraft, string>>>;

const LINES = ['to', 'cc', 'bcc'] as const;

/** What is wrong with a draft. `toSend`: also what it lacks before it can be sent. */
export function faultsIn(draft: EmailDraft, toSend: boolean): EmailFaults {
  const fields = fieldsOf(draft);
  const faults: Partial<Record<keyof EmailDraft, string>> = {};
  for (const line of LINES) {
    const wrong = fields[line].find((address) => !isEmailAddress(address));
    if (wrong !== undefined) faults[line] = `‘${wrong}’ is not an email address.`;
  }
  const count = fields.to.length + fields.cc.length + fields.bcc.length;
  if (count > MOST_RECIPIENTS) faults.to ??= `At most ${MOST_RECIPIENTS} recipients in all.`;
  if ([...fields.subject].length > 200) faults.subject = 'At most 200 characters.';
  if ([...fields.body].length > 50_000) faults.body = 'At most 50,000 characters.';
  if (!toSend) return faults;
  if (count === 0) faults.to ??= 'Name at least one recipient.';
  if (fields.subject === '') faults.subject = 'Give it a subject.';
  if (fields.body.trim() === '') faults.body = 'Write something.';
  return faults;
}

/** Why this many bytes cannot be attached besides what is attached already; null: they can. */
export function attachFault({ attachments }: EmailDraft, sizes: readonly number[]): string | null {
  if (attachments.length + sizes.length > MOST_ATTACHMENTS) return `At most ${MOST_ATTACHMENTS} attachments.`;
  const bytes = [...attachments.map(({ size }) => size), ...sizes].reduce((sum, size) => sum + size, 0);
  return bytes > ATTACHMENT_BYTES ? 'Attachments may have 20 MB together.' : null;
}

/** What is typed and not saved yet is kept in the tab, so that a reload loses nothing. `emailId` null: a new email. */
const nameOf = (taskId: string, emailId: string | null): string => `email ${taskId} ${emailId ?? 'new'}`;

const isDraft = (value: unknown): value is EmailDraft =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'body' in value &&
  'attachments' in value &&
  Array.isArray(value.attachments);

export function readEmail(taskId: string, emailId: string | null): EmailDraft | null {
  const kept = readKept(nameOf(taskId, emailId));
  return isDraft(kept) ? kept : null;
}

export const writeEmail = (taskId: string, emailId: string | null, draft: EmailDraft): void => keep(nameOf(taskId, emailId), draft);

export const forgetEmail = (taskId: string, emailId: string | null): void => forget(nameOf(taskId, emailId));
