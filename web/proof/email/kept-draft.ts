import { forget, keep, readKept } from '../../lib/tab-storage.ts';
import type { EmailDraft } from './email-draft.ts';

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
